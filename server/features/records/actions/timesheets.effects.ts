/** Timesheets: hours, approval, disputes, adjustments and expenses. */
import { sql } from 'kysely';
import type { Queries } from '../../../database';
import { ActionRefused, requiredInput, change, type EffectsOf } from './effects';

/** Hours of a week beyond these are overtime, which is billed one and a half times, as holidays are. */
const REGULAR_MINUTES_MAX = 2_400;
/** The same for every assignment, without a premium. */
export const ON_CALL_CENTS_PER_HOUR = 600;

export const timesheetEffects: EffectsOf<'timesheet'> = {
  submit: {
    act: async ({ queries, record: { recordId }, input }) => {
      const minutes = requiredInput(input, 'minutes');
      if (minutes === 0) throw new ActionRefused('A timesheet without hours cannot be submitted. Please enter them.');
      await setHours(queries, recordId, minutes);
      await change(
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
      await change(
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
      await change(
        queries,
        sql`update timesheets set disputed_at = now(), dispute_resolved_at = null,
            dispute_reason = ${requiredInput(input, 'reason')}
          where id = ${recordId}`,
      );
      return [{ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: recordId }];
    },
  },
  resolve: {
    act: async ({ queries, record: { recordId }, input }) => {
      await setHours(queries, recordId, requiredInput(input, 'minutes'));
      await change(queries, sql`update timesheets set dispute_resolved_at = now() where id = ${recordId}`);
      return [{ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: recordId }];
    },
  },
  finalize: {
    act: async ({ queries, record: { recordId } }) => {
      await change(
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
    act: async ({ queries, record: { recordId }, input }) => {
      await setHours(queries, recordId, requiredInput(input, 'minutes'));
      await change(queries, sql`update timesheets set correction = correction + 1 where id = ${recordId}`);
      return [{ kind: 'timesheet', what: 'JOURNAL_ALERT', timesheetId: recordId }];
    },
  },
  releaseExpense: {
    act: async ({ queries, record: { recordId } }) => {
      await change(queries, sql`update timesheets set expense_decision = 'RELEASED' where id = ${recordId}`);
      return [];
    },
    undo: { columns: ['expense_decision'] },
  },
  refuseExpense: {
    act: async ({ queries, record: { recordId } }) => {
      await change(
        queries,
        sql`update timesheets set expense_decision = 'REFUSED', bill_cents = bill_cents - expense_cents
          where id = ${recordId}`,
      );
      return [];
    },
  },
};

/** `minutes` are all hours worked, holidays included. Updates the bill, which leaves out refused expenses. */
async function setHours(queries: Queries, id: string, minutes: number): Promise<void> {
  await change(
    queries,
    sql`
      update timesheets t set regular_minutes = h.regular, overtime_minutes = h.overtime, holiday_minutes = h.holiday,
        bill_cents = round(((h.regular + 1.5 * (h.overtime + h.holiday)) * a.bill_rate_cents
          + t.on_call_minutes * ${ON_CALL_CENTS_PER_HOUR}::integer) / 60)
          + case when t.expense_decision = 'REFUSED' then 0 else t.expense_cents end
      from assignments a, timesheets was,
        lateral (select least(was.holiday_minutes, ${minutes}::integer) as holiday) x,
        lateral (select x.holiday, least(${minutes}::integer - x.holiday, ${REGULAR_MINUTES_MAX}::integer) as regular,
          greatest(0, ${minutes}::integer - x.holiday - ${REGULAR_MINUTES_MAX}::integer) as overtime) h
      where t.id = ${id} and was.id = t.id and a.id = t.assignment_id`,
  );
}
