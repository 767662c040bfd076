/** Users' actions on notifications: on the server, in the sequence, and in the snapshot. */
import { sql } from 'kysely';
import { NOTIFICATION_TABS, tabOf, type NotificationTab } from '../../../contract/notifications/categories';
import type { Notification, NotificationEvent } from '../../../contract/notifications/notification';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Queries } from '../../../server/database';
import { markTabSeen } from '../../../server/features/notifications/states';
import { markRead, readCounts } from '../../../server/features/notifications/store';
import { endDueSnoozes } from '../../../server/features/notifications/reminders/reminders';
import { startProgram, type Program, type Reader } from './support';

let program: Program;
beforeAll(async () => {
  program = await startProgram('ONE');
});
afterAll(() => program.server.stop());

type Snapshot = ResponseOf<'userNotifications'>;
const snapshotOf = (reader: Reader) => reader.post<Snapshot>('');
const change = async (reader: Reader, ...changes: readonly object[]) =>
  (await reader.post<{ events: NotificationEvent[] }>('/states', { changes })).events;
const markSeen = async (reader: Reader, categoryCode: NotificationTab) =>
  (await reader.post<{ events: NotificationEvent[] }>('/seen', { categoryCode })).events;
const listOf = async (reader: Reader, view?: string, keyword = '', categoryCode: NotificationTab = 'BROADCAST') => {
  const body = { categoryCode, keyword, context: undefined, ...(view && { view }) };
  return (await reader.post<{ notifications: Notification[] }>('/search', body)).notifications.map(
    ({ subject }) => subject,
  );
};
const newestOf = async (reader: Reader): Promise<Notification> => {
  const all = (await snapshotOf(reader)).notificationCategoryTemplateDTOs.flatMap(({ notifications }) => notifications);
  return all.reduce((a, b) => (a.sequence > b.sequence ? a : b));
};
const tabOfSnapshot = ({ notificationCategoryTemplateDTOs }: Snapshot, tab: NotificationTab) =>
  notificationCategoryTemplateDTOs.find(({ categoryCode }) => categoryCode === tab)!;
const sticky = () =>
  program.publish({ kind: 'assignment', what: 'EARLY_TERMINATION', assignmentId: program.rows.assignment });

/** The state of a reader of only the events, written without the app's own fold. */
function foldOf(events: readonly NotificationEvent[]) {
  const seen = new Map<string, Notification>();
  const gone = new Set<string>();
  const toasts = new Set<string>();
  const [unread, fresh] = [new Map<NotificationTab, number>(), new Map<NotificationTab, number>()];
  const add = (to: Map<NotificationTab, number>, tab: NotificationTab, by: number) =>
    to.set(tab, (to.get(tab) ?? 0) + by);
  for (const { notification, readDate, changed, tabSeen } of events) {
    if (readDate !== undefined) unread.clear();
    if (tabSeen) fresh.set(tabSeen.tab, tabSeen.fresh);
    if (notification) {
      const tab = tabOf(notification.categoryCode);
      seen.set(notification.id, notification);
      gone.delete(notification.id);
      add(unread, tab, 1);
      add(fresh, tab, 1);
      if (notification.stickyNotification) toasts.add(notification.id);
    }
    if (!changed) continue;
    add(unread, changed.tab, changed.unread);
    add(fresh, changed.tab, changed.fresh);
    if (changed.dismissed) toasts.delete(changed.id);
    if (changed.listed < 0) gone.add(changed.id);
    if (changed.listed > 0) gone.delete(changed.id);
  }
  const listed = [...seen.values()].filter(({ id }) => !gone.has(id)).map(({ id }) => id);
  return { unread, fresh, toasts: [...toasts].sort(), listed: listed.sort() };
}

function agrees(snapshot: Snapshot, folded: ReturnType<typeof foldOf>): void {
  const tabs = snapshot.notificationCategoryTemplateDTOs;
  const of = (counts: Map<NotificationTab, number>) => NOTIFICATION_TABS.map((tab) => counts.get(tab) ?? 0);
  expect({
    unread: NOTIFICATION_TABS.map((tab) => tabOfSnapshot(snapshot, tab).notificationCount),
    fresh: NOTIFICATION_TABS.map((tab) => tabOfSnapshot(snapshot, tab).freshCount),
    toasts: snapshot.sticky.map(({ id }) => id).sort(),
    listed: tabs.flatMap(({ notifications }) => notifications.map(({ id }) => id)).sort(),
  }).toEqual({ unread: of(folded.unread), fresh: of(folded.fresh), toasts: folded.toasts, listed: folded.listed });
}

