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
import { openDatabase } from '../../../server/database';
import { settleNotifications, startSettling } from '../../../server/features/records/settleNotifications';
import { endDueSnoozes } from '../../../server/features/notifications/reminders/reminders';
import { sql } from 'kysely';
import { untilLockWaits } from '../support/lockWaits';
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
  await endDueSnoozes(program.server.app.services);
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

const setAssignment = (values: object) =>
  program.owner.updateTable('assignments').set(values).where('id', '=', program.rows.assignment).execute();

test.each([
  ['that was granted', { extension_status: null }, 'EXTENDED'],
  ['that was declined', { extension_status: 'DECLINED' }, 'DECLINED'],
  [
    'of an assignment that has ended',
    { extension_status: null, status: 'EARLY_TERM', ended_on: '2026-01-20', ended_by: 'FACILITY' },
    'EARLY_TERM',
  ],
])('a request for an extension %s says what it became', async (_name, values, status) => {
  const reader = await program.signedIn('FACILITY-1');
  const open = { status: 'ACTIVE', actual_start: '2026-01-05', ended_on: null, ended_by: null };
  await setAssignment({ ...open, extension_status: 'REQUESTED' });
  await program.publish({ kind: 'assignment', what: 'EXTENSION_DUE', assignmentId: program.rows.assignment });
  await settle();
  await setAssignment(values);
  await settle();
  const [first] = tabIn(await snapshotOf(reader), 'ASSIGNMENTS').notifications;
  expect(first?.state?.settled).toMatchObject({ status });
});

const setTask = (taskId: string, values: object) =>
  program.owner.updateTable('tasks').set(values).where('id', '=', taskId).execute();
