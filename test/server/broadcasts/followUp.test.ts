/** After sending a broadcast: who has seen but not accepted it, reminders, receipts. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { escalateOverdueBroadcasts, sendDueBroadcasts } from '../../../server/features/broadcasts/scheduled';
import { endDueSnoozes } from '../../../server/features/notifications/reminders/reminders';
import { API, setActive, type Place, type Program, type Reader } from '../notifications/support';
import { BROADCASTS, MAY_SEND, Sender, inAnHour, isNotifiedOf, subjectsOf, until } from './sender';
import { again, idsOf, pendingOf, send, view } from './support';

let sender: Sender;
let program: Program;

beforeAll(async () => {
  sender = await Sender.start();
  ({ program } = sender);
});
afterEach(() => sender.closePages());
afterAll(() => program.server.stop());

const mailsTo = async ({ user }: Reader): Promise<number> =>
  (await program.owner.selectFrom('mail_outbox').where('user_id', '=', user.id).select('id').execute()).length;

test('each has seen it when it first reached a page, and a search narrows every page of the list', async () => {
  const { id, readers } = await sender.sent();
  const [one, other, supplier] = readers;
  const before = await sender.recipients(id);
  const all = before.json['rows'] as { userName: string; shownAt: string | null }[];
  expect(all.every(({ shownAt }) => shownAt === null)).toBe(true);
  expect(idsOf(await pendingOf(one))).toContain(id);
  await pendingOf(one);
  const rows = (await sender.recipients(id)).json['rows'] as { userName: string; shownAt: string | null }[];
  expect(rows.filter(({ shownAt }) => shownAt !== null).map(({ userName }) => userName)).toEqual([one.user.userName]);
  await view(program, other, id);

  const found = async (query: string) => {
    const { json } = await sender.recipients(id, query);
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
  const [, atSender] = [await sender.listen(reader), await sender.listen(sender.reader)];
  const id = await send(program, {
    organization_types: [],
    organization_ids: [reader.user.organizationId],
    send_at: new Date(Date.now() - 1_000),
  });
  const rowOf = async () =>
    ((await sender.recipients(id)).json['rows'] as { userName: string; shownAt: string | null }[]).find(
      ({ userName }) => userName === reader.user.userName,
    );
  await until(async () => (await rowOf())?.shownAt !== null, 'it was shown');
  const received = () =>
    atSender.messages.filter((message) => 'recordIds' in message && message.recordIds.includes(id));
  const before = received().length;
  await view(program, reader, id);
  await until(() => received().length > before, 'its sender receives the acceptance');
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
  ['cancels it for a colleague', 'CANCELLED', (id) => sender.cancel(id)],
])('the open page of a scheduled broadcast is notified when the server %s', async (_name, status, change) => {
  const colleague = await program.signedIn('MANAGER', MAY_SEND);
  const [atColleague, atStranger] = [
    await sender.listen(colleague),
    await sender.listen(await program.signedIn('MANAGER', MAY_SEND)),
  ];
  const created = await sender.post(BROADCASTS, {
    ...{ requestId: randomUUID(), subject: 'Later', template: '<p>Later</p>', displayFrequency: 'NEXT_LOGIN' },
    ...{ organizationTypes: ['CLIENT'], organizationIds: [], sendAt: inAnHour() },
  });
  const id = String(created.json['entityId']);
  expect(await sender.read(id)).toMatchObject({ status: 'SCHEDULED', sentAt: null });
  await sender.recipients(id, '', colleague);
  await sql`update broadcasts set send_at = now() where id = ${id}`.execute(program.owner);
  await change(id);
  await until(() => isNotifiedOf(atColleague, id), 'the open page receives it');
  expect([(await sender.read(id))['status'], isNotifiedOf(atStranger, id)]).toEqual([status, false]);
});

test('a reminder reaches users who have not accepted, once per request, by mail and on open pages', async () => {
  const { id, readers } = await sender.sent({ display_frequency: 'NEXT_LOGIN', subject: 'Closing time' });
  const [one, other, supplier] = readers;
  await view(program, one, id);
  expect(idsOf(await pendingOf(other))).not.toContain(id);
  const waiting = await sender.read(id);
  const requestId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => sender.remind(id, requestId)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect([answers[0]?.status, answers[0]?.json['people']]).toEqual([200, waiting['waiting']]);
  for (const reader of [other, supplier]) {
    expect((await subjectsOf(reader)).filter((subject) => subject === 'Reminder: Closing time')).toHaveLength(1);
    expect(await mailsTo(reader)).toBe(1);
    expect(idsOf(await pendingOf(reader))).toContain(id);
  }
  expect([(await subjectsOf(one)).includes('Reminder: Closing time'), await mailsTo(one)]).toEqual([false, 0]);
  expect(await sender.read(id)).toMatchObject({ remindedPeople: answers[0]?.json['people'] });

  const soon = await sender.remind(id);
  expect([soon.status, soon.json['errorMessage']]).toEqual([409, expect.stringMatching(/^They were reminded at /)]);
  await sql`update broadcast_reminders set created_at = created_at - interval '61 minutes' where broadcast_id = ${id}`.execute(
    program.owner,
  );
  await view(program, other, id);
  const next = await sender.remind(id);
  expect([next.status, next.json['people']]).toEqual([200, Number(waiting['waiting']) - 1]);
});

test('a broadcast that no longer needs acceptance reminds no one, and neither does another organization’s', async () => {
  const { id } = await sender.sent({ ends_at: new Date(Date.now() + 3_600_000) });
  await sql`update broadcasts set ends_at = now() where id = ${id}`.execute(program.owner);
  expect((await sender.remind(id)).status).toBe(409);
  expect((await sender.remind(randomUUID())).status).toBe(404);
  const facility = await program.signedIn('FACILITY-1', MAY_SEND);
  const { id: open } = await sender.sent();
  expect((await sender.remind(open, randomUUID(), facility)).status).toBe(404);
  expect((await sender.setDeadline(open, { acceptBy: null, escalateTo: [] }, facility)).status).toBe(404);
  expect((await sender.recipients(open, '', facility)).status).toBe(404);
  const receipts = await facility.client.get(`${BROADCASTS}/${open}/receipts`, { token: facility.token });
  expect(receipts.status).toBe(404);
  const plain = await program.signedIn('MANAGER');
  expect([
    (await sender.remind(open, randomUUID(), plain)).status,
    (await sender.setDeadline(open, { acceptBy: null, escalateTo: [] }, plain)).status,
  ]).toEqual([401, 401]);
});

test('a deactivated organization is neither reminded nor counted as late', async () => {
  const { id, readers } = await sender.sent({ subject: 'Closing early' });
  const [one, , supplier] = readers;
  const waiting = async () => Number((await sender.read(id))['waiting']);
  const before = await waiting();
  await setActive(program, supplier, false);
  const others = await waiting();
  expect(others).toBeLessThan(before);
  expect((await sender.remind(id)).json['people']).toBe(others);
  expect([await mailsTo(one), await mailsTo(supplier)]).toEqual([1, 0]);
  await sender.setDeadline(id, { acceptBy: inAnHour(), escalateTo: ['SENDERS'] });
  await sql`update broadcasts set accept_by = now() where id = ${id}`.execute(program.owner);
  expect(await escalateOverdueBroadcasts(program.server.app.services)).toBe(1);
  expect((await sender.read(id))['overduePeople']).toBe(others);
  await setActive(program, supplier, true);
  expect(await subjectsOf(supplier)).toEqual(['Closing early']);
});

test('rows of reminders are visible to the sending organization, and cannot be written', async () => {
  const { id } = await sender.sent();
  await sender.remind(id);
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
  const atReader = await sender.listen(reader);
  await sql`
    update notification_events set snoozed_until = now() where user_id = ${reader.user.id} and snoozed_until is not null`.execute(
    program.owner,
  );
  const { database, notifier } = program.server.app.services;
  await endDueSnoozes({ database, notifier });
  const live = () => atReader.messages.flatMap((message) => ('events' in message ? message.events : []));
  await until(() => live().some(({ returned }) => returned === true), 'it is back');
  const missed = (await reader.since(0)).events;
  const marks = (events: typeof missed) =>
    events.flatMap(({ notification, returned }) => (notification?.entityId === id ? [returned] : []));
  expect([marks(live()), marks(missed)]).toEqual([
    [undefined, true],
    [undefined, true],
  ]);
});

test('receipts show for each recipient when it was shown and accepted, in the caller’s zone, without formulas', async () => {
  const { id, readers } = await sender.sent({ subject: 'Receipts' });
  const [one] = readers;
  await program.owner.updateTable('users').set({ last_name: '=1+1' }).where('id', '=', one.user.id).execute();
  const reader = await again(program, one);
  await pendingOf(reader);
  await view(program, reader, id);
  await sql`
    update broadcast_recipients set shown_at = '2026-07-01T15:00:00Z', accepted_at = '2026-07-01T16:30:00Z'
    where broadcast_id = ${id} and user_id = ${one.user.id}`.execute(program.owner);
  const answer = await sender.reader.client.request('GET', `${BROADCASTS}/${id}/receipts`, {
    token: sender.reader.token,
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
  const { recipients: count } = await sender.read(id);
  expect(lines).toHaveLength(1 + Number(count));
  const line = lines.find((each) => each.includes('=1+1')) ?? '';
  expect(line).toMatch(/^"'=1\+1, /);
  expect(line.match(/\d\d?:\d\d [AP]M/g)).toEqual(['10:00 AM', '11:30 AM']);
});
