/** Notifications older than the retention period are deleted, with what belongs to them. */
import { sql } from 'kysely';
import type { Notification } from '../../../contract/notifications/notification';
import { deleteOldNotifications, endDueSnoozes } from '../../../server/features/notifications/reminders/reminders';
import { LiveClient } from './liveClient';
import { SECTIONS, sequencesOf, startProgram, type Program, type Reader } from './support';

const DAYS = 90;

let program: Program;
beforeAll(async () => (program = await startProgram()));
afterAll(() => program.server.stop());

const age = (reader: Reader, upToSequence: number) =>
  sql`update notification_events set occurred_at = date_trunc('milliseconds', now() - interval '91 days')
    where user_id = ${reader.user.id} and sequence <= ${upToSequence}`.execute(program.owner);
const letGo = () => deleteOldNotifications(program.server.app.services, new Date(), DAYS);
const read = (reader: Reader) => reader.post('/last-read');
const counts = async (reader: Reader) => {
  const { items } = await reader.post<{ items: { notificationCount: number }[] }>('/count');
  return items.reduce((sum, { notificationCount }) => sum + notificationCount, 0);
};

test('old notifications are deleted from the oldest; the rest has no gap, and a reader who is behind starts over', async () => {
  const reader = await program.signedIn('FACILITY-2', SECTIONS);
  for (let count = 0; count < 6; count += 1) await program.announce(`no. ${count}`);
  await read(reader);
  await program.announce('after');
  await age(reader, 4);
  expect(await letGo()).toBeGreaterThan(0);
  expect(await sequencesOf(program.owner, reader.user.id)).toEqual([5, 6, 7, 8]);

  for (const behind of [0, 3]) {
    expect(await reader.since(behind)).toEqual({ events: [], sequence: 8, reset: true });
  }
  const rest = await reader.since(4);
  expect([rest.reset, rest.events.map(({ sequence }) => sequence)]).toEqual([false, [5, 6, 7, 8]]);
  expect(await counts(reader)).toBe(1);
  await program.announce('the next one');
  expect(await sequencesOf(program.owner, reader.user.id)).toEqual([5, 6, 7, 8, 9]);
  expect(await letGo()).toBe(0);
});

test('old notifications make a socket that reconnects from before the gap start over, and then it misses nothing', async () => {
  const reader = await program.signedIn('FACILITY-2', SECTIONS);
  for (let count = 0; count < 3; count += 1) await program.announce(`sock ${count}`);
  await read(reader);
  const { server } = program;
  const ticket = async () =>
    String((await reader.client.get('/api-websocket/v1/websocket/wscontext', { token: reader.token })).json['context']);
  const before = new LiveClient(() => server.url, ticket);
  before.sequences.push(1);
  await age(reader, 2);
  await letGo();
  await before.start();
  await program.announce('news');
  while (before.last < 5) await new Promise((done) => setTimeout(done, 20));
  before.stop();
  expect([before.resets, before.sequences.slice(1)]).toEqual([1, [5]]);
});

test('old notifications stay while their reader is signed in and has not read them, because the tabs count them', async () => {
  const reader = await program.signedIn('FACILITY-2', SECTIONS);
  await program.announce('unread');
  await age(reader, 1);
  await letGo();
  expect([await counts(reader), await sequencesOf(program.owner, reader.user.id)]).toEqual([1, [1]]);
  await reader.client.post('/api-user/v1/session/end', {}, { token: reader.token });
  await letGo();
  expect(await sequencesOf(program.owner, reader.user.id)).toEqual([]);
});

test('an old notification that is snoozed is kept, also when newer ones are deleted, until its snooze has ended', async () => {
  const reader = await program.signedIn('FACILITY-2', SECTIONS);
  for (const subject of ['snoozed', 'taken back', 'old']) await program.announce(subject);
  const sent = (await reader.since(0)).events.map(({ notification }) => notification?.id);
  const change = (id: string | undefined, snoozedUntil: string | null) =>
    reader.post('/states', { changes: [{ id, snoozedUntil }] });
  for (const id of sent.slice(0, 2)) await change(id, '2100-01-01T08:00:00.000Z');
  await read(reader);
  const { sequence } = await reader.since(0);
  await age(reader, sequence);
  const listed = async (view?: 'snoozed') => {
    const body = { categoryCode: 'BROADCAST', keyword: '', context: undefined, ...(view && { view }) };
    const { notifications } = await reader.post<{ notifications: Notification[] }>('/search', body);
    return notifications.map(({ subject }) => subject).sort();
  };
  expect(await letGo()).toBeGreaterThan(0);
  expect([await listed('snoozed'), await listed()]).toEqual([['snoozed', 'taken back'], []]);
  expect(await letGo()).toBe(0);

  await change(sent[1], null);
  expect(await listed()).toEqual(['taken back']);
  await letGo();
  expect([await listed('snoozed'), await listed()]).toEqual([['snoozed'], []]);

  await sql`update notification_events set snoozed_until = now() where user_id = ${reader.user.id} and snoozed_until is not null`.execute(
    program.owner,
  );
  await endDueSnoozes(program.server.app.services);
  expect([await listed('snoozed'), await listed()]).toEqual([[], ['snoozed']]);
  await letGo();
  expect(await listed()).toEqual(['snoozed']);
  expect((await sequencesOf(program.owner, reader.user.id))[0]).toBeGreaterThan(sequence);
  expect((await reader.since(0)).reset).toBe(true);
});

