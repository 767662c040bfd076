/**
 * Notifications are found in all tabs and the archive by words, person, facility, kind and date, and only the user's
 * own.
 */
import { sql } from 'kysely';
import type { Notification } from '../../../contract/notifications/notification';
import { startProgram, type Program, type Reader } from './support';

let program: Program;
let reader: Reader;
beforeAll(async () => {
  program = await startProgram();
  const { owner, rows, world } = program;
  await owner
    .updateTable('facilities')
    .set({ name: 'Übersee Clinic' })
    .where('id', '=', world.facility[0].id)
    .execute();
  await owner.updateTable('facilities').set({ name: 'Lakeside' }).where('id', '=', world.facility[1].id).execute();
  await owner.updateTable('candidates').set({ first_name: 'José', last_name: 'Nuñez-Ortega' }).execute();
  reader = await program.signedIn('MANAGER');
  await program.publish({ kind: 'job', what: 'JOB_UPDATED', jobId: rows.job });
  await program.publish({ kind: 'submission', what: 'SUBMISSION_CREATED', submissionId: rows.submission });
  await program.publish({ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: rows.timesheet });
  await program.publish({ kind: 'invoice', what: 'INVOICE_ISSUED', invoiceId: rows.invoice });
  for (const subject of ['Flu shots', 'Straße 7 of José', 'Привет мир', "It's 50% off!", 'x'.repeat(190)])
    await program.announce(subject);
});
afterAll(() => program.server.stop());

type Found = { readonly notifications: readonly Notification[]; readonly more: boolean };
const find = (body: object, who = reader) => who.post<Found>('/find', { context: undefined, ...body });
const kinds = async (body: object) =>
  (await find(body)).notifications.map(({ subCategoryCode, subject }) =>
    subCategoryCode === 'COMPANY' ? subject : subCategoryCode,
  );

test.each([
  [{ words: 'flu' }, ['Flu shots']],
  [{ words: 'SHOTS fl' }, ['Flu shots']],
  [{ words: 'lu' }, []],
  [{ words: 'strasse' }, ['Straße 7 of José']],
  [{ words: 'привет' }, ['Привет мир']],
  [{ words: "it's off" }, ["It's 50% off!"]],
  [{ words: 'x'.repeat(100) }, ['x'.repeat(190)]],
  [{ words: 'jose', kind: 'COMPANY' }, ['Straße 7 of José']],
  [{ person: 'nunez' }, ['TIMESHEET_DISPUTED', 'SUBMISSION_CREATED']],
  [{ person: 'ORTEGA josé' }, ['TIMESHEET_DISPUTED', 'SUBMISSION_CREATED']],
  [{ facility: 'ubersee' }, ['INVOICE_ISSUED', 'TIMESHEET_DISPUTED', 'SUBMISSION_CREATED', 'JOB_UPDATED']],
  [{ facility: 'lakeside' }, []],
  [{ person: 'flu' }, []],
  [{ person: 'ubersee' }, []],
  [{ facility: 'nunez' }, []],
  [{ words: 'nunez clinic' }, ['TIMESHEET_DISPUTED', 'SUBMISSION_CREATED']],
  [{ facility: 'clin', person: 'jose', kind: 'TIMESHEET_DISPUTED' }, ['TIMESHEET_DISPUTED']],
  [{ kind: 'JOB_UPDATED' }, ['JOB_UPDATED']],
  [{ words: '=submission_created' }, []],
  [{ words: "')) | ''a:* & !b <-> \\ :*A" }, []],
])('%j finds %j', async (body, wanted) => {
  expect(await kinds(body)).toEqual(wanted);
});

