/** One timesheet per week and active assignment, over the last year. Older weeks are further along. */
import type { Insertable } from 'kysely';
import { TIMESHEET_STATUSES, type TimesheetStatus } from '../../../contract/base/statuses';
import type { Schema } from '../../database';
import type { Assignment } from './assignmentRows';
import { HISTORY_DAYS } from './assignments';
import { instant, isoDay, weekEnding, type Day } from './calendar';
import { REASONS } from './catalog';
import type { Random } from './random';

type Row = Insertable<Schema['timesheets']>;

const FIRST_NUMBER = 1_000_001;
const NUMBERS_PER_BATCH = 1_000_000;
const WEEK = 7;
/**
 * Of a thousand timesheets of the last week, the one before and so on, how many have each status. Over the last four
 * weeks this is 4 % missing, 6 % saved, 22 % submitted, 28 % approved and 40 % finalized.
 */
const BY_AGE: readonly (readonly number[])[] = [
  [100, 180, 450, 220, 50],
  [40, 40, 280, 400, 240],
  [15, 15, 100, 350, 520],
  [5, 5, 50, 150, 790],
];
const SETTLED = [0, 0, 0, 4, 996];
const DISPUTED = 0.015;
const ADJUSTED = 0.012;
/** Share of cases in which the facility is a step behind the supplier. */
const FACILITY_BEHIND = 0.08;
const ON_CALL_CENTS_PER_HOUR = 600;

export interface Timesheet extends Row {
  readonly week: Day;
}

/** One for each finished week of each assignment that has started, oldest first. */
export function buildTimesheets(
  random: Random,
  assignments: readonly Assignment[],
  batch: number,
  today: Day,
): Timesheet[] {
  const lastWeek = weekEnding(today - WEEK);
  const sheets = assignments.flatMap(({ row, submission: { stint, job } }) => {
    if (stint?.actualStart == null) return [];
    const from = Math.max(weekEnding(stint.actualStart), weekEnding(today - HISTORY_DAYS));
    const to = Math.min(weekEnding(stint.endedOn ?? stint.plannedEnd), lastWeek);
    const weeks = Math.max(0, Math.floor((to - from) / WEEK) + 1);
    return Array.from({ length: weeks }, (_, index) => {
      const week = from + index * WEEK;
      return buildTimesheet(
        random,
        row,
        job.managerName,
        submitter(stint.candidate),
        week,
        (lastWeek - week) / WEEK,
        today,
      );
    });
  });
  sheets.sort((a, b) => a.week - b.week);
  return sheets.map((sheet, index) => ({ ...sheet, number: FIRST_NUMBER + batch * NUMBERS_PER_BATCH + index }));
}

/**
 * If chance gave a supplier no open dispute, its newest submitted timesheet gets one, so that the demo has an example.
 */
export function withDispute(sheets: readonly Timesheet[], agencyId: string): readonly Timesheet[] {
  const own = sheets.filter(({ agency_id }) => agency_id === agencyId);
  const isOpen = ({ disputed_at, dispute_resolved_at }: Timesheet) =>
    disputed_at !== null && dispute_resolved_at === null;
  const newest = own.filter(({ facility_status }) => facility_status === 'SUBMITTED').at(-1);
  if (newest === undefined || own.some(isOpen)) return sheets;
  const disputed = { ...newest, disputed_at: newest.submitted_at, dispute_reason: REASONS.dispute[0] ?? null };
  return sheets.map((sheet) => (sheet === newest ? disputed : sheet));
}

/** The fewest timesheets that a supplier still has to submit for a facility. */
const TO_SUBMIT = 4;

/** If chance gave a supplier fewer, its newest submitted timesheets for the facility become missing. */
export function withUnsubmitted(
  sheets: readonly Timesheet[],
  agencyId: string,
  clientId: string,
): readonly Timesheet[] {
  const own = sheets.filter(
    ({ agency_id, client_id, disputed_at }) => agency_id === agencyId && client_id === clientId && disputed_at === null,
  );
  const unsubmitted = own.filter(({ submitted_at }) => submitted_at === null);
  const submitted = own.filter(({ submitted_at }) => submitted_at !== null);
  const missing = new Set(submitted.slice(submitted.length - Math.max(0, TO_SUBMIT - unsubmitted.length)));
  return sheets.map((sheet) => (missing.has(sheet) ? { ...sheet, ...notSubmitted(sheet) } : sheet));
}

