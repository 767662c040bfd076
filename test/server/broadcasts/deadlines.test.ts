/** The deadline for accepting a broadcast, and who is notified after it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { escalateOverdueBroadcasts } from '../../../server/features/broadcasts/scheduled';
import type { LiveClient } from '../notifications/liveClient';
import { SECTIONS, setActive, type Program, type Reader } from '../notifications/support';
import { BROADCASTS, Sender, inAnHour, isNotifiedOf, subjectsOf, until } from './sender';
import { again, idsOf, pendingOf, send, view } from './support';

let sender: Sender;
let program: Program;

beforeAll(async () => {
  sender = await Sender.start();
  ({ program } = sender);
});
afterEach(() => sender.closePages());
afterAll(() => program.server.stop());

test('one of a deactivated organization is escalated once that is reactivated', async () => {
  const { id } = await sender.sent();
  await sender.setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS'] });
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  const services = program.server.app.services;
  await setActive(program, sender.reader, false);
  expect(await escalateOverdueBroadcasts(services)).toBe(0);
  await setActive(program, sender.reader, true);
  expect(await escalateOverdueBroadcasts(services)).toBe(1);
});

test('after its deadline the chosen users are notified once, by the first node', async () => {
  const administrator = await program.signedIn('SUPPLIER-1', [...SECTIONS, 'VMS_AGENCY_USER_EDIT']);
  const { id, readers } = await sender.sent({ subject: 'New rates' });
  const [one, other, supplier] = readers;
  const set = await sender.setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS', 'ADMINISTRATORS'] });
  expect([set.status, set.text]).toEqual([200, expect.stringContaining('SENT')]);
  const services = program.server.app.services;
  expect(await escalateOverdueBroadcasts(services)).toBe(0);
  await view(program, one, id);
  await view(program, other, id);
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  const rounds = await Promise.all([1, 2, 3].map(() => escalateOverdueBroadcasts(services)));
  expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
  const late = 'Not accepted in time: New rates';
  for (const reader of [sender.reader, administrator])
    expect((await subjectsOf(reader)).filter((subject) => subject === late)).toHaveLength(1);
  for (const reader of [one, other, supplier]) expect(await subjectsOf(reader)).not.toContain(late);
  const { overduePeople, waiting } = await sender.read(id);
  expect(overduePeople).toBe(waiting);
  expect((await sender.setDeadline(id, { acceptBy: null, escalateTo: [] })).status).toBe(409);
});

test('administrators learn how many of their people they are not told by name, senders get all organizations', async () => {
  const administrator = await program.signedIn('FACILITY-2', [...SECTIONS, 'USER_EDIT']);
  await Promise.all(Array.from({ length: 51 }, () => program.user('FACILITY-2')));
  const { id } = await sender.sent({
    subject: 'New badges',
    organization_ids: [administrator.user.organizationId],
  });
  await sender.setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS', 'ADMINISTRATORS'] });
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  expect(await escalateOverdueBroadcasts(program.server.app.services)).toBe(1);
  const sentenceTo = async (reader: Reader) => {
    const { events } = await reader.since(0);
    const late = events.flatMap((event) => ('notification' in event ? [event.notification] : []));
    return late.find(({ subject }) => subject === 'Not accepted in time: New badges')?.template ?? '';
  };
  const [, people, names, more] =
    /^<p>(\d+) people have not accepted .*?: ([^:]*) and (\d+) more\.<\/p>$/.exec(await sentenceTo(administrator)) ??
    [];
  expect(names?.split(', ')).toHaveLength(50);
  expect([Number(people) > 50, Number(more)]).toEqual([true, Number(people) - 50]);
  expect(await sentenceTo(sender.reader)).toMatch(new RegExp(`: [^,:]+ \\(${people}\\)\\.</p>$`));
});

test.each([
  ['at its deadline', '1 second', '0 seconds', 1],
  ['before its deadline', '1 second', '-1 second', 0],
  ['at its deadline, long ago', '30 days', '0 seconds', 0],
])('one that ended %s, before anyone noticed, is escalated accordingly, once', async (_name, ago, after, times) => {
  const subject = `Ends ${ago} ago, ${after} later`;
  const { id } = await sender.sent({ subject, ends_at: new Date(Date.now() + 3_600_000) });
  await sender.setDeadline(id, { acceptBy: new Date(Date.now() + 1_800_000).toISOString(), escalateTo: ['SENDERS'] });
  await sql`
    update broadcasts set sent_at = now() - ${ago}::interval - interval '1 hour',
      accept_by = now() - ${ago}::interval, ends_at = now() - ${ago}::interval + ${after}::interval
    where id = ${id}`.execute(program.owner);
  const services = program.server.app.services;
  expect([await escalateOverdueBroadcasts(services), await escalateOverdueBroadcasts(services)]).toEqual([times, 0]);
  const late = (await subjectsOf(sender.reader)).filter((each) => each === `Not accepted in time: ${subject}`);
  expect(late).toHaveLength(times);
});

test('one that waited until its deadline is sent and not escalated', async () => {
  const acceptBy = new Date(Date.now() - 60_000);
  const { id, readers } = await sender.sent({ accept_by: acceptBy, escalate_to: ['SENDERS'] });
  expect(Date.parse(String((await sender.read(id))['sentAt']))).toBeGreaterThan(acceptBy.getTime());
  expect(idsOf(await pendingOf(readers[0]))).toContain(id);
  const services = program.server.app.services;
  expect(await escalateOverdueBroadcasts(services)).toBe(0);
  // With a new deadline, it can be accepted in time.
  expect((await sender.setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS'] })).status).toBe(200);
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  expect(await escalateOverdueBroadcasts(services)).toBe(1);
});

test('each reader who has not accepted learns of its deadline, in the list and live, and of a new one on open pages', async () => {
  const reader = await program.signedIn('FACILITY-2');
  const done = await program.signedIn('FACILITY-2');
  const [atReader, atDone] = [await sender.listen(reader), await sender.listen(done)];
  const first = inAnHour();
  const id = await send(program, {
    display_frequency: 'EVERY_LOGIN',
    organization_types: [],
    organization_ids: [reader.user.organizationId],
    accept_by: first,
  });
  const deadlineOf = async (who: Reader) =>
    (await pendingOf(who)).filter(({ entityId }) => entityId === id).map(({ acceptBy }) => acceptBy);
  const live = (client: LiveClient) =>
    client.messages.flatMap((message) =>
      'events' in message
        ? message.events.flatMap(({ notification }) => (notification?.entityId === id ? [notification.acceptBy] : []))
        : [],
    );
  await until(() => live(atReader).length === 1, 'it has arrived');
  expect(live(atReader)).toEqual([first]);
  const [later, alike] = [await again(program, reader), await again(program, done)];
  expect([await deadlineOf(later), await deadlineOf(alike)]).toEqual([[first], [first]]);
  await view(program, alike, id);
  // At the next sign-in it must be accepted again, but they have met the deadline.
  expect(await deadlineOf(await again(program, alike))).toEqual([null]);

  const atLater = await sender.listen(later);
  const next = new Date(Date.now() + 7_200_000).toISOString();
  expect((await sender.setDeadline(id, { acceptBy: next, escalateTo: [] })).status).toBe(200);
  await until(() => isNotifiedOf(atLater, id), 'the open page receives it');
  expect(await deadlineOf(later)).toEqual([next]);
  expect(isNotifiedOf(atDone, id)).toBe(false);
  expect((await sender.setDeadline(id, { acceptBy: null, escalateTo: [] })).status).toBe(200);
  expect(await deadlineOf(later)).toEqual([null]);
});

test('one that its sender ends is no longer pending, and every open page of its recipients hears of it', async () => {
  const reader = await program.signedIn('FACILITY-2');
  const id = await send(program, {
    display_frequency: 'EVERY_LOGIN',
    organization_types: [],
    organization_ids: [reader.user.organizationId],
  });
  await view(program, await again(program, reader), id);
  // They accepted it in their former session; in this one it is pending once more.
  const later = await again(program, reader);
  expect(idsOf(await pendingOf(later))).toContain(id);
  const atLater = await sender.listen(later);
  await sender.cancel(id);
  await until(() => isNotifiedOf(atLater, id), 'the open page receives it');
  expect(idsOf(await pendingOf(later))).not.toContain(id);
});

test.each([
  ['that has passed', { acceptBy: '2020-01-01T00:00:00Z', escalateTo: [] }, /^The deadline has passed/],
  ['of nothing', { acceptBy: null, escalateTo: ['SENDERS'] }, /^People can only be notified after a deadline/],
])('a deadline %s is refused with a message', async (_name, body, sentence) => {
  const { id } = await sender.sent();
  const { status, json } = await sender.setDeadline(id, body);
  expect([status, json['errorMessage']]).toEqual([400, expect.stringMatching(sentence)]);
});

test('one who saw another deadline does not replace it, but may repeat a request whose answer was lost', async () => {
  const { id } = await sender.sent();
  const [first, second] = [inAnHour(), new Date(Date.now() + 7_200_000).toISOString()];
  const set = async (acceptBy: string | null, replaces?: string | null) => {
    const { status, json } = await sender.setDeadline(id, {
      ...{ acceptBy, escalateTo: acceptBy === null ? [] : ['ADMINISTRATORS'] },
      ...(replaces !== undefined && { replaces }),
    });
    return [status, json['errorMessage'], (await sender.read(id))['acceptBy']];
  };
  const conflict = [409, expect.stringMatching(/^This deadline has changed since you opened it\./)];
  expect(await set(first, null)).toEqual([200, undefined, first]);
  expect(await set(second, first)).toEqual([200, undefined, second]);
  // Its answer was lost.
  expect(await set(second, first)).toEqual([200, undefined, second]);
  // Opened on the first deadline, or on none, and only changes who is notified.
  expect(await set(first, first)).toEqual([...conflict, second]);
  expect(await set(null, null)).toEqual([...conflict, second]);
  expect(await set(null, second)).toEqual([200, undefined, null]);
  expect(await set(second, second)).toEqual([...conflict, null]);
  // Pages from before do not say what they have seen.
  expect(await set(first)).toEqual([200, undefined, first]);
});

describe('on a node whose own clock is ten minutes ahead of the database', () => {
  const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
  // What is five minutes ago for this machine is in five minutes for the database.
  const soon = (): string => inMinutes(-5).toISOString();
  beforeEach(() => {
    const { clock } = program.server.app.services;
    jest.spyOn(clock, 'now').mockImplementation(() => inMinutes(-10).getTime());
  });
  afterEach(() => jest.restoreAllMocks());

  test('a deadline in five minutes is accepted', async () => {
    const { id } = await sender.sent({ send_at: inMinutes(-60) });
    expect((await sender.setDeadline(id, { acceptBy: soon(), escalateTo: [] })).status).toBe(200);
    const body = {
      requestId: randomUUID(),
      subject: 'Soon',
      template: '<p>Soon</p>',
      displayFrequency: 'IMMEDIATE',
      organizationTypes: ['VMS'],
      organizationIds: [],
      acceptBy: soon(),
    };
    expect((await sender.post(BROADCASTS, body)).status).toBe(200);
  });

  test('what ends in five minutes can have a deadline, and be ended', async () => {
    const { id } = await sender.sent({ send_at: inMinutes(-60), display_frequency: 'EVERY_LOGIN' });
    await program.owner
      .updateTable('broadcasts')
      .set({ ends_at: inMinutes(-4) })
      .where('id', '=', id)
      .execute();
    expect((await sender.setDeadline(id, { acceptBy: soon(), escalateTo: [] })).status).toBe(200);
    await sender.cancel(id);
    const { rows } = await sql<{ isEnded: boolean }>`
      select ends_at > now() - interval '1 minute' as "isEnded" from broadcasts where id = ${id}`.execute(
      program.owner,
    );
    expect(rows).toEqual([{ isEnded: true }]);
  });
});
