/**
 * A notification is settled when its record leaves the state that required an action, by any user: on the server and
 * live.
 */
import type { Permission } from '../../../contract/base/permissions';
import { ACTION_KINDS, RECORD_STATES } from '../../../contract/records/action';
import { codesAskingAbout, OPEN_WHILE } from '../../../contract/records/notificationRecord';
import type { ResponseOf } from '../../../contract/endpoints';
import type { NotificationTab } from '../../../contract/notifications/categories';
import type { Notification, NotificationEvent } from '../../../contract/notifications/notification';
import { settleNotifications } from '../../../server/features/records/settleNotifications';
import { wake } from '../../../server/features/notifications/reminders/reminders';
import { sql } from 'kysely';
import { SECTIONS, startProgram, type Program, type Reader } from './support';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.server.stop());

type Snapshot = ResponseOf<'userNotifications'>;
const settle = () => settleNotifications(program.server.app.services);
const snapshotOf = (reader: Reader) => reader.post<Snapshot>('');
const tabIn = (snapshot: Snapshot, tab: NotificationTab) =>
  snapshot.notificationCategoryTemplateDTOs.find(({ categoryCode }) => categoryCode === tab)!;
const change = async (reader: Reader, ...changes: readonly object[]) =>
  (await reader.post<{ events: NotificationEvent[] }>('/states', { changes })).events;
const TIMESHEETS: readonly Permission[] = [...SECTIONS, 'TIMESHEET_APPROVE'];

const setTimesheet = (values: object) =>
  program.owner.updateTable('timesheets').set(values).where('id', '=', program.rows.timesheet).execute();
