/** After sending a broadcast: who has seen but not accepted it, reminders, the deadline, receipts. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import { escalateOverdueBroadcasts, sendDueBroadcasts } from '../../../server/features/broadcasts/scheduled';
import { endDueSnoozes } from '../../../server/features/notifications/reminders/reminders';
import { LiveClient } from '../notifications/liveClient';
import {
  API,
  SECTIONS,
  setActive,
  startProgram,
  type Place,
  type Program,
  type Reader,
} from '../notifications/support';
import type { Answer } from '../support/client';
import { again, idsOf, pendingOf, send, view } from './support';

let program: Program;
let sender: Reader;
const SENDER: readonly Permission[] = [...SECTIONS, 'BROADCAST_SEND'];
const BASE = '/api-user/v1/broadcasts';

beforeAll(async () => {
  program = await startProgram('ONE');
  sender = await program.signedIn('MANAGER', SENDER);
});
afterEach(() => clients.splice(0).forEach((client) => client.stop()));
afterAll(() => program.server.stop());

const clients: LiveClient[] = [];
async function listen(reader: Reader): Promise<LiveClient> {
  const ticket = async () =>
    String((await reader.client.get('/api-websocket/v1/websocket/wscontext', { token: reader.token })).json['context']);
  const client = new LiveClient(() => program.server.url, ticket);
  clients.push(client);
  await client.start();
  return client;
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await delay(20))
    if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
}

const recipients = (id: string, query = '', by = sender): Promise<Answer> =>
  by.client.get(`${BASE}/${id}/recipients${query}`, { token: by.token });
const read = async (id: string): Promise<Record<string, unknown>> =>
  (await sender.client.get(`${BASE}/${id}`, { token: sender.token })).json;
const remind = (id: string, requestId: string = randomUUID(), by = sender): Promise<Answer> =>
  by.client.post(`${BASE}/${id}/remind`, { requestId }, { token: by.token });
const setDeadline = (id: string, body: object, by = sender): Promise<Answer> =>
  by.client.request('PUT', `${BASE}/${id}/deadline`, { token: by.token, body });
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const subjectsOf = async (reader: Reader): Promise<string[]> =>
  (await reader.since(0)).events.flatMap((event) => ('notification' in event ? [event.notification.subject] : []));
const mailsTo = async ({ user }: Reader): Promise<number> =>
  (await program.owner.selectFrom('mail_outbox').where('user_id', '=', user.id).select('id').execute()).length;
/** A broadcast to two users of a facility and one of a supplier, all signed in. */
async function sent(wanted: Parameters<typeof send>[1] = {}) {
  const places: readonly Place[] = ['FACILITY-1', 'FACILITY-1', 'SUPPLIER-1'];
  const readers: Reader[] = [];
  for (const place of places) readers.push(await program.signedIn(place));
  const id = await send(program, {
    organization_types: [],
    organization_ids: readers.map((r) => r.user.organizationId),
    ...wanted,
  });
  return { id, readers: readers as [Reader, Reader, Reader] };
}

test('each has seen it when it first reached a page, and a search narrows every page of the list', async () => {
  const { id, readers } = await sent();
  const [one, other, supplier] = readers;
  const before = await recipients(id);
  const all = before.json['rows'] as { userName: string; shownAt: string | null }[];
  expect(all.every(({ shownAt }) => shownAt === null)).toBe(true);
  expect(idsOf(await pendingOf(one))).toContain(id);
  await pendingOf(one);
  const rows = (await recipients(id)).json['rows'] as { userName: string; shownAt: string | null }[];
  expect(rows.filter(({ shownAt }) => shownAt !== null).map(({ userName }) => userName)).toEqual([one.user.userName]);
  await view(program, other, id);

  const found = async (query: string) => {
    const { json } = await recipients(id, query);
    return [json['found'], (json['rows'] as { userName: string }[]).map(({ userName }) => userName)];
  };
  expect(await found(`?q=${other.user.userName}`)).toEqual([1, [other.user.userName]]);
  expect(await found(`?accepted=false&q=${other.user.userName}`)).toEqual([0, []]);
  expect(await found(`?q=${encodeURIComponent(`SUPPLIER-1 ${supplier.user.userName.toUpperCase()}`)}`)).toEqual([
    1,
    [supplier.user.userName],
  ]);
  expect(await found(`?q=${encodeURIComponent("%' or _")}`)).toEqual([0, []]);
});

