/** Timesheets: hours, approval, disputes, adjustments and expenses. */
import { sql } from 'kysely';
import { WEEK_MINUTES } from '../../../../contract/records/action';
import { ActionRefused, requiredInput, execute, type Acting, type EffectsOf } from './effects';

/** The Sunday of a timesheet `t`. */
export const FIRST_DAY = sql`t.week_ending - 6`;
/** Whether a timesheet `t` has hours, miles or expenses, also if it is only saved. */
export const IS_FILLED = sql`
  t.regular_minutes + t.overtime_minutes + t.holiday_minutes + t.on_call_minutes + t.miles + t.expense_cents > 0`;
/** Hours of a week beyond these are overtime, which is billed one and a half times, as holidays are. */
const REGULAR_MINUTES_MAX = 2_400;
/** The same for every assignment, without a premium. */
export const ON_CALL_CENTS_PER_HOUR = 600;

export const timesheetEffects: EffectsOf<'timesheet'> = {
  submit: {
    act: async (acting) => {
      const { queries, record, input } = acting;
      const { recordId } = record;
      const minutes = requiredInput(input, 'minutes');
      if (minutes === 0) throw new ActionRefused('A timesheet without hours cannot be submitted. Please enter them.');
      await assertNotOver(acting);
      await setHours(acting, minutes);
      await execute(
        queries,
        sql`update timesheets t set facility_status = 'SUBMITTED', supplier_status = 'SUBMITTED', submitted_at = now(),
            submitted_by = (select c.first_name || ' ' || c.last_name from assignments a
              join candidates c on c.id = a.candidate_id where a.id = t.assignment_id)
          where t.id = ${recordId}`,
      );
      return [{ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: recordId }];
    },
  },
  approve: {
    act: async ({ queries, record: { recordId }, actor }) => {
      await execute(
        queries,
        sql`update timesheets set facility_status = 'APPROVED', supplier_status = 'APPROVED', approved_at = now(),
            approved_by = ${actor}
          where id = ${recordId}`,
      );
      return [];
    },
    undo: { columns: ['facility_status', 'supplier_status', 'approved_at', 'approved_by'] },
  },
  dispute: {
    act: async ({ queries, record: { recordId }, input }) => {
      await execute(
        queries,
        sql`update timesheets set disputed_at = now(), dispute_resolved_at = null,
            dispute_reason = ${requiredInput(input, 'reason')}
          where id = ${recordId}`,
      );
      return [{ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: recordId }];
    },
  },
  resolve: {
    act: async (acting) => {
      const { recordId } = acting.record;
      await setHours(acting, requiredInput(acting.input, 'minutes'));
      await execute(acting.queries, sql`update timesheets set dispute_resolved_at = now() where id = ${recordId}`);
      return [{ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: recordId }];
    },
  },
  finalize: {
    act: async ({ queries, record: { recordId } }) => {
      await execute(
        queries,
        sql`update timesheets set facility_status = 'FINALIZED', supplier_status = 'FINALIZED',
            finalized_at = coalesce(finalized_at, now())
          where id = ${recordId}`,
      );
      return [];
    },
    undo: { columns: ['facility_status', 'supplier_status', 'finalized_at'] },
  },
  adjust: {
    act: async (acting) => {
      const { recordId } = acting.record;
      await setHours(acting, requiredInput(acting.input, 'minutes'));
      await execute(acting.queries, sql`update timesheets set correction = correction + 1 where id = ${recordId}`);
      return [{ kind: 'timesheet', what: 'JOURNAL_ALERT', timesheetId: recordId }];
    },
  },
  releaseExpense: {
    act: async ({ queries, record: { recordId } }) => {
      await execute(queries, sql`update timesheets set expense_decision = 'RELEASED' where id = ${recordId}`);
      return [];
    },
    undo: { columns: ['expense_decision'] },
  },
  refuseExpense: {
    act: async ({ queries, record: { recordId } }) => {
      await execute(
        queries,
        sql`update timesheets set expense_decision = 'REFUSED', bill_cents = bill_cents - expense_cents
          where id = ${recordId}`,
      );
      return [];
    },
  },
};

/** Throws ActionRefused if the assignment ended before the week began. */
async function assertNotOver({ queries, record: { recordId } }: Acting): Promise<void> {
  const { rows } = await sql<{ endedOn: string }>`
    select a.ended_on::text as "endedOn" from timesheets t join assignments a on a.id = t.assignment_id
    where t.id = ${recordId} and ${FIRST_DAY} > a.ended_on`.execute(queries);
  const [over] = rows;
  if (over !== undefined) {
    throw new ActionRefused(
      `The assignment ended on ${over.endedOn}, before that week. Please report hours up to that day only.`,
    );
  }
}

interface WeekHours {
  /** Minutes, as the others. */
  readonly regular: number;
  readonly overtime: number;
  readonly holiday: number;
}

/**
 * Hours that were reported keep their kind, because a facility may count overtime by the day. Further ones are regular
 * up to 40 hours, then overtime; if there are fewer, overtime is reduced first, then the regular ones, holidays last.
 */
function splitHours({ regular, overtime, holiday }: WeekHours, minutes: number): WeekHours {
  const onHolidays = Math.min(holiday, minutes);
  const others = minutes - onHolidays;
  const atRate =
    minutes > regular + overtime + holiday
      ? Math.min(others - overtime, Math.max(regular, REGULAR_MINUTES_MAX))
      : Math.min(others, regular);
  return { regular: atRate, overtime: others - atRate, holiday: onHolidays };
}

/** `minutes` are all hours worked, holidays included. Updates the bill, which leaves out refused expenses. */
async function setHours({ queries, record: { recordId, columns } }: Acting, minutes: number): Promise<void> {
  const before = (column: string): number => Number(columns[column]);
  if (minutes + before('on_call_minutes') > WEEK_MINUTES) {
    throw new ActionRefused('It has more hours than a week. Please enter fewer; those on call count, too.');
  }
  const { regular, overtime, holiday } = splitHours(
    {
      regular: before('regular_minutes'),
      overtime: before('overtime_minutes'),
      holiday: before('holiday_minutes'),
    },
    minutes,
  );
  await execute(
    queries,
    sql`
      update timesheets t set regular_minutes = h.regular, overtime_minutes = h.overtime, holiday_minutes = h.holiday,
        bill_cents = round(((h.regular + 1.5 * (h.overtime + h.holiday)) * a.bill_rate_cents
          + t.on_call_minutes * ${ON_CALL_CENTS_PER_HOUR}::integer) / 60)
          + case when t.expense_decision = 'REFUSED' then 0 else t.expense_cents end
      from assignments a, (values (${regular}::integer, ${overtime}::integer, ${holiday}::integer))
        as h (regular, overtime, holiday)
      where t.id = ${recordId} and a.id = t.assignment_id`,
  );
}