test('old notifications are deleted in batches, and contents with their last reader', async () => {
  const many = await Promise.all(Array.from({ length: 60 }, () => program.user('FACILITY-2')));
  await program.announce('for all of them');
  await sql`update notification_events set occurred_at = date_trunc('milliseconds', now() - interval '91 days')
    where user_id = any (${many.map(({ id }) => id)}::uuid[])`.execute(program.owner);
  const [one, two] = await Promise.all([letGo(), letGo()]);
  expect(one + two).toBeGreaterThanOrEqual(60);
  for (const { id } of [many[0]!, many[59]!]) expect(await sequencesOf(program.owner, id)).toEqual([]);

  await sql`update notification_contents set created_at = now() - interval '91 days'`.execute(program.owner);
  await letGo();
  expect(await contentsWithoutReaders()).toBe(0);
});

test('old notifications are deleted with the browsers that were signed out before and to which no delivery is kept', async () => {
  const { user } = await program.signedIn('FACILITY-2');
  const added = async (name: string, daysGone: number | null) => {
    const { rows } = await sql<{ id: string }>`
      insert into push_devices (user_id, organization_id, endpoint_hash, encrypted_subscription, name, gone_at)
      values (${user.id}, ${user.organizationId}, ${Buffer.from(name)}, '', ${name},
        now() - make_interval(days => ${daysGone}::integer)) returning id`.execute(program.owner);
    return rows[0]!.id;
  };
  await added('in use', null);
  await added('long gone', DAYS + 1);
  await added('gone recently', DAYS - 1);
  const pushedTo = await added('pushed to', DAYS + 1);
  const { rows: contents } = await sql<{ id: string }>`
    insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
    values (${program.world.tenantId}, 'COMPANY', 'COMPANY', '{"subject": "recent"}', '') returning id`.execute(
    program.owner,
  );
  await sql`
    insert into notification_deliveries (
      user_id, organization_id, content_id, channel, device_id, mode, is_held, next_attempt_at)
    values (${user.id}, ${user.organizationId}, ${contents[0]!.id}, 'PUSH', ${pushedTo}, 'AT_ONCE', false, 'infinity')`.execute(
    program.owner,
  );
  const kept = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from push_devices where user_id = ${user.id} order by name`.execute(program.owner);
    return rows.map(({ name }) => name);
  };
  await letGo();
  expect(await kept()).toEqual(['gone recently', 'in use', 'pushed to']);
  await sql`delete from notification_contents where id = ${contents[0]!.id}`.execute(program.owner);
  await letGo();
  expect(await kept()).toEqual(['gone recently', 'in use']);
});

const contentsWithoutReaders = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from notification_contents c
    where not exists (select from notification_events e where e.content_id = c.id)`.execute(program.owner);
  return rows[0]?.n;
};

test('old notifications are deleted however many there are, with their deliveries and expired rows, some at a time', async () => {
  const { user } = await program.signedIn('FACILITY-2');
  await sql`
    with old as (
      insert into notification_contents (
        tenant_id, category_code, sub_category_code, content, search_text, created_at)
      select ${program.world.tenantId}::uuid, 'COMPANY', 'COMPANY', '{"subject": "old"}', '', now() - interval '91 days'
      from generate_series(1, 3000) returning id)
    insert into notification_deliveries (
      user_id, organization_id, content_id, channel, mode, is_held, next_attempt_at)
    select ${user.id}::uuid, ${user.organizationId}::uuid, old.id, 'MAIL', 'AT_ONCE', false, 'infinity' from old`.execute(
    program.owner,
  );
  await sql`
    insert into company_notifications (user_id, organization_id, request_id, sent_at)
    select ${user.id}::uuid, ${user.organizationId}::uuid, gen_random_uuid(), now() - interval '91 days'
    from generate_series(1, 30)`.execute(program.owner);
  await sql`
    insert into notification_reminders (tenant_id, sub_category_code, subject_id, occasion, sent_at)
    select ${program.world.tenantId}::uuid, 'TASK_DUE', gen_random_uuid(), 'old', now() - interval '91 days'
    from generate_series(1, 30)`.execute(program.owner);
  const left = async () => {
    const { rows } = await sql<{ deliveries: number; requests: number; reminders: number }>`select
      (select count(*)::integer from notification_deliveries where user_id = ${user.id}) as deliveries,
      (select count(*)::integer from company_notifications where user_id = ${user.id}) as requests,
      (select count(*)::integer from notification_reminders where occasion = 'old') as reminders`.execute(
      program.owner,
    );
    return rows[0];
  };
  await sql`select notification_sweep(now() - interval '90 days', 20)`.execute(program.server.database.queries);
  expect(await left()).toEqual({ deliveries: 2_980, requests: 10, reminders: 10 });
  // A node that is stopping ends after the step under way: of events, of which there are none, so nothing is swept.
  await deleteOldNotifications(program.server.app.services, new Date(), DAYS, AbortSignal.abort());
  expect(await left()).toMatchObject({ deliveries: 2_980 });
  await letGo();
  expect(await left()).toEqual({ deliveries: 0, requests: 0, reminders: 0 });
  expect(await contentsWithoutReaders()).toBe(0);
});