test('a socket also shows it, and the sender’s page is notified of that and of each acceptance', async () => {
  const reader = await program.signedIn('FACILITY-2');
  const [, atSender] = [await listen(reader), await listen(sender)];
  const id = await send(program, {
    organization_types: [],
    organization_ids: [reader.user.organizationId],
    send_at: new Date(Date.now() - 1_000),
  });
  const rowOf = async () =>
    ((await recipients(id)).json['rows'] as { userName: string; shownAt: string | null }[]).find(
      ({ userName }) => userName === reader.user.userName,
    );
  await until(async () => (await rowOf())?.shownAt !== null, 'it was shown');
  const received = () =>
    atSender.messages.filter((message) => 'recordIds' in message && message.recordIds.includes(id));
  const before = received().length;
  await view(program, reader, id);
  await until(() => Promise.resolve(received().length > before), 'its sender receives the acceptance');
});

test.each<[string, string, (id: string) => Promise<unknown>]>([
  ['sends it', 'SENT', () => sendDueBroadcasts(program.server.app.services)],
  [
    'cancels it, because it has ended',
    'CANCELLED',
    async (id) => {
      await sql`update broadcasts set ends_at = now() where id = ${id}`.execute(program.owner);
      return sendDueBroadcasts(program.server.app.services);
    },
  ],
  [
    'cancels it for a colleague',
    'CANCELLED',
    (id) => sender.client.post(`${BASE}/${id}/cancel`, {}, { token: sender.token }),
  ],
])('the open page of a scheduled broadcast is notified when the server %s', async (_name, status, change) => {
  const colleague = await program.signedIn('MANAGER', SENDER);
  const [atColleague, atStranger] = [await listen(colleague), await listen(await program.signedIn('MANAGER', SENDER))];
  const created = await sender.client.post(
    BASE,
    {
      ...{ requestId: randomUUID(), subject: 'Later', template: '<p>Later</p>', displayFrequency: 'NEXT_LOGIN' },
      ...{ organizationTypes: ['CLIENT'], organizationIds: [], sendAt: inAnHour() },
    },
    { token: sender.token },
  );
  const id = String(created.json['entityId']);
  expect(await read(id)).toMatchObject({ status: 'SCHEDULED', sentAt: null });
  await recipients(id, '', colleague);
  const isNotified = ({ messages }: LiveClient) =>
    messages.some((message) => 'recordIds' in message && message.recordIds.includes(id));
  await sql`update broadcasts set send_at = now() where id = ${id}`.execute(program.owner);
  await change(id);
  await until(() => Promise.resolve(isNotified(atColleague)), 'the open page receives it');
  expect([(await read(id))['status'], isNotified(atStranger)]).toEqual([status, false]);
});

test('a reminder reaches users who have not accepted, once per request, by mail and on open pages', async () => {
  const { id, readers } = await sent({ display_frequency: 'NEXT_LOGIN', subject: 'Closing time' });
  const [one, other, supplier] = readers;
  await view(program, one, id);
  expect(idsOf(await pendingOf(other))).not.toContain(id);
  const waiting = await read(id);
  const requestId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => remind(id, requestId)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect([answers[0]?.status, answers[0]?.json['people']]).toEqual([200, waiting['waiting']]);
  for (const reader of [other, supplier]) {
    expect((await subjectsOf(reader)).filter((subject) => subject === 'Reminder: Closing time')).toHaveLength(1);
    expect(await mailsTo(reader)).toBe(1);
    expect(idsOf(await pendingOf(reader))).toContain(id);
  }
  expect([(await subjectsOf(one)).includes('Reminder: Closing time'), await mailsTo(one)]).toEqual([false, 0]);
  expect(await read(id)).toMatchObject({ remindedPeople: answers[0]?.json['people'] });

  const soon = await remind(id);
  expect([soon.status, soon.json['errorMessage']]).toEqual([409, expect.stringMatching(/^They were reminded at /)]);
  await sql`update broadcast_reminders set created_at = created_at - interval '61 minutes' where broadcast_id = ${id}`.execute(
    program.owner,
  );
  await view(program, other, id);
  const next = await remind(id);
  expect([next.status, next.json['people']]).toEqual([200, Number(waiting['waiting']) - 1]);
});

