/** What actions write: days, hours and bills; and what they refuse because of other rows. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ActionKind } from '../../../contract/records/action';
import type { RecordActionResult } from '../../../contract/records/recordActions.endpoints';
import { runReminderJobs } from '../../../server/features/notifications/reminders/reminders';
import { addDays } from '../../../server/base/dates';
import type { Kind } from '../lists/support';
import { startActionWorld, type ActionWorld } from './actionWorld';
import { actOnce, setState, stored, undo } from './support';

let { world, records, today, endLate, makeRoom } = {} as ActionWorld;
beforeAll(async () => {
  ({ world, records, today, endLate, makeRoom } = await startActionWorld());
});
afterAll(() => world.stop());

describe('a day that was chosen', () => {
  const byManager = (kind: ActionKind, action: string, input: object) =>
    actOnce(world, 'VMS', { kind, action, recordId: records[kind], input });
  const newestText = async (code: string): Promise<string> => {
    const { rows } = await sql<{ text: string }>`
      select search_text as text from notification_contents where sub_category_code = ${code}
      order by created_at desc limit 1`.execute(world.owner);
    return rows[0]?.text ?? '';
  };

  test.each([
    ['extend', () => ({ date: '2098-03-01' })],
    ['declineExtension', () => ({ reason: 'No budget' })],
    ['endEarly', () => ({ date: today, endedBy: 'FACILITY', reason: 'Attendance' })],
  ])('for an extension is the one that Extend proposes, until %s decides it', async (action, decision) => {
    await endLate();
    await setState(world, 'assignment', records.assignment, { status: 'ACTIVE', extension: 'NONE' });
    const { record } = await byManager('assignment', 'requestExtension', { date: '2098-01-31' });
    expect(record?.defaults['extend']).toEqual({ date: '2098-01-31' });
    expect(await newestText('EXTENSION_DUE')).toContain(
      'ends jan 1, 2098. an extension until jan 31, 2098 has been requested. please decide whether',
    );
    const opened = await world.send('VMS', 'GET', `/api-user/v1/records/assignment/${records.assignment}`);
    expect(opened.json).toMatchObject({ row: { extensionUntil: '2098-01-31' } });

    expect((await byManager('assignment', action, decision())).outcome).toBe('done');
    expect(await stored(world, 'assignment', records.assignment)).toMatchObject({ extension_until: null });
  });

  test('for an interview is on the record and in its notification', async () => {
    await makeRoom();
    await setState(world, 'submission', records.submission, { status: 'QUALIFIED' });
    await byManager('submission', 'interview', { date: '2098-12-03' });
    expect(await newestText('INTERVIEW_SCHEDULED')).toMatch(/ will interview .* for .* on dec 3, 2098\./);
    const opened = await world.send('VMS', 'GET', `/api-user/v1/records/submission/${records.submission}`);
    expect(opened.json).toMatchObject({ row: { interviewOn: '2098-12-03' } });
  });
});

describe('what the rows do not allow', () => {
  const refused = async (kind: ActionKind, state: Record<string, string>, who: Kind, action: string, input: object) => {
    await setState(world, kind, records[kind], state);
    const result = await actOnce(world, who, { kind, action, recordId: records[kind], input });
    expect(result).toMatchObject({ outcome: 'refused', record: { state } });
    return result.sentence;
  };
  const PAST = '2020-01-01';

  test('an offer above the job’s pay', async () => {
    await makeRoom();
    const input = { rateCents: 20_001 };
    expect(await refused('submission', { status: 'INTERVIEWING' }, 'CLIENT', 'offer', input)).toMatch(/\$200\.00/);
  });

  test('an interview and a first day in the past', async () => {
    await makeRoom();
    await refused('submission', { status: 'QUALIFIED' }, 'CLIENT', 'interview', { date: PAST });
    await refused('submission', { status: 'OFFER_ACCEPTED' }, 'VMS', 'book', { date: PAST });
  });

  test('a booking without an open position, and of a candidate who is already booked', async () => {
    const job = sql`(select job_id from submissions where id = ${records.submission})`;
    const book = (): Promise<string | null> =>
      refused('submission', { status: 'OFFER_ACCEPTED' }, 'VMS', 'book', { date: '2099-01-15' });
    await makeRoom();
    await sql`update jobs set openings = greatest(1, openings_filled), openings_filled = greatest(1, openings_filled)
      where id = ${job}`.execute(world.owner);
    expect(await book()).toMatch(/openings of the job are filled/);
    await sql`update jobs set status = 'ON_HOLD' where id = ${job}`.execute(world.owner);
    expect(await book()).toBe('The job is no longer open. Reopen it before you book a candidate.');
    await sql`update jobs set status = 'EXTENSION' where id = ${job}`.execute(world.owner);
    expect(await book()).toBe('The job is no longer open. Close it, then reopen it, before you book a candidate.');
    await makeRoom();
    await setState(world, 'assignment', records.assignment, { status: 'ACTIVE', extension: 'NONE' });
    await sql`update assignments set candidate_id = (select candidate_id from submissions where id = ${records.submission})
      where id = ${records.assignment}`.execute(world.owner);
    expect(await book()).toMatch(/booked or works elsewhere/);
  });

  test.each([
    ['interview', 'QUALIFIED', { date: '2099-01-15' }, 'schedule an interview'],
    ['offer', 'INTERVIEWING', { rateCents: 5_000 }, 'make an offer'],
  ])('%s without an open position', async (action, status, input, step) => {
    const job = sql`(select job_id from submissions where id = ${records.submission})`;
    const go = (): Promise<string | null> => refused('submission', { status }, 'CLIENT', action, input);
    await makeRoom();
    await sql`update jobs set openings = greatest(1, openings_filled), openings_filled = greatest(1, openings_filled)
      where id = ${job}`.execute(world.owner);
    expect(await go()).toBe(`All openings of the job are filled. Change its openings before you ${step}.`);
    await sql`update jobs set status = 'ON_HOLD' where id = ${job}`.execute(world.owner);
    expect(await go()).toBe(`The job is no longer open. Reopen it before you ${step}.`);
    await sql`update jobs set status = 'EXTENSION' where id = ${job}`.execute(world.owner);
    expect(await go()).toBe(`The job is no longer open. Close it, then reopen it, before you ${step}.`);
  });

  test('an extension into the past of an assignment that is overdue', async () => {
    const active = { status: 'ACTIVE', extension: 'DUE' };
    await setState(world, 'assignment', records.assignment, active);
    await sql`update assignments set planned_start = ${today}::date - 90, actual_start = ${today}::date - 90,
        original_end = ${today}::date - 30, planned_end = ${today}::date - 30
      where id = ${records.assignment}`.execute(world.owner);
    const extend = async (action: string, date: string): Promise<string | null> =>
      refused('assignment', active, 'CLIENT', action, { date });
    const over = 'The new last day is in the past. Please choose today or a later day.';
    expect(await extend('extend', addDays(today, -1))).toBe(over);
    expect(await extend('requestExtension', addDays(today, -1))).toBe(over);
    const input = { date: today };
    const call = { kind: 'assignment', action: 'extend', recordId: records.assignment, input } as const;
    expect(await actOnce(world, 'CLIENT', call)).toMatchObject({ outcome: 'done' });
    await endLate();
  });

  test('an end before a week with hours; the weeks after the end are gone, and take no hours', async () => {
    const { rows } = await sql<{ assignment: string; last: string; before: string; week: string }>`
      select a.id as assignment, (array_agg(t.id order by t.week_ending desc))[1] as last,
        (array_agg(t.id order by t.week_ending desc))[2] as before, (max(t.week_ending) - 7)::text as week
      from assignments a join timesheets t on t.assignment_id = a.id
      where a.client_id = ${world.scopes.CLIENT.organizationId} and a.agency_id = ${world.scopes.AGENCY.organizationId}
        and a.id <> ${records.assignment}
        and a.id <> (select x.assignment_id from timesheets x where x.id = ${records.timesheet})
      group by a.id having count(*) > 3 order by a.id limit 1`.execute(world.owner);
    const [{ assignment, last, before, week } = { assignment: '', last: '', before: '', week: '' }] = rows;
    await setState(world, 'assignment', assignment, { status: 'ACTIVE', extension: 'NONE' });
    await setState(world, 'timesheet', last, { status: 'SAVED', expense: 'NONE' });
    await setState(world, 'timesheet', before, { status: 'SUBMITTED', expense: 'NONE' });
    const saved = (minutes: number) =>
      sql`
        update timesheets set regular_minutes = ${minutes}, overtime_minutes = 0, holiday_minutes = 0,
          on_call_minutes = 0, miles = 0, expense_cents = 0 where id = ${last}`.execute(world.owner);
    await saved(2_160);
    const endOn = (date: string) =>
      actOnce(world, 'AGENCY', {
        kind: 'assignment',
        action: 'endEarly',
        recordId: assignment,
        input: { date, endedBy: 'CLINICIAN', reason: 'A move' },
      });
    expect(await endOn(addDays(week, -7))).toMatchObject({
      outcome: 'refused',
      sentence: `Hours were reported up to the week ending ${addDays(week, 7)}. Please choose a later day.`,
    });
    // What the supplier has entered is not lost, although it is not submitted yet.
    expect(await endOn(addDays(week, -6))).toMatchObject({
      outcome: 'refused',
      sentence: `Hours were reported up to the week ending ${addDays(week, 7)}. Please choose a later day.`,
    });
    expect(await stored(world, 'timesheet', last)).toMatchObject({ supplier_status: 'SAVED', regular_minutes: 2_160 });
    await saved(0);
    expect(await endOn(addDays(week, -6))).toMatchObject({ outcome: 'done' });
    expect(await stored(world, 'timesheet', last)).toEqual({});
    expect(await stored(world, 'timesheet', before)).toMatchObject({ supplier_status: 'SUBMITTED' });

    await setState(world, 'timesheet', before, { status: 'SAVED', expense: 'NONE' });
    const submit = () =>
      actOnce(world, 'AGENCY', {
        kind: 'timesheet',
        action: 'submit',
        recordId: before,
        input: { minutes: 2_160 },
      });
    await sql`update assignments set ended_on = ${week}::date - 7 where id = ${assignment}`.execute(world.owner);
    expect(await submit()).toMatchObject({
      outcome: 'refused',
      sentence: `The assignment ended on ${addDays(week, -7)}, before that week. Please report hours up to that day only.`,
    });
    await sql`update assignments set ended_on = ${week}::date - 6 where id = ${assignment}`.execute(world.owner);
    expect(await submit()).toMatchObject({ outcome: 'done' });
  });

  test('an extension that ends no later, and an end before the start or in the future', async () => {
    const active = { status: 'ACTIVE', extension: 'DUE' };
    await refused('assignment', active, 'CLIENT', 'extend', { date: '2098-01-01' });
    await refused('assignment', active, 'AGENCY', 'requestExtension', { date: PAST });
    const end = { endedBy: 'SUPPLIER', reason: 'Attendance' };
    await refused('assignment', active, 'AGENCY', 'endEarly', { ...end, date: '1999-01-01' });
    await refused('assignment', active, 'AGENCY', 'endEarly', { ...end, date: '2097-01-01' });
  });

  test('as many openings as before, fewer than are filled, and a timesheet without hours', async () => {
    await setState(world, 'job', records.job, { status: 'OPEN' });
    await sql`update jobs set openings = 5, openings_filled = 3 where id = ${records.job}`.execute(world.owner);
    const change = (openings: number): Promise<RecordActionResult> =>
      actOnce(world, 'CLIENT', { kind: 'job', action: 'changeOpenings', recordId: records.job, input: { openings } });
    expect(await change(2)).toMatchObject({ outcome: 'refused', sentence: expect.stringMatching(/^3 /) as string });
    expect(await change(5)).toMatchObject({
      outcome: 'refused',
      sentence: 'The number of openings is 5 already. Please enter another one.',
    });
    await refused('timesheet', { status: 'SAVED', expense: 'NONE' }, 'AGENCY', 'submit', { minutes: 0 });
  });

  test('more hours than a week, those on call included', async () => {
    const saved = { status: 'SAVED', expense: 'NONE' };
    await sql`update timesheets set on_call_minutes = 600 where id = ${records.timesheet}`.execute(world.owner);
    const minutes = 7 * 24 * 60 - 600;
    const sentence = await refused('timesheet', saved, 'AGENCY', 'submit', { minutes: minutes + 1 });
    expect(sentence).toMatch(/^It has more hours than a week\./);
    const call = { kind: 'timesheet', action: 'submit', recordId: records.timesheet, input: { minutes } } as const;
    expect(await actOnce(world, 'AGENCY', call)).toMatchObject({ outcome: 'done' });
  });

  test.each(['ON_HOLD', 'CLOSED'])(
    'reopening a job in %s without a free opening; with one it stays open',
    async (status) => {
      const recordId = records.job;
      const step = (action: string, input = {}) => actOnce(world, 'CLIENT', { kind: 'job', action, recordId, input });
      await setState(world, 'job', recordId, { status });
      await sql`update jobs set openings = 3, openings_filled = 3 where id = ${recordId}`.execute(world.owner);
      expect(await step('reopen')).toMatchObject({
        outcome: 'refused',
        sentence: 'All openings are filled. Change the openings first, then reopen the job.',
        record: { state: { status } },
      });
      expect(await step('changeOpenings', { openings: 4 })).toMatchObject({
        outcome: 'done',
        record: { state: { status } },
      });
      expect(await step('reopen')).toMatchObject({ outcome: 'done', record: { state: { status: 'OPEN' } } });
      await runReminderJobs(world.server.app.services, new Date('2190-01-01T12:00:00Z'));
      expect(await stored(world, 'job', recordId)).toMatchObject({ status: 'OPEN', closed_at: null, openings: 4 });
    },
  );
});

describe('the file of a document', () => {
  const document = () => records.document;
  const review = (action: string, input = {}, requestId = randomUUID()) =>
    actOnce(world, 'VMS', { kind: 'document', action, recordId: document(), input, requestId });
  /** All its other documents are approved. */
  const startAt = async (status: string, completed: string | null) => {
    await sql`update compliance_documents set status = 'APPROVED', expires_on = null
      where assignment_id = (select assignment_id from compliance_documents where id = ${document()})`.execute(
      world.owner,
    );
    await setState(world, 'document', document(), { status });
    await sql`update assignments set files_completed_at = ${completed}::timestamptz
      where id = (select assignment_id from compliance_documents where id = ${document()})`.execute(world.owner);
  };
  const file = async () => {
    const { rows } = await sql<{ percent: number; completed: Date | null }>`
      select compliance_percent as percent, files_completed_at as completed from assignments
      where id = (select assignment_id from compliance_documents where id = ${document()})`.execute(world.owner);
    return { isWhole: rows[0]?.percent === 100, completed: rows[0]?.completed?.toISOString() ?? null };
  };

  test('is complete with the last approval, and never was once that is undone', async () => {
    await startAt('PENDING_REVIEW', null);
    const requestId = randomUUID();
    await review('approve', {}, requestId);
    expect(await file()).toEqual({ isWhole: true, completed: expect.any(String) as string });
    await undo(world, 'VMS', 'document', { requestId, recordId: document() });
    expect(await file()).toEqual({ isWhole: false, completed: null });
  });

  test('keeps the moment at which it was complete first while a renewed document is declined and approved', async () => {
    const completed = '2026-01-05T12:00:00.000Z';
    await startAt('PENDING_REVIEW', completed);
    await review('reject', { reason: 'Illegible' });
    expect(await file()).toEqual({ isWhole: false, completed });
    await setState(world, 'document', document(), { status: 'PENDING_REVIEW' });
    const requestId = randomUUID();
    await review('approve', {}, requestId);
    expect(await file()).toEqual({ isWhole: true, completed });
    await undo(world, 'VMS', 'document', { requestId, recordId: document() });
    expect(await file()).toEqual({ isWhole: false, completed });
  });
});