const DONE = { status: 'DONE', done_at: '2026-01-15T10:00:00Z', done_by: 'Robin Fixture' };
/** A task of the reader, who is notified of it. */
async function dueTask({ user }: Reader, title: string): Promise<string> {
  const organization_id = program.world.tenantId;
  const task = { organization_id, tenant_id: organization_id, title, kind: 'OTHER', due_on: '2026-01-15' };
  const { id: taskId } = await program.owner
    .insertInto('tasks')
    .values({ ...task, assignee_id: user.id } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const about = { taskId, title, userId: user.id, dueOn: '2026-01-15' };
  await program.publish({ kind: 'task', what: 'TASK_DUE', ...about });
  return taskId;
}
const notifiedOf = async (reader: Reader, taskId: string) =>
  tabIn(await snapshotOf(reader), 'JOBSORDERS').notifications.find(({ entityId }) => entityId === taskId)!;

test('a completed due task is settled; reopened, it waits again', async () => {
  const reader = await program.signedIn('MANAGER');
  const taskId = await dueTask(reader, 'Call Ada');
  const notified = () => notifiedOf(reader, taskId);
  expect((await notified()).state).toBeUndefined();
  await setTask(taskId, DONE);
  await settle();
  expect((await notified()).state?.settled).toEqual({
    status: 'DONE',
    by: 'Robin Fixture',
    at: '2026-01-15T10:00:00.000Z',
  });
  await setTask(taskId, { status: 'OPEN', done_at: null, done_by: null });
  await settle();
  expect((await notified()).state).toBeUndefined();
});

test('undoing an action reopens it for all readers, whatever their rules do with its toast', async () => {
  const plain = await program.signedIn('FACILITY-1', TIMESHEETS);
  const others = [await program.signedIn('FACILITY-1', TIMESHEETS), await program.signedIn('FACILITY-1', TIMESHEETS)];
  for (const [index, toast] of (['QUIET', 'STICKY'] as const).entries()) {
    const { id: user_id, organizationId: organization_id } = others[index]!.user;
    await program.owner
      .insertInto('notification_rules')
      .values({
        ...{ user_id, organization_id, position: 0, kinds: ['TIMESHEET_SUBMITTED'] },
        ...{ facility_id: null, supplier_id: null, words: '', toast, push: null, mail: null },
      })
      .execute();
  }
  await submitted();
  const readers = [plain, ...others];
  const ids = await Promise.all(readers.map(async (reader) => (await newest(reader)).id));
  expect(new Set(ids).size).toBe(3);
  const outcomes = () =>
    Promise.all(
      readers.map(async (reader, index) => {
        const { notifications } = tabIn(await snapshotOf(reader), 'BACK_OFFICE');
        return notifications.find(({ id }) => id === ids[index])?.state?.settled?.status ?? 'OPEN';
      }),
    );

  const undo = await act(plain, 'approve');
  await settle();
  expect(await outcomes()).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
  await undo();
  await settle();
  expect(await outcomes()).toEqual(['OPEN', 'OPEN', 'OPEN']);
  await act(plain, 'dispute', { reason: 'Wrong rate' });
  await settle();
  expect(await outcomes()).toEqual(['DISPUTED', 'DISPUTED', 'DISPUTED']);
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

test('a record whose readers are busy does not keep those behind it from being settled', async () => {
  const busy = await program.signedIn('FACILITY-1', TIMESHEETS);
  const next = await program.signedIn('MANAGER', ['MENU_JOB']);
  await submitted();
  const taskId = await dueTask(next, 'Behind it');
  const impatient = await openDatabase({ ...program.server.options, timeoutFactor: 0.2 });
  await program.owner.transaction().execute(async (held) => {
    await sql`select from notification_counters where user_id = ${busy.user.id} for update`.execute(held);
    await setTimesheet({ facility_status: 'APPROVED' });
    await setTask(taskId, DONE);
    await settleNotifications({ ...program.server.app.services, database: impatient });
    expect((await notifiedOf(next, taskId)).state?.settled).toMatchObject({ status: 'DONE' });
    expect((await newest(busy)).state).toBeUndefined();
  });
  await impatient.close();
  // The server may still be settling it itself.
  while ((await newest(busy)).state === undefined) await settle();
  expect((await newest(busy)).state?.settled).toMatchObject({ status: 'APPROVED' });
});

test('a stop waits for the record under way, and the others are settled later', async () => {
  const left = async () => (await sql`select from notification_settling`.execute(program.owner)).rows.length;
  const reader = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  await setTimesheet({ facility_status: 'APPROVED' });
  await sql`
    insert into notification_settling (tenant_id, record_kind, record_id)
    select ${program.world.tenantId}::uuid, 'task', gen_random_uuid() from generate_series(1, 9)`.execute(
    program.owner,
  );
  let stopped = Promise.resolve();
  await program.owner.transaction().execute(async (held) => {
    await sql`select from notification_counters where user_id = ${reader.user.id} for update`.execute(held);
    const stop = startSettling(program.server.app.services);
    await untilLockWaits(program.owner);
    stopped = stop();
  });
  await stopped;
  expect((await newest(reader)).state?.settled).toMatchObject({ status: 'APPROVED' });
  expect(await left()).toBe(9);
  await settle();
  expect(await left()).toBe(0);
});

test('a change that is undone while another node still settles it stays undone', async () => {
  const reader = await program.signedIn('FACILITY-1', TIMESHEETS);
  await submitted();
  let slow = Promise.resolve();
  await program.owner.transaction().execute(async (held) => {
    await held
      .selectFrom('notification_counters')
      .where('user_id', '=', reader.user.id)
      .select('user_id')
      .forUpdate()
      .execute();
    await setTimesheet({ facility_status: 'APPROVED' });
    slow = settle();
    await untilLockWaits(program.owner);
    await setTimesheet({ facility_status: 'SUBMITTED' });
    await settle();
  });
  await slow;
  await settle();
  expect((await newest(reader)).state).toBeUndefined();
});

test('each kind that requests an action depends on one part of its record’s state, with valid values', () => {
  for (const kind of ACTION_KINDS) {
    const requests = codesAskingAbout(kind).flatMap((code) => OPEN_WHILE[code] ?? []);
    expect(new Set(requests.map(({ part }) => part)).size).toBeLessThan(2);
    const parts: Readonly<Record<string, readonly string[]>> = RECORD_STATES[kind];
    expect(requests.filter(({ part, values }) => values.some((value) => !parts[part]?.includes(value)))).toEqual([]);
  }
});
