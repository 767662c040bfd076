/** Users' actions on notifications: on the server, in the sequence, and in the snapshot. */
import { NOTIFICATION_TABS, tabOf, type NotificationTab } from '../../../contract/notifications/categories';
import type { Notification, NotificationEvent } from '../../../contract/notifications/notification';
import type { ResponseOf } from '../../../contract/endpoints';
import { wake } from '../../../server/features/notifications/reminders/reminders';
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
  expect(await wake(services)).toBe(0);
  await program.owner
    .updateTable('notification_events')
    .set({ snoozed_until: new Date(0) })
    .where('snoozed_until', 'is not', null)
    .where('user_id', '=', reader.user.id)
    .execute();
  await Promise.all([wake(services), wake(services)]);
  const woken = await newestOf(reader);
  expect([woken.id, woken.state?.saved, (await snapshotOf(reader)).sticky.map((each) => each.id)]).toEqual([
    id,
    true,
    [id],
  ]);
  expect(await listOf(reader, 'snoozed', '', 'ASSIGNMENTS')).toEqual([]);
  agrees(await snapshotOf(reader), foldOf((await reader.since(0)).events));
});

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