test('done moves to the archive, saved and snoozed are found in their views, and each can be undone', async () => {
  const reader = await program.signedIn('MANAGER');
  for (const subject of ['One', 'Two', 'Three']) await program.announce(subject);
  const ids = tabOfSnapshot(await snapshotOf(reader), 'BROADCAST').notifications.map(({ id }) => id);
  const [three, two, one] = ids as [string, string, string];
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await change(reader, { id: one, done: true }, { id: two, saved: true }, { id: three, snoozedUntil: tomorrow });
  expect(await listOf(reader)).toEqual(['Two']);
  expect(await Promise.all(['done', 'saved', 'snoozed', 'unread'].map((view) => listOf(reader, view)))).toEqual([
    ['One'],
    ['Two'],
    ['Three'],
    ['Two'],
  ]);
  expect(await listOf(reader, undefined, 'about one')).toEqual(['One']);
  expect(tabOfSnapshot(await snapshotOf(reader), 'BROADCAST')).toMatchObject({ notificationCount: 1, freshCount: 1 });
  await change(reader, { id: one, done: false }, { id: three, snoozedUntil: null });
  expect(await listOf(reader)).toEqual(['Three', 'Two', 'One']);
  const { since, user } = reader;
  expect(user.id).toBeDefined();
  agrees(await snapshotOf(reader), foldOf((await since(0)).events));
});

test('reading all marks everything as read, also items kept unread; viewing a tab removes its marks, except theirs', async () => {
  const reader = await program.signedIn('MANAGER');
  await program.announce('Kept');
  const { id } = await newestOf(reader);
  await program.announce('Other');
  await reader.post('/last-read');
  await change(reader, { id, read: false });
  const kept = tabOfSnapshot(await snapshotOf(reader), 'BROADCAST');
  expect([kept.notificationCount, kept.freshCount]).toEqual([1, 2]);
  expect(await markSeen(reader, 'BROADCAST')).toMatchObject([{ tabSeen: { tab: 'BROADCAST', fresh: 1 } }]);
  expect(await markSeen(reader, 'BROADCAST')).toEqual([]);
  expect(await listOf(reader, 'unread')).toEqual(['Kept']);
  await reader.post('/last-read');
  const read = tabOfSnapshot(await snapshotOf(reader), 'BROADCAST');
  expect([read.notificationCount, read.freshCount]).toEqual([0, 1]);
  const [first, again] = [await reader.post<object>('/last-read'), await reader.post<object>('/last-read')];
  expect(again).toEqual(first);
  await change(reader, { id, read: true });
  expect(await reader.post<object>('/last-read')).toEqual(first);
  agrees(await snapshotOf(reader), foldOf((await reader.since(0)).events));
});

test('a sticky toast stays until dismissed or acted on, regardless of reading, and is dismissed once', async () => {
  const reader = await program.signedIn('MANAGER');
  await sticky();
  await reader.post('/last-read');
  const [toast] = (await snapshotOf(reader)).sticky as [Notification];
  expect(toast.stickyNotification).toBe(true);
  const answers = await Promise.all([1, 2, 3].map(() => change(reader, { id: toast.id, dismissed: true })));
  expect(answers.flat()).toHaveLength(1);
  expect((await snapshotOf(reader)).sticky).toEqual([]);
  // Of those that stay only the newest are sent as toasts: the list says which of the others were counted.
  expect(await newestOf(reader)).toMatchObject({ id: toast.id, stickyNotification: false });
  expect((await reader.since(0)).events[0]).toMatchObject({ notification: { id: toast.id, stickyNotification: true } });
  for (const acted of [{ read: true }, { done: true }, { snoozedUntil: new Date(Date.now() + 60_000).toISOString() }]) {
    await sticky();
    const [next] = (await snapshotOf(reader)).sticky as [Notification];
    await change(reader, { id: next.id, ...acted });
    expect((await snapshotOf(reader)).sticky).toEqual([]);
  }
});