/** As submitted by a supplier, with its notification. */
async function submitted(): Promise<void> {
  await setTimesheet({ facility_status: 'SUBMITTED', disputed_at: null, dispute_resolved_at: null, invoice_id: null });
  await setTimesheet({ reverse_invoice_id: null });
  await program.publish({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: program.rows.timesheet });
  await settle();
}
async function act(reader: Reader, action: string, input: object = {}) {
  const { token, client } = reader;
  const recordId = program.rows.timesheet;
  const path = '/api-job/v1/records/timesheet';
  const { json } = await client.post(`${path}/states`, { recordIds: [recordId] }, { token });
  const [{ version }] = json['records'] as [{ version: number }];
  const requestId = crypto.randomUUID();
  const done = await client.post(
    `${path}/actions`,
    { requestId, action, records: [{ recordId, version }], input },
    { token },
  );
  expect((done.json['results'] as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(['done']);
  return () => client.post(`${path}/undo`, { requestId, recordId }, { token });
}
const newest = async (reader: Reader): Promise<Notification> =>
  tabIn(await snapshotOf(reader), 'BACK_OFFICE').notifications[0]!;

test('an approval settles it for all readers, who are notified, and it no longer counts; undoing it makes it wait again', async () => {
  const office = await program.signedIn('MANAGER', TIMESHEETS);
  const facility = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  const before = (await office.since(0)).sequence;
  expect(tabIn(await snapshotOf(office), 'BACK_OFFICE')).toMatchObject({ notificationCount: 1, freshCount: 1 });
  expect((await newest(office)).state).toBeUndefined();

  const undo = await act(facility, 'approve');
  await settle();
  const { events } = await office.since(before);
  const settled = { status: 'APPROVED', by: 'Robin Fixture', at: expect.any(String) as string };
  expect(events).toMatchObject([
    { changed: { state: { read: true, settled }, dismissed: true, listed: 0, unread: -1, fresh: -1 } },
  ]);
  expect(tabIn(await snapshotOf(office), 'BACK_OFFICE')).toMatchObject({ notificationCount: 0, freshCount: 0 });
  expect((await newest(facility)).state).toEqual({
    read: true,
    done: false,
    saved: false,
    snoozedUntil: null,
    settled,
  });

  await undo();
  await settle();
  expect((await office.since(before)).events.at(-1)).toMatchObject({
    changed: { state: { read: null, snoozedUntil: null }, unread: 1, fresh: 1 },
  });
  expect((await newest(office)).state).toBeUndefined();
  expect(tabIn(await snapshotOf(office), 'BACK_OFFICE')).toMatchObject({ notificationCount: 1, freshCount: 1 });
});

test('a settled one keeps its result for any action of its reader, and no one can write it', async () => {
  const reader = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  await act(reader, 'dispute', { reason: 'Wrong rate' });
  await settle();
  const { id } = await newest(reader).then(async () => {
    const all = tabIn(await snapshotOf(reader), 'BACK_OFFICE').notifications;
    return all.find(({ subCategoryCode }) => subCategoryCode === 'TIMESHEET_SUBMITTED')!;
  });
  const [event] = await change(reader, { id, saved: true });
  expect(event?.changed?.state).toMatchObject({ saved: true, settled: { status: 'DISPUTED' } });
  const forged = { userId: reader.user.id, context: reader.context, changes: [{ id, settled: null }] };
  const { status } = await reader.client.post('/api-user/v1/notifications/states', forged, { token: reader.token });
  expect(status).toBe(400);
});

test('settling ends a snooze for good; one snoozed afterwards returns with its result', async () => {
  const reader = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  const first = await newest(reader);
  await change(reader, { id: first.id, snoozedUntil: '2100-01-01T08:00:00.000Z' });
  await act(reader, 'approve');
  await settle();
  const { events } = await reader.since(0);
  expect(events.at(-1)?.changed).toMatchObject({ listed: 0, unread: 0, state: { done: true, snoozedUntil: null } });

  await change(reader, { id: first.id, snoozedUntil: '2000-01-01T08:00:00.000Z' });
  const asleep = (await reader.since(0)).sequence;
  await wake(program.server.app.services);
  const woken = (await reader.since(asleep)).events;
  expect(woken.map(({ notification, changed }) => notification?.id ?? changed?.state.settled?.status)).toEqual([
    first.id,
    'APPROVED',
  ]);
  expect(woken.at(-1)?.changed).toMatchObject({ dismissed: true, listed: 0, unread: -1, fresh: -1 });
  expect(await newest(reader)).toMatchObject({ id: first.id, state: { read: true, settled: { status: 'APPROVED' } } });
  expect(tabIn(await snapshotOf(reader), 'BACK_OFFICE')).toMatchObject({ notificationCount: 0, freshCount: 0 });
});

test('sent again after a resolved dispute, only the newer one requests an action', async () => {
  const reader = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  const first = await newest(reader);
  await act(reader, 'dispute', { reason: 'Wrong rate' });
  await settle();
  await submitted();
  await settle();
  const all = tabIn(await snapshotOf(reader), 'BACK_OFFICE').notifications;
  const requests = all.filter(({ subCategoryCode }) => subCategoryCode === 'TIMESHEET_SUBMITTED');
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.filter(({ state }) => state?.settled === undefined).map(({ id }) => id)).toEqual([requests[0]!.id]);
  expect(requests.find(({ id }) => id === first.id)?.state?.settled).toMatchObject({ status: 'DISPUTED' });
});

test('a paid past-due invoice is settled, with user and time', async () => {
  const reader = await program.signedIn('FACILITY-1', [...TIMESHEETS, 'MENU_INVOICING']);
  const set = (values: object) =>
    program.owner.updateTable('invoices').set(values).where('id', '=', program.rows.invoice).execute();
  await set({ status: 'INVOICE_PAST_DUE', paid_on: null });
  await program.publish({ kind: 'invoice', what: 'INVOICE_PAST_DUE', invoiceId: program.rows.invoice });
  await settle();
  expect((await newest(reader)).state).toBeUndefined();
  await set({ status: 'INVOICE_PAID', paid_on: '2026-01-20', paid_cents: 1, remittance_number: 'R-1' });
  await settle();
  expect((await newest(reader)).state).toMatchObject({
    read: true,
    settled: { status: 'PAID', by: null, at: expect.any(String) as string },
  });
});

test('a completed due task is settled; reopened, it waits again', async () => {
  const reader = await program.signedIn('MANAGER');
  const organization_id = program.world.tenantId;
  const task = { organization_id, tenant_id: organization_id, title: 'Call Ada', kind: 'OTHER', due_on: '2026-01-15' };
  const { id: taskId } = await program.owner
    .insertInto('tasks')
    .values({ ...task, assignee_id: reader.user.id } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const set = (values: object) => program.owner.updateTable('tasks').set(values).where('id', '=', taskId).execute();
  const about = { taskId, title: 'Call Ada', userId: reader.user.id, dueOn: '2026-01-15' };
  await program.publish({ kind: 'task', what: 'TASK_DUE', ...about });
  const notified = async () =>
    tabIn(await snapshotOf(reader), 'JOBSORDERS').notifications.find(({ entityId }) => entityId === taskId)!;
  expect((await notified()).state).toBeUndefined();
  await set({ status: 'DONE', done_at: '2026-01-15T10:00:00Z', done_by: 'Robin Fixture' });
  await settle();
  expect((await notified()).state?.settled).toEqual({
    status: 'DONE',
    by: 'Robin Fixture',
    at: '2026-01-15T10:00:00.000Z',
  });
  await set({ status: 'OPEN', done_at: null, done_by: null });
  await settle();
  expect((await notified()).state).toBeUndefined();
});

test('another program’s record settles nothing here, and a change without notifications is not queued', async () => {
  const other = await startProgram('TWO', program.server);
  const reader = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  const { sequence } = await reader.since(0);
  await other.owner
    .updateTable('timesheets')
    .set({ facility_status: 'APPROVED' })
    .where('id', '=', other.rows.timesheet)
    .execute();
  const { rows } = await sql`select from notification_settling`.execute(program.owner);
  expect(rows).toEqual([]);
  await settle();
  expect((await reader.since(sequence)).events).toEqual([]);
});

test('two nodes at the same time settle each once', async () => {
  const reader = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  const { sequence } = await reader.since(0);
  await setTimesheet({ facility_status: 'APPROVED' });
  await Promise.all([settle(), settle(), settle()]);
  expect((await reader.since(sequence)).events.map(({ changed }) => changed?.state.settled?.status)).toEqual([
    'APPROVED',
  ]);
});

test('each kind that requests an action depends on one part of its record’s state, with valid values', () => {
  for (const kind of ACTION_KINDS) {
    const requests = codesAskingAbout(kind).flatMap((code) => OPEN_WHILE[code] ?? []);
    expect(new Set(requests.map(({ part }) => part)).size).toBeLessThan(2);
    const parts: Readonly<Record<string, readonly string[]>> = RECORD_STATES[kind];
    expect(requests.filter(({ part, values }) => values.some((value) => !parts[part]?.includes(value)))).toEqual([]);
  }
});