test('a broadcast that no longer needs acceptance reminds no one, and neither does another organization’s', async () => {
  const { id } = await sent({ ends_at: new Date(Date.now() + 3_600_000) });
  await sql`update broadcasts set ends_at = now() where id = ${id}`.execute(program.owner);
  expect((await remind(id)).status).toBe(409);
  expect((await remind(randomUUID())).status).toBe(404);
  const facility = await program.signedIn('FACILITY-1', SENDER);
  const { id: open } = await sent();
  expect((await remind(open, randomUUID(), facility)).status).toBe(404);
  expect((await setDeadline(open, { acceptBy: null, escalateTo: [] }, facility)).status).toBe(404);
  expect((await recipients(open, '', facility)).status).toBe(404);
  const receipts = await facility.client.get(`${BASE}/${open}/receipts`, { token: facility.token });
  expect(receipts.status).toBe(404);
  const plain = await program.signedIn('MANAGER');
  expect([
    (await remind(open, randomUUID(), plain)).status,
    (await setDeadline(open, { acceptBy: null, escalateTo: [] }, plain)).status,
  ]).toEqual([401, 401]);
});

test('a deactivated organization is neither reminded nor counted as late', async () => {
  const { id, readers } = await sent({ subject: 'Closing early' });
  const [one, , supplier] = readers;
  const waiting = async () => Number((await read(id))['waiting']);
  const before = await waiting();
  await setActive(program, supplier, false);
  const others = await waiting();
  expect(others).toBeLessThan(before);
  expect((await remind(id)).json['people']).toBe(others);
  expect([await mailsTo(one), await mailsTo(supplier)]).toEqual([1, 0]);
  await setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS'] });
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  expect(await escalateOverdueBroadcasts(program.server.app.services)).toBe(1);
  expect((await read(id))['overduePeople']).toBe(others);
  await setActive(program, supplier, true);
  expect(await subjectsOf(supplier)).toEqual(['Closing early']);
});

test('one of a deactivated organization is escalated once that is reactivated', async () => {
  const { id } = await sent();
  await setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS'] });
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  const services = program.server.app.services;
  await setActive(program, sender, false);
  expect(await escalateOverdueBroadcasts(services)).toBe(0);
  await setActive(program, sender, true);
  expect(await escalateOverdueBroadcasts(services)).toBe(1);
});

test('rows of reminders are visible to the sending organization, and cannot be written', async () => {
  const { id } = await sent();
  await remind(id);
  const seen = (place: Place) =>
    program.server.database.withScope(program.scope(place), (queries) =>
      queries.selectFrom('broadcast_reminders').where('broadcast_id', '=', id).select('id').execute(),
    );
  expect([(await seen('MANAGER')).length, (await seen('FACILITY-1')).length]).toEqual([1, 0]);
  const written = program.server.database.withScope(program.scope('MANAGER'), (queries) =>
    sql`
      insert into broadcast_reminders (broadcast_id, organization_id, request_id, people, created_at)
      values (${id}, ${program.world.tenantId}, gen_random_uuid(), 1, now())`.execute(queries),
  );
  await expect(written).rejects.toThrow(/row-level security/);
});

test('after its deadline the chosen users are notified once, by the first node', async () => {
  const administrator = await program.signedIn('SUPPLIER-1', [...SECTIONS, 'VMS_AGENCY_USER_EDIT']);
  const { id, readers } = await sent({ subject: 'New rates' });
  const [one, other, supplier] = readers;
  const set = await setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS', 'ADMINISTRATORS'] });
  expect([set.status, set.text]).toEqual([200, expect.stringContaining('SENT')]);
  const services = program.server.app.services;
  expect(await escalateOverdueBroadcasts(services)).toBe(0);
  await view(program, one, id);
  await view(program, other, id);
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  const rounds = await Promise.all([1, 2, 3].map(() => escalateOverdueBroadcasts(services)));
  expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
  const late = 'Not accepted in time: New rates';
  for (const reader of [sender, administrator])
    expect((await subjectsOf(reader)).filter((subject) => subject === late)).toHaveLength(1);
  for (const reader of [one, other, supplier]) expect(await subjectsOf(reader)).not.toContain(late);
  const { overduePeople, waiting } = await read(id);
  expect(overduePeople).toBe(waiting);
  expect((await setDeadline(id, { acceptBy: null, escalateTo: [] })).status).toBe(409);
});