test('hours are billed: forty at the rate, the rest at one and a half times, plus expenses', async () => {
  const recordId = records.timesheet;
  await setState(world, 'timesheet', recordId, { status: 'SAVED', expense: 'PENDING' });
  await sql`update timesheets set holiday_minutes = 0, on_call_minutes = 60 where id = ${recordId}`.execute(
    world.owner,
  );
  await sql`update assignments set bill_rate_cents = 10000, pay_rate_cents = 5000
    where id = (select assignment_id from timesheets where id = ${recordId})`.execute(world.owner);
  await actOnce(world, 'AGENCY', { kind: 'timesheet', action: 'submit', recordId, input: { minutes: 50 * 60 } });
  // 40 and 10 hours, an hour on call at 6 dollars, 40 dollars spent.
  const bill = 40 * 10_000 + 10 * 15_000 + 600 + 4_000;
  expect(await stored(world, 'timesheet', recordId)).toMatchObject({
    regular_minutes: 2_400,
    overtime_minutes: 600,
    bill_cents: bill,
  });
  await actOnce(world, 'CLIENT', {
    kind: 'timesheet',
    action: 'refuseExpense',
    recordId,
    input: { reason: 'Not agreed' },
  });
  expect(await stored(world, 'timesheet', recordId)).toMatchObject({ bill_cents: bill - 4_000, expense_cents: 4_000 });
});

