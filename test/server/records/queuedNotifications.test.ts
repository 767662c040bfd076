/** Notifications that are published after the transaction that caused them: each once, and none for ever. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { publishQueued, startPublishingQueued } from '../../../server/features/records/queuedNotifications';
import { settleNotifications } from '../../../server/features/records/settleNotifications';
import { SECTIONS, startProgram, type Place, type Program, type Reader } from '../notifications/support';
import { untilLockWaits } from '../support/lockWaits';

let program: Program;
beforeAll(async () => (program = await startProgram()));
afterAll(() => program.server.stop());

const submitted = (timesheetId = program.rows.timesheet) =>
  ({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId }) as const;
const queue = (count: number, place: Place = 'SUPPLIER-1') =>
  program.server.database.withScope(program.scope(place), (queries) =>
    program.server.app.services.notifier.queue(
      queries,
      Array.from({ length: count }, () => submitted()),
      {},
    ),
  );
const publishAll = () => publishQueued(program.server.app.services);
const left = async () => (await program.owner.selectFrom('notification_queue').select('event').execute()).length;
const setTimesheet = (status: string, on = program.owner) =>
  sql`
    update timesheets set facility_status = ${status}, supplier_status = ${status}
    where id = ${program.rows.timesheet}`.execute(on);
const aFacilityUser = () => program.signedIn('FACILITY-1', SECTIONS);
const settledIn = async (reader: Reader) =>
  (await reader.since(0)).events.flatMap(({ changed }) => changed?.state.settled?.status ?? []);
const put = (event: object) =>
  sql`
    insert into notification_queue (tenant_id, organization_id, event)
    values (${program.world.tenantId}, ${program.scope('SUPPLIER-1').organizationId}, ${JSON.stringify(event)}::jsonb)
  `.execute(program.owner);

beforeEach(() => setTimesheet('SUBMITTED'));

test('two nodes at the same time publish each once', async () => {
  const reader = await aFacilityUser();
  await queue(150);
  await Promise.all([publishAll(), publishAll()]);
  expect((await reader.since(0)).sequence).toBe(150);
  expect(await left()).toBe(0);
});

test('users are notified soon after the commit, and after the start', async () => {
  const reader = await aFacilityUser();
  await queue(1);
  const stop = startPublishingQueued(program.server.app.services);
  try {
    while ((await reader.since(0)).sequence < 1) await delay(20);
    await queue(2);
    while ((await reader.since(0)).sequence < 3) await delay(20);
  } finally {
    await stop();
  }
});

test('a stop waits for the entry under way, and the others are published once, by another node', async () => {
  const reader = await aFacilityUser();
  await queue(10);
  let stopped = Promise.resolve();
  await program.owner.transaction().execute(async (acting) => {
    await sql`select from timesheets where id = ${program.rows.timesheet} for update`.execute(acting);
    const stop = startPublishingQueued(program.server.app.services);
    await untilLockWaits(program.owner);
    stopped = stop();
  });
  await stopped;
  expect([await left(), (await reader.since(0)).sequence]).toEqual([9, 1]);
  await publishAll();
  expect([await left(), (await reader.since(0)).sequence]).toEqual([0, 10]);
});

test('an action that began first is seen: what it settles does not ask any more', async () => {
  const reader = await aFacilityUser();
  await queue(1);
  let published = Promise.resolve();
  await program.owner.transaction().execute(async (acting) => {
    await sql`select from timesheets where id = ${program.rows.timesheet} for update`.execute(acting);
    published = publishAll();
    await untilLockWaits(program.owner);
    await setTimesheet('APPROVED', acting);
  });
  await published;
  await settleNotifications(program.server.app.services);
  expect(await settledIn(reader)).toEqual(['APPROVED']);
});

test('an entry that fails does not hold up those behind it, and is tried again', async () => {
  const reader = await aFacilityUser();
  await put({ ...submitted(), what: 'NOTHING_KNOWN' });
  await queue(1);
  await publishAll();
  expect((await reader.since(0)).sequence).toBe(1);
  expect(await left()).toBe(1);
  expect(program.server.log.some((line) => line.includes('a queued notification could not be published'))).toBe(true);
  await sql`
    update notification_queue set event = ${JSON.stringify(submitted())}::jsonb`.execute(program.owner);
  await publishAll();
  expect((await reader.since(0)).sequence).toBe(2);
  expect(await left()).toBe(0);
});

test('an entry whose timesheet is gone is dropped', async () => {
  const reader = await aFacilityUser();
  await put(submitted(crypto.randomUUID()));
  await publishAll();
  expect([await left(), (await reader.since(0)).sequence]).toEqual([0, 0]);
});

test('an organization queues only as itself and for its own users, and reads nothing', async () => {
  const own = program.scope('SUPPLIER-1', (await program.user('SUPPLIER-1')).id);
  const stranger = await program.user('FACILITY-1');
  const insert = (organizationId: string, tenantId: string, actorId: string | null) =>
    program.server.database.withScope(own, (queries) =>
      sql`
        insert into notification_queue (tenant_id, organization_id, actor_id, event)
        values (${tenantId}, ${organizationId}, ${actorId}, ${JSON.stringify(submitted())}::jsonb)`.execute(queries),
    );
  const refused = { code: '42501' };
  await expect(insert(program.scope('FACILITY-1').organizationId, own.tenantId, null)).rejects.toMatchObject(refused);
  await expect(insert(own.organizationId, crypto.randomUUID(), null)).rejects.toMatchObject(refused);
  await expect(insert(own.organizationId, own.tenantId, stranger.id)).rejects.toMatchObject(refused);
  await insert(own.organizationId, own.tenantId, own.userId);
  const seen = await program.server.database.withScope(own, (queries) =>
    queries.selectFrom('notification_queue').select('event').execute(),
  );
  expect([seen.length, await left()]).toEqual([0, 1]);
  await publishAll();
});