test('a snoozed notification returns at its time: as the newest, unread, still saved, and once', async () => {
  const reader = await program.signedIn('MANAGER');
  await sticky();
  const { id } = await newestOf(reader);
  await program.announce('Later');
  await reader.post('/last-read');
  await change(reader, { id, saved: true, snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() });
  const { database } = program.server.app.services;
  const services = { database, notifier: program.server.app.services.notifier };
  expect(await endDueSnoozes(services)).toBe(0);
  await program.owner
    .updateTable('notification_events')
    .set({ snoozed_until: new Date(0) })
    .where('snoozed_until', 'is not', null)
    .where('user_id', '=', reader.user.id)
    .execute();
  await Promise.all([endDueSnoozes(services), endDueSnoozes(services)]);
  const woken = await newestOf(reader);
  expect([woken.id, woken.state?.saved, (await snapshotOf(reader)).sticky.map((each) => each.id)]).toEqual([
    id,
    true,
    [id],
  ]);
  expect(await listOf(reader, 'snoozed', '', 'ASSIGNMENTS')).toEqual([]);
  agrees(await snapshotOf(reader), foldOf((await reader.since(0)).events));
});

test('minutes of snoozing count from the database’s clock, wherever the clock of the device is', async () => {
  const reader = await program.signedIn('MANAGER');
  await program.announce('In an hour');
  const { id } = await newestOf(reader);
  const clock = async () =>
    (await sql<{ now: Date }>`select clock_timestamp() as "now"`.execute(program.owner)).rows[0]!.now.getTime();
  const inAnHour = { id, snoozeMinutes: 60 };
  const untilOf = ([event]: readonly NotificationEvent[]) => Date.parse(event?.changed?.state.snoozedUntil ?? '');
  const before = await clock();
  const until = untilOf(await change(reader, { ...inAnHour, snoozedUntil: '2001-01-01T08:00:00.000Z' }));
  const after = await clock();
  expect(until - 3_600_000).toBeGreaterThanOrEqual(before - 1);
  expect(until - 3_600_000).toBeLessThanOrEqual(after);
  expect(await endDueSnoozes(program.server.app.services)).toBe(0);
  expect(await listOf(reader, 'snoozed')).toEqual(['In an hour']);
  // Repeated after a lost answer it begins again, and stays out of the list.
  const repeated = await change(reader, inAnHour);
  expect([untilOf(repeated) >= until, repeated[0]?.changed?.listed]).toEqual([true, 0]);
  await change(reader, { id, snoozedUntil: null });
  expect(await listOf(reader, 'snoozed')).toEqual([]);
  // In one request the last of several about the same notification counts.
  expect((await change(reader, inAnHour, { id, snoozedUntil: null })).map((event) => event.changed?.listed)).toEqual([
    -1, 1,
  ]);
  agrees(await snapshotOf(reader), foldOf((await reader.since(0)).events));
});

/** The reader's only notifications so far: their events from one number of the sequence to another. */
async function fill({ user }: Reader, from: number, to: number, isSticky: boolean): Promise<void> {
  if (from === 1) {
    await program.announce('One to copy');
    await program.owner.deleteFrom('notification_events').where('user_id', '=', user.id).execute();
  }
  const at = (place: ReturnType<typeof sql>) =>
    sql`date_trunc('milliseconds', now()) - interval '1 hour' + make_interval(secs => ${place})`;
  await sql`
    with made as (
      insert into notification_contents (id, tenant_id, category_code, sub_category_code, content, search_text)
      select gen_random_uuid(), ${program.world.tenantId}, 'COMPANY', 'COMPANY',
        (content::jsonb || jsonb_build_object('subject', 'Copy ' || n, 'stickyNotification', ${isSticky}::boolean))::json, ''
      from generate_series(${from}::integer, ${to}::integer) n, (select content from notification_contents limit 1) c
      returning id, (substr(content ->> 'subject', 6))::integer as place)
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab, is_sticky)
    select ${user.id}, ${user.organizationId}, place, ${at(sql`place * 0.1`)}, id, 'BROADCAST', ${isSticky}::boolean
    from made`.execute(program.owner);
  await sql`
    insert into notification_counters (user_id, organization_id, last_sequence, last_at)
    select ${user.id}, ${user.organizationId}, ${to}::bigint, ${at(sql`${to}::integer * 0.1`)}
    on conflict (user_id) do update set last_sequence = excluded.last_sequence, last_at = excluded.last_at`.execute(
    program.owner,
  );
}