test.each([
  ['as many keep their kind', 40.5, [36, 4.5, 0]],
  ['more are regular up to forty, then overtime', 45, [40, 5, 0]],
  ['fewer are taken from the overtime first', 38, [36, 2, 0]],
  ['and then from the regular ones', 30, [30, 0, 0]],
])('hours with overtime of a day, confirmed or corrected: %s', async (_name, hours, split) => {
  const recordId = records.timesheet;
  await setState(world, 'timesheet', recordId, { status: 'SUBMITTED', expense: 'NONE' });
  const rate = 10_000;
  const billed = (regular: number, overtime: number) => regular * rate + overtime * 1.5 * rate;
  await sql`update assignments set bill_rate_cents = ${rate}, pay_rate_cents = 5000
    where id = (select assignment_id from timesheets where id = ${recordId})`.execute(world.owner);
  await sql`update timesheets set regular_minutes = 36 * 60, overtime_minutes = 270, holiday_minutes = 0,
    on_call_minutes = 0, bill_cents = ${billed(36, 4.5)} where id = ${recordId}`.execute(world.owner);
  const step = (action: string, input: object) => actOnce(world, 'VMS', { kind: 'timesheet', action, recordId, input });
  const { record } = await step('dispute', { reason: 'Wrong hours' });
  expect(record?.defaults['resolve']).toEqual({ minutes: 40.5 * 60 });
  await step('resolve', { minutes: hours * 60, reason: 'Agreed' });
  const [regular = 0, overtime = 0, holiday = 0] = split;
  expect(await stored(world, 'timesheet', recordId)).toMatchObject({
    regular_minutes: regular * 60,
    overtime_minutes: overtime * 60,
    holiday_minutes: holiday * 60,
    bill_cents: billed(regular, overtime),
  });
});

test('holidays stay holidays, as long as there are as many hours', async () => {
  const recordId = records.timesheet;
  const split = async (minutes: number): Promise<unknown[]> => {
    await setState(world, 'timesheet', recordId, { status: 'FINALIZED', expense: 'NONE' });
    await sql`update timesheets set regular_minutes = 1680, overtime_minutes = 480, holiday_minutes = 720
      where id = ${recordId}`.execute(world.owner);
    const input = { minutes, reason: 'Correction' };
    await actOnce(world, 'VMS', { kind: 'timesheet', action: 'adjust', recordId, input });
    const now = await stored(world, 'timesheet', recordId);
    return [now['regular_minutes'], now['overtime_minutes'], now['holiday_minutes']];
  };
  expect(await split(2_880)).toEqual([1_680, 480, 720]);
  expect(await split(3_000)).toEqual([1_800, 480, 720]);
  expect(await split(2_000)).toEqual([1_280, 0, 720]);
  expect(await split(600)).toEqual([0, 0, 600]);
});
