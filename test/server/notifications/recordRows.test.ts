/** Notifications about one record: which record each kind has, how many of them each reader has, and their history. */
import type { NotificationTab } from '../../../contract/notifications/categories';
import type { SubCategoryCode } from '../../../contract/notifications/kinds';
import type { Notification } from '../../../contract/notifications/notification';
import type { DomainEvent } from '../../../server/features/notifications/events';
import { settleNotifications } from '../../../server/features/records/settleNotifications';
import { startProgram, type Program, type Reader } from './support';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.server.stop());

const history = (reader: Reader, categoryCode: NotificationTab, recordKey: string, after?: Notification) =>
  reader.post<{ notifications: Notification[]; more: boolean }>('/search', {
    categoryCode,
    keyword: '',
    recordKey,
    context: undefined,
    ...(after && { lastNotificationDate: after.notificationDate, lastNotificationId: after.id }),
  });
const counted = async (reader: Reader, categoryCode: NotificationTab, ...recordKeys: readonly string[]) =>
  (await reader.post<{ items: unknown[] }>('/record-counts', { categoryCode, recordKeys, context: undefined })).items;
const newest = async (reader: Reader): Promise<Notification> =>
  (await reader.since(0)).events.flatMap(({ notification }) => notification ?? []).at(-1)!;
const timesheet = (what: 'TIMESHEET_SUBMITTED' | 'TIMESHEET_DISPUTED' | 'JOURNAL_ALERT') =>
  program.publish({ kind: 'timesheet', what, timesheetId: program.rows.timesheet });

const submission = () => program.rows.submission;
/** Written by hand: the record of each kind. */
const RECORD_OF: readonly (readonly [SubCategoryCode, DomainEvent['kind'], (of: Notification) => string])[] = [
  ['JOB_UPDATED', 'job', ({ entityId }) => `job:${entityId}`],
  ['SUBMISSION_CREATED', 'submission', () => `submission:${submission()}`],
  ['OFFER_MADE', 'submission', () => `submission:${submission()}`],
  ['DOCUMENT_UPLOADED', 'document', ({ candidateId }) => `candidate:${candidateId}`],
  ['EXTENSION_DUE', 'assignment', ({ entityId }) => `assignment:${entityId}`],
  ['TIMESHEET_DISPUTED', 'timesheet', ({ entityId }) => `timesheet:${entityId}`],
];

test.each(RECORD_OF)('%s is grouped by its own record', async (what, kind, recordOf) => {
  const reader = await program.signedIn('MANAGER');
  const { rows } = program;
  await program.publish({ kind, what, [`${kind}Id`]: rows[kind as keyof typeof rows] } as unknown as DomainEvent);
  const latest = await newest(reader);
  expect([latest.recordKey, latest.recordKey]).toEqual([
    recordOf(latest),
    expect.stringMatching(/^[a-z]+:[0-9a-f-]{36}$/),
  ]);
});

test('a match is grouped by candidate, and a message to all is not grouped', async () => {
  const reader = await program.signedIn('MANAGER');
  const { id } = await program.owner.selectFrom('candidates').select('id').executeTakeFirstOrThrow();
  await program.publish({ kind: 'match', what: 'PREFERRED_CLIENT_MATCHING', candidateId: id, jobId: program.rows.job });
  const matched = await newest(reader);
  await program.announce('Parking');
  expect([matched.recordKey, (await newest(reader)).recordKey]).toEqual([`candidate:${id}`, null]);
});