test('the newest 50 sticky toasts come with the number of all; all up to one are dismissed, the later ones stay', async () => {
  const reader = await program.signedIn('MANAGER');
  await fill(reader, 1, 200, true);
  const { sticky: newest, stickyCount } = await snapshotOf(reader);
  expect([newest.length, stickyCount, newest[0]?.sequence, newest[49]?.sequence]).toEqual([50, 200, 200, 151]);
  await fill(reader, 201, 700, true);
  const dismissUpTo = (upTo: number) => reader.post<{ more: boolean }>('/toasts/dismiss', { upTo });
  expect(await dismissUpTo(690)).toEqual({ more: true });
  expect(await dismissUpTo(690)).toEqual({ more: false });
  const left = await snapshotOf(reader);
  expect([left.sticky.map(({ sequence }) => sequence), left.stickyCount, left.sequence]).toEqual([
    [700, 699, 698, 697, 696, 695, 694, 693, 692, 691],
    10,
    1_390,
  ]);
  expect(await dismissUpTo(690)).toEqual({ more: false });
  expect((await snapshotOf(reader)).sequence).toBe(1_390);
});

test('counting, and marking as read or seen, reads nothing that was read and seen, although a tab is empty', async () => {
  const reader = await program.signedIn('MANAGER');
  await fill(reader, 1, 5_000, false);
  await reader.post('/last-read');
  await markSeen(reader, 'BROADCAST');
  await sql`analyze notification_events`.execute(program.owner);
  const rowsReadBy = (read: (queries: Queries) => Promise<unknown>): Promise<number> =>
    program.server.database.withScope(program.scope('MANAGER', reader.user.id), async (queries) => {
      const counted = async () => {
        const { rows } = await sql<{ count: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count from pg_stat_xact_user_tables
          where relname = 'notification_events'`.execute(queries);
        return rows[0]!.count;
      };
      // With millions of other rows it is never scanned in full.
      await sql`set local enable_seqscan = off`.execute(queries);
      const before = await counted();
      await read(queries);
      return (await counted()) - before;
    });
  expect(await rowsReadBy(readCounts)).toBeLessThan(100);
  expect(await rowsReadBy(markRead)).toBeLessThan(100);
  expect(await rowsReadBy((queries) => markTabSeen(queries, 'BROADCAST'))).toBeLessThan(100);
  await program.announce('News');
  agreesCounts(await snapshotOf(reader), { BROADCAST: [1, 1] });
  await change(reader, { id: (await newestOf(reader)).id, read: false });
  await reader.post('/last-read');
  await markSeen(reader, 'BROADCAST');
  agreesCounts(await snapshotOf(reader), { BROADCAST: [0, 1] });
});

const agreesCounts = (snapshot: Snapshot, expected: Partial<Record<NotificationTab, [number, number]>>) =>
  expect(
    Object.fromEntries(
      snapshot.notificationCategoryTemplateDTOs.map((each) => [
        each.categoryCode,
        [each.notificationCount, each.freshCount],
      ]),
    ),
  ).toEqual({ ...Object.fromEntries(NOTIFICATION_TABS.map((tab) => [tab, [0, 0]])), ...expected });

test('another user’s are not changed, and not found', async () => {
  const [reader, other] = [await program.signedIn('MANAGER'), await program.signedIn('MANAGER')];
  await program.announce('For both');
  const { id } = await newestOf(reader);
  await change(reader, { id, done: true });
  expect(await listOf(other)).toContain('For both');
  await program.publish({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: program.rows.timesheet });
  const stranger = await program.signedIn('SUPPLIER-2');
  await program.announce('Theirs, too');
  const timesheet = tabOfSnapshot(await snapshotOf(reader), 'BACK_OFFICE').notifications[0]!;
  const answer = await stranger.client.post(
    '/api-user/v1/notifications/states',
    {
      userId: stranger.user.id,
      context: stranger.context,
      changes: [{ id: timesheet.id, done: true }],
    },
    { token: stranger.token },
  );
  expect([answer.status, answer.json['errorCode']]).toEqual([404, 'not.found']);
});