test.each([
  ['at its deadline', '1 second', '0 seconds', 1],
  ['before its deadline', '1 second', '-1 second', 0],
  ['at its deadline, long ago', '30 days', '0 seconds', 0],
])('one that ended %s, before anyone noticed, is escalated accordingly, once', async (_name, ago, after, times) => {
  const subject = `Ends ${ago} ago, ${after} later`;
  const { id } = await sent({ subject, ends_at: new Date(Date.now() + 3_600_000) });
  await setDeadline(id, { acceptBy: new Date(Date.now() + 1_800_000).toISOString(), escalateTo: ['SENDERS'] });
  await sql`
    update broadcasts set sent_at = now() - ${ago}::interval - interval '1 hour',
      accept_by = now() - ${ago}::interval, ends_at = now() - ${ago}::interval + ${after}::interval
    where id = ${id}`.execute(program.owner);
  const services = program.server.app.services;
  expect([await escalateOverdueBroadcasts(services), await escalateOverdueBroadcasts(services)]).toEqual([times, 0]);
  const late = (await subjectsOf(sender)).filter((each) => each === `Not accepted in time: ${subject}`);
  expect(late).toHaveLength(times);
});

test('one that waited until its deadline is sent and not escalated', async () => {
  const acceptBy = new Date(Date.now() - 60_000);
  const { id, readers } = await sent({ accept_by: acceptBy, escalate_to: ['SENDERS'] });
  expect(Date.parse(String((await read(id))['sentAt']))).toBeGreaterThan(acceptBy.getTime());
  expect(idsOf(await pendingOf(readers[0]))).toContain(id);
  const services = program.server.app.services;
  expect(await escalateOverdueBroadcasts(services)).toBe(0);
  // With a new deadline, it can be accepted in time.
  expect((await setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS'] })).status).toBe(200);
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  expect(await escalateOverdueBroadcasts(services)).toBe(1);
});

test('each reader who has not accepted learns of its deadline, in the list and live, and of a new one on open pages', async () => {
  const reader = await program.signedIn('FACILITY-2');
  const done = await program.signedIn('FACILITY-2');
  const [atReader, atDone] = [await listen(reader), await listen(done)];
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
  await until(() => Promise.resolve(live(atReader).length === 1), 'it has arrived');
  expect(live(atReader)).toEqual([first]);
  const [later, alike] = [await again(program, reader), await again(program, done)];
  expect([await deadlineOf(later), await deadlineOf(alike)]).toEqual([[first], [first]]);
  await view(program, alike, id);
  // At the next sign-in it must be accepted again, but they have met the deadline.
  expect(await deadlineOf(await again(program, alike))).toEqual([null]);

  const atLater = await listen(later);
  const next = new Date(Date.now() + 7_200_000).toISOString();
  const received = (client: LiveClient) =>
    client.messages.some((message) => 'recordIds' in message && message.recordIds.includes(id));
  expect((await setDeadline(id, { acceptBy: next, escalateTo: [] })).status).toBe(200);
  await until(() => Promise.resolve(received(atLater)), 'the open page receives it');
  expect(await deadlineOf(later)).toEqual([next]);
  expect(received(atDone)).toBe(false);
  expect((await setDeadline(id, { acceptBy: null, escalateTo: [] })).status).toBe(200);
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
  const atLater = await listen(later);
  await sender.client.post(`${BASE}/${id}/cancel`, {}, { token: sender.token });
  await until(
    () => Promise.resolve(atLater.messages.some((each) => 'recordIds' in each && each.recordIds.includes(id))),
    'the open page receives it',
  );
  expect(idsOf(await pendingOf(later))).not.toContain(id);
});

test('a notification that comes back from a snooze says so, live and to a page that missed it', async () => {
  const reader = await program.signedIn('FACILITY-2');
  const id = await send(program, { organization_types: [], organization_ids: [reader.user.organizationId] });
  const [sentFirst] = (await reader.since(0)).events.slice(-1);
  const changes = [{ id: sentFirst?.notification?.id, snoozeMinutes: 60 }];
  await reader.client.post(
    `${API}/states`,
    { userId: reader.user.id, context: reader.context, changes },
    { token: reader.token },
  );
  const atReader = await listen(reader);
  await sql`
    update notification_events set snoozed_until = now() where user_id = ${reader.user.id} and snoozed_until is not null`.execute(
    program.owner,
  );
  const { database, notifier } = program.server.app.services;
  await endDueSnoozes({ database, notifier });
  const live = () => atReader.messages.flatMap((message) => ('events' in message ? message.events : []));
  await until(() => Promise.resolve(live().some(({ returned }) => returned === true)), 'it is back');
  const missed = (await reader.since(0)).events;
  const marks = (events: typeof missed) =>
    events.flatMap(({ notification, returned }) => (notification?.entityId === id ? [returned] : []));
  expect([marks(live()), marks(missed)]).toEqual([
    [undefined, true],
    [undefined, true],
  ]);
});

test.each([
  ['that has passed', { acceptBy: '2020-01-01T00:00:00Z', escalateTo: [] }, /^The deadline has passed/],
  ['of nothing', { acceptBy: null, escalateTo: ['SENDERS'] }, /^People can only be notified after a deadline/],
])('a deadline %s is refused with a message', async (_name, body, sentence) => {
  const { id } = await sent();
  const { status, json } = await setDeadline(id, body);
  expect([status, json['errorMessage']]).toEqual([400, expect.stringMatching(sentence)]);
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
    const { id } = await sent({ send_at: inMinutes(-60) });
    expect((await setDeadline(id, { acceptBy: soon(), escalateTo: [] })).status).toBe(200);
    const body = {
      requestId: randomUUID(),
      subject: 'Soon',
      template: '<p>Soon</p>',
      displayFrequency: 'IMMEDIATE',
      organizationTypes: ['VMS'],
      organizationIds: [],
      acceptBy: soon(),
    };
    expect((await sender.client.post(BASE, body, { token: sender.token })).status).toBe(200);
  });

  test('what ends in five minutes can have a deadline, and be ended', async () => {
    const { id } = await sent({ send_at: inMinutes(-60), display_frequency: 'EVERY_LOGIN' });
    await program.owner
      .updateTable('broadcasts')
      .set({ ends_at: inMinutes(-4) })
      .where('id', '=', id)
      .execute();
    expect((await setDeadline(id, { acceptBy: soon(), escalateTo: [] })).status).toBe(200);
    await sender.client.post(`${BASE}/${id}/cancel`, {}, { token: sender.token });
    const { rows } = await sql<{ isEnded: boolean }>`
      select ends_at > now() - interval '1 minute' as "isEnded" from broadcasts where id = ${id}`.execute(
      program.owner,
    );
    expect(rows).toEqual([{ isEnded: true }]);
  });
});