test("each reader's own notifications are counted, in the requested tab, in any state; settled and done ones no longer wait", async () => {
  const reader = await program.signedIn('FACILITY-1');
  const recordKey = `timesheet:${program.rows.timesheet}`;
  const set = (values: object) =>
    program.owner.updateTable('timesheets').set(values).where('id', '=', program.rows.timesheet).execute();
  await set({ facility_status: 'SUBMITTED', disputed_at: null, dispute_resolved_at: null, invoice_id: null });
  expect(await counted(reader, 'BACK_OFFICE', recordKey, 'job:none')).toEqual([]);
  await timesheet('TIMESHEET_SUBMITTED');
  await timesheet('TIMESHEET_SUBMITTED');
  await timesheet('JOURNAL_ALERT');
  const late = await program.signedIn('FACILITY-1');
  await timesheet('TIMESHEET_SUBMITTED');
  expect(await counted(reader, 'BACK_OFFICE', recordKey)).toEqual([{ recordKey, count: 4, open: 3 }]);
  expect(await counted(late, 'BACK_OFFICE', recordKey)).toEqual([{ recordKey, count: 1, open: 1 }]);
  expect(await counted(reader, 'SUBMISSIONS', recordKey)).toEqual([]);

  const { notifications } = await history(reader, 'BACK_OFFICE', recordKey);
  expect(notifications.map(({ subCategoryCode }) => subCategoryCode)).toEqual([
    'TIMESHEET_SUBMITTED',
    'JOURNAL_ALERT',
    'TIMESHEET_SUBMITTED',
    'TIMESHEET_SUBMITTED',
  ]);
  const [first, , second] = notifications;
  const changes = [
    { id: first!.id, done: true },
    { id: second!.id, snoozedUntil: '2100-01-01T08:00:00.000Z' },
  ];
  await reader.post('/states', { changes });
  expect(await counted(reader, 'BACK_OFFICE', recordKey)).toEqual([{ recordKey, count: 4, open: 2 }]);
  expect((await history(reader, 'BACK_OFFICE', recordKey)).notifications.map(({ state }) => state?.done)).toEqual([
    true,
    undefined,
    false,
    undefined,
  ]);
  await set({ facility_status: 'APPROVED' });
  await settleNotifications(program.server.app.services);
  expect(await counted(reader, 'BACK_OFFICE', recordKey)).toEqual([{ recordKey, count: 4, open: 0 }]);
});

test('one that returns from a snooze is counted once, and is in its history once', async () => {
  const reader = await program.signedIn('SUPPLIER-1');
  const recordKey = `timesheet:${program.rows.timesheet}`;
  await timesheet('JOURNAL_ALERT');
  const { id } = await newest(reader);
  await reader.post('/states', { changes: [{ id, snoozedUntil: '2000-01-01T08:00:00.000Z' }] });
  const { endDueSnoozes } = await import('../../../server/features/notifications/reminders/reminders');
  await endDueSnoozes(program.server.app.services);
  expect((await newest(reader)).id).toBe(id);
  expect(await counted(reader, 'BACK_OFFICE', recordKey)).toEqual([{ recordKey, count: 1, open: 0 }]);
  expect((await history(reader, 'BACK_OFFICE', recordKey)).notifications.map((each) => each.id)).toEqual([id]);
});

test('a history of several pages lists each one once', async () => {
  const reader = await program.signedIn('FACILITY-1');
  const recordKey = `job:${program.rows.job}`;
  for (let count = 0; count < 30; count += 1)
    await program.publish({ kind: 'job', what: 'JOB_UPDATED', jobId: program.rows.job });
  const first = await history(reader, 'JOBSORDERS', recordKey);
  const rest = await history(reader, 'JOBSORDERS', recordKey, first.notifications.at(-1));
  const ids = [...first.notifications, ...rest.notifications].map(({ id }) => id);
  expect([first.more, rest.more, ids.length, new Set(ids).size]).toEqual([true, false, 30, 30]);
});

test('notifications of other readers, and of other programs, are not counted', async () => {
  const other = await startProgram('TWO', program.server);
  const reader = await program.signedIn('FACILITY-2');
  await timesheet('JOURNAL_ALERT');
  await other.publish({ kind: 'timesheet', what: 'JOURNAL_ALERT', timesheetId: other.rows.timesheet });
  for (const recordKey of [program, other].map(({ rows }) => `timesheet:${rows.timesheet}`)) {
    expect(await counted(reader, 'BACK_OFFICE', recordKey)).toEqual([]);
    expect((await history(reader, 'BACK_OFFICE', recordKey)).notifications).toEqual([]);
  }
  const { status } = await reader.client.post(
    '/api-user/v1/notifications/record-counts',
    { userId: other.world.tenantId, categoryCode: 'BACK_OFFICE', recordKeys: ['timesheet:x'] },
    { token: reader.token },
  );
  expect(status).toBe(404);
});
