/** Extending assignments, and ending them before their time. */
import { sql } from 'kysely';
import type { Queries } from '../../../database';
import { ActionRefused, requiredInput, execute, stopLabelingEvents, type Acting, type EffectsOf } from './effects';
import { FIRST_DAY, IS_FILLED } from './timesheets.effects';

/** No extension is asked for or due. */
const NO_EXTENSION = sql`extension_status = null, extension_decision_due = null, extension_until = null`;

export const assignmentEffects: EffectsOf<'assignment'> = {
  requestExtension: {
    act: async (acting) => {
      const until = laterEnd(acting);
      const { recordId } = acting.record;
      await execute(
        acting.queries,
        sql`update assignments set extension_status = 'REQUESTED', extension_until = ${until}::date where id = ${recordId}`,
      );
      return [{ kind: 'assignment', what: 'EXTENSION_DUE', assignmentId: recordId }];
    },
    note: ({ date }) => `Until ${date}`,
  },
  extend: {
    act: async (acting) => {
      await execute(
        acting.queries,
        sql`update assignments set planned_end = ${laterEnd(acting)}::date, extensions = extensions + 1,
            ${NO_EXTENSION}
          where id = ${acting.record.recordId}`,
      );
      return [];
    },
    note: ({ date }) => `Until ${date}`,
  },
  declineExtension: {
    act: async ({ queries, record: { recordId } }) => {
      await execute(
        queries,
        sql`update assignments set extension_status = 'DECLINED', extension_decision_due = null, extension_until = null
          where id = ${recordId}`,
      );
      return [];
    },
  },
  endEarly: {
    act: async ({ queries, record: { recordId, columns, today }, input }) => {
      const date = requiredInput(input, 'date');
      const { actual_start: start, planned_end: end } = columns;
      if (date > today) {
        throw new ActionRefused('The last day worked is in the future. Please choose today or an earlier day.');
      }
      if (typeof start !== 'string' || date < start) {
        throw new ActionRefused(`The work began on ${String(start)}. Please choose that day or a later one.`);
      }
      if (typeof end !== 'string' || date > end) {
        throw new ActionRefused(`The assignment ended on ${String(end)} as planned. Please choose an earlier day.`);
      }
      await endTimesheets(queries, recordId, date);
      await execute(
        queries,
        sql`update assignments set status = 'EARLY_TERM', ended_on = ${date}::date, ended_by = ${requiredInput(input, 'endedBy')},
            ${NO_EXTENSION}, end_reason = ${requiredInput(input, 'reason')}
          where id = ${recordId}`,
      );
      return [{ kind: 'assignment', what: 'EARLY_TERMINATION', assignmentId: recordId }];
    },
  },
  cancel: {
    act: async ({ queries, record: { recordId, today }, input }) => {
      await execute(
        queries,
        sql`update assignments set status = 'CANCELLED', ended_on = ${today}::date, ended_by = ${requiredInput(input, 'endedBy')},
            ${NO_EXTENSION}, end_reason = ${requiredInput(input, 'reason')}
          where id = ${recordId}`,
      );
      await stopLabelingEvents(queries);
      await execute(
        queries,
        sql`update jobs set openings_filled = greatest(0, openings_filled - 1), last_activity_at = now()
          where id = (select job_id from assignments where id = ${recordId})`,
      );
      return [{ kind: 'assignment', what: 'ASSIGNMENT_CANCELLED', assignmentId: recordId }];
    },
  },
};

/** Deletes the empty timesheets of the weeks after the last day. Throws ActionRefused if one has entries. */
async function endTimesheets(queries: Queries, assignmentId: string, lastDay: string): Promise<void> {
  // Locked, so that none of them is submitted meanwhile.
  const { rows } = await sql<{ id: string; weekEnding: string; isReported: boolean }>`
    select t.id, t.week_ending::text as "weekEnding",
      (t.supplier_status not in ('MISSING', 'SAVED') or ${IS_FILLED}) as "isReported"
    from timesheets t where t.assignment_id = ${assignmentId} and ${FIRST_DAY} > ${lastDay}::date
    order by t.id for update`.execute(queries);
  const reported = rows.flatMap(({ weekEnding, isReported }) => (isReported ? [weekEnding] : [])).sort();
  if (reported.length > 0) {
    throw new ActionRefused(`Hours were reported up to the week ending ${reported.at(-1)}. Please choose a later day.`);
  }
  await execute(queries, sql`delete from timesheets where id = any (${rows.map(({ id }) => id)}::uuid[])`);
}

/** The requested date, if it is later than the current end and not over. */
function laterEnd({ record: { columns, today }, input }: Acting): string {
  const date = requiredInput(input, 'date');
  const end = columns['planned_end'];
  if (typeof end === 'string' && date <= end) {
    throw new ActionRefused(`The assignment ends on ${end} already. Please choose a later day.`);
  }
  if (date < today) throw new ActionRefused('The new last day is in the past. Please choose today or a later day.');
  return date;
}