test('receipts show for each recipient when it was shown and accepted, in the caller’s zone, without formulas', async () => {
  const { id, readers } = await sent({ subject: 'Receipts' });
  const [one] = readers;
  await program.owner.updateTable('users').set({ last_name: '=1+1' }).where('id', '=', one.user.id).execute();
  const reader = await again(program, one);
  await pendingOf(reader);
  await view(program, reader, id);
  await sql`
    update broadcast_recipients set shown_at = '2026-07-01T15:00:00Z', accepted_at = '2026-07-01T16:30:00Z'
    where broadcast_id = ${id} and user_id = ${one.user.id}`.execute(program.owner);
  const answer = await sender.client.request('GET', `${BASE}/${id}/receipts`, {
    token: sender.token,
    headers: { 'x-time-zone': 'America/Chicago' },
  });
  expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/filename="Receipts Receipts \d{4}-\d{2}-\d{2}\.csv"/),
  ]);
  const lines = answer.text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('Name,Organization,Shown,Reminded,Accepted');
  const { recipients: count } = await read(id);
  expect(lines).toHaveLength(1 + Number(count));
  const line = lines.find((each) => each.includes('=1+1')) ?? '';
  expect(line).toMatch(/^"'=1\+1, /);
  expect(line.match(/\d\d?:\d\d [AP]M/g)).toEqual(['10:00 AM', '11:30 AM']);
});