test('without conditions, or with punctuation only, it finds everything, newest first, also done and snoozed ones', async () => {
  const all = (await find({})).notifications;
  expect(all).toHaveLength(9);
  await reader.post('/states', {
    changes: [
      { id: all[0]!.id, done: true },
      { id: all[1]!.id, snoozedUntil: '2100-01-01T08:00:00.000Z' },
    ],
  });
  const again = (await find({ words: ' -- ' })).notifications;
  expect(again.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect([again[0]?.state?.done, again[1]?.state?.snoozedUntil]).toEqual([true, '2100-01-01T08:00:00.000Z']);
});

test('pages list each match once, for few matches and for many', async () => {
  const person = await program.signedIn('FACILITY-2');
  for (let count = 0; count < 60; count += 1) await program.announce(`Page ${count}`);
  for (const body of [{ words: 'page' }, {}]) {
    const found: Notification[] = [];
    for (let more = true; more;) {
      const page = await find({ ...body, ...(found.length > 0 && { before: found.at(-1)!.sequence }) }, person);
      found.push(...page.notifications);
      ({ more } = page);
    }
    expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([60, 60]);
    expect(found[0]?.subject).toBe('Page 59');
  }
});

test('dates are in the caller’s time zone, both included', async () => {
  const person = await program.signedIn('SUPPLIER-1');
  const days = ['2026-03-01T23:30:00Z', '2026-03-02T00:30:00Z', '2026-03-02T23:30:00Z', '2026-03-03T12:00:00Z'];
  for (const day of days) await program.announce(`Told ${day}`);
  const { rows } = await sql<{ sequence: string }>`
    select sequence from notification_events where user_id = ${person.user.id} order by sequence`.execute(
    program.owner,
  );
  for (const [index, { sequence }] of rows.entries())
    await sql`update notification_events set occurred_at = ${days[index]}::timestamptz
      where user_id = ${person.user.id} and sequence = ${sequence}`.execute(program.owner);
  const on = async (from?: string, to?: string, words?: string) =>
    (await find({ from, to, words }, person)).notifications.map(({ subject }) => subject.slice(5)).reverse();
  expect(await on('2026-03-02', '2026-03-02')).toEqual(days.slice(1, 3));
  expect(await on('2026-03-02')).toEqual(days.slice(1));
  expect(await on(undefined, '2026-03-01', 'told')).toEqual(days.slice(0, 1));
  expect(await on('2026-03-04')).toEqual([]);
  expect(await on('2026-03-03', '2026-03-01')).toEqual([]);
  const { json } = await person.client.post(
    '/api-user/v1/notifications/find',
    { userId: person.user.id, from: '2026-03-01', to: '2026-03-01' },
    { token: person.token, headers: { 'x-time-zone': 'America/Chicago' } },
  );
  expect((json['notifications'] as Notification[]).map(({ subject }) => subject.slice(5)).reverse()).toEqual(
    days.slice(0, 2),
  );
});

test('one that returned from a snooze is found once, at its new position', async () => {
  const person = await program.signedIn('SUPPLIER-2');
  await program.announce('Snoozed once');
  await program.announce('Later');
  const [, first] = (await find({}, person)).notifications;
  await person.post('/states', { changes: [{ id: first!.id, snoozedUntil: '2000-01-01T08:00:00.000Z' }] });
  const { endDueSnoozes } = await import('../../../server/features/notifications/reminders/reminders');
  await endDueSnoozes(program.server.app.services);
  expect((await find({}, person)).notifications.map(({ subject }) => subject)).toEqual(['Snoozed once', 'Later']);
  expect((await find({ words: 'snoozed' }, person)).notifications).toHaveLength(1);
});

test('no search finds notifications of other people', async () => {
  const other = await startProgram('TWO', program.server);
  await other.announce('Flu shots elsewhere');
  const stranger = await other.signedIn('MANAGER');
  const later = await program.signedIn('FACILITY-1');
  for (const body of [{}, { words: 'flu' }, { facility: 'ubersee' }, { kind: 'COMPANY' }]) {
    expect((await find(body, later)).notifications).toEqual([]);
    expect((await find(body, stranger)).notifications).toEqual([]);
  }
  expect(await kinds({ words: 'elsewhere' })).toEqual([]);
});
