/** Open pages of records are notified of changes. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { startListWorld, type Kind, type ListWorld } from '../lists/support';
import { LiveClient } from '../notifications/liveClient';
import { actOnce, recordIds, setState, stored } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const clients: LiveClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.stop()));

async function listen(kind: Kind): Promise<LiveClient> {
  const ticket = async () =>
    String((await world.send(kind, 'GET', '/api-websocket/v1/websocket/wscontext')).json['context']);
  const client = new LiveClient(() => world.server.url, ticket);
  clients.push(client);
  await client.start();
  return client;
}
const changedFor = ({ messages }: LiveClient): string[] =>
  messages.flatMap((message) => (message.topic === 'records' ? message.recordIds : []));
const open = (who: Kind, kind: string, id: string) => world.send(who, 'GET', `/api-user/v1/records/${kind}/${id}`);

test('a change is sent to users with the page or a page that shows the record open, and not to users who were refused it', async () => {
  const recordId = (await recordIds(world, 'timesheet'))[0] ?? '';
  await setState(world, 'timesheet', recordId, { status: 'SUBMITTED', expense: 'NONE' });
  const assignmentId = String((await stored(world, 'timesheet', recordId))['assignment_id']);
  await sql`delete from record_watches`.execute(world.owner);
  expect((await open('AGENCY', 'timesheet', recordId)).status).toBe(200);
  expect((await open('VMS', 'assignment', assignmentId)).status).toBe(200);
  expect((await open('OWNER', 'timesheet', recordId)).status).toBe(404);
  const [agency, manager, facility, owner] = [
    await listen('AGENCY'),
    await listen('VMS'),
    await listen('CLIENT'),
    await listen('OWNER'),
  ];
  await actOnce(world, 'CLIENT', { kind: 'timesheet', action: 'approve', recordId });
  while (!changedFor(agency).includes(recordId) || !changedFor(manager).includes(assignmentId)) await delay(10);
  await Promise.all([facility.flushed(), owner.flushed()]);
  expect([...changedFor(facility), ...changedFor(owner)]).toEqual([]);
});

test('a change is not sent to pages closed long ago or to another program', async () => {
  const recordId = (await recordIds(world, 'document'))[0] ?? '';
  await setState(world, 'document', recordId, { status: 'PENDING_REVIEW' });
  await open('AGENCY', 'document', recordId);
  await open('CLIENT', 'document', recordId);
  await sql`update record_watches set until = now() - interval '1 second'
    where user_id = ${world.scopes.AGENCY.userId}`.execute(world.owner);
  await sql`update record_watches set tenant_id = gen_random_uuid()
    where user_id = ${world.scopes.CLIENT.userId}`.execute(world.owner);
  const [agency, facility, manager] = [await listen('AGENCY'), await listen('CLIENT'), await listen('VMS')];
  await open('VMS', 'document', recordId);
  await actOnce(world, 'VMS', { kind: 'document', action: 'approve', recordId });
  while (!changedFor(manager).includes(recordId)) await delay(10);
  await Promise.all([agency.flushed(), facility.flushed()]);
  expect([...changedFor(agency), ...changedFor(facility)]).toEqual([]);
});