const notSubmitted = ({ scheduled_minutes }: Timesheet): Partial<Timesheet> => ({
  facility_status: 'MISSING',
  supplier_status: 'MISSING',
  ...notWorked(scheduled_minutes),
  submitted_at: null,
  submitted_by: null,
  approved_at: null,
  approved_by: null,
});

const submitter = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`;

function buildTimesheet(
  random: Random,
  assignment: Assignment['row'],
  manager: string,
  person: string,
  week: Day,
  age: number,
  today: Day,
): Timesheet {
  const weights = BY_AGE[age] ?? SETTLED;
  const status = random.weighted(TIMESHEET_STATUSES, (name) => weights[TIMESHEET_STATUSES.indexOf(name)] ?? 0);
  const reached = (wanted: TimesheetStatus): boolean =>
    TIMESHEET_STATUSES.indexOf(status) >= TIMESHEET_STATUSES.indexOf(wanted);
  const disputed = reached('SUBMITTED') && random.chance(DISPUTED);
  const submitted = Math.min(week + random.between(0.7, 2.5), today - 0.03);
  const approved = Math.min(submitted + random.between(0.2, 3), today - 0.02);
  const finalized = Math.min(approved + random.between(0.2, 2), today - 0.01);
  return {
    id: random.uuid(),
    number: 0,
    tenant_id: assignment.tenant_id,
    client_id: assignment.client_id,
    agency_id: assignment.agency_id,
    assignment_id: assignment.id,
    week_ending: isoDay(week),
    facility_status: facilityStatus(random, status),
    supplier_status: status,
    ...hours(random, assignment, status !== 'MISSING'),
    submitted_at: reached('SUBMITTED') ? instant(submitted) : null,
    submitted_by: reached('SUBMITTED') ? person : null,
    approved_at: reached('APPROVED') ? instant(approved) : null,
    approved_by: reached('APPROVED') ? manager : null,
    finalized_at: reached('FINALIZED') ? instant(finalized) : null,
    disputed_at: disputed ? instant(submitted + 0.1 * (today - submitted < 1 ? today - submitted : 1)) : null,
    dispute_reason: disputed ? random.pick(REASONS.dispute) : null,
    dispute_resolved_at: disputed && reached('APPROVED') ? instant(approved) : null,
    correction: reached('FINALIZED') && random.chance(ADJUSTED) ? 1 : 0,
    week,
  };
}

/** Before approval both sides have the same status; after it the facility may be a step behind. */
function facilityStatus(random: Random, status: TimesheetStatus): TimesheetStatus {
  return status === 'FINALIZED' && random.chance(FACILITY_BEHIND) ? 'APPROVED' : status;
}

const notWorked = (scheduled: number) => ({
  scheduled_minutes: scheduled,
  regular_minutes: 0,
  overtime_minutes: 0,
  holiday_minutes: 0,
  on_call_minutes: 0,
  miles: 0,
  expense_cents: 0,
  bill_cents: 0,
});

function hours(random: Random, assignment: Assignment['row'], worked: boolean) {
  const scheduled = assignment.minutes_per_week;
  const none = notWorked(scheduled);
  if (!worked) return none;
  const shifts = random.weighted([0, -1, 1], (change) => (change === 0 ? 84 : 8)) * 720;
  const total = Math.max(480, scheduled + shifts + random.int(-2, 4) * 15);
  const overtime = Math.max(0, total - 2_400);
  const holiday = random.chance(0.03) ? Math.min(720, total - overtime) : 0;
  const regular = total - overtime - holiday;
  const onCall = random.chance(0.05) ? random.int(2, 8) * 60 : 0;
  const expense = random.chance(0.07) ? random.int(20, 180) * 100 : 0;
  const paid = regular + (overtime + holiday) * 1.5;
  return {
    ...none,
    regular_minutes: regular,
    overtime_minutes: overtime,
    holiday_minutes: holiday,
    on_call_minutes: onCall,
    miles: random.chance(0.04) ? random.int(10, 240) : 0,
    expense_cents: expense,
    bill_cents: Math.round((paid * assignment.bill_rate_cents + onCall * ON_CALL_CENTS_PER_HOUR) / 60) + expense,
  };
}
