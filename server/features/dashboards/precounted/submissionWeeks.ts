/**
 * Submissions counted per week and job: any filter on jobs can use whole weeks, and only the days before the first and
 * after the last whole week are counted from rows.
 */
import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../../contract/base/statuses';
import { translateFilters, type Period } from '../../../../contract/dashboards/filter';
import { addDays, weekday } from '../../../base/dates';
import { listWhere } from '../../lists/engine';
import { withEvery, type Counts } from '../counts';
import type { DashboardQuery } from '../query';

const WEEK_DAYS = 7;
const SATURDAY = 6;

export interface Weeks {
  /** From a Sunday to a Saturday. */
  readonly whole: Period;
  /** The days before and after these weeks: up to two periods. */
  readonly rest: readonly Period[];
}

/** Null if the period has no whole week, or suppliers are filtered, which the weekly counts do not distinguish. */
export function weeksOf({ scope, filter, period }: DashboardQuery): Weeks | null {
  const { organizationType } = scope;
  if ((organizationType !== 'VMS' && organizationType !== 'CLIENT') || (filter.agencyIds ?? []).length > 0) return null;
  const from = addDays(period.from, (WEEK_DAYS - weekday(period.from)) % WEEK_DAYS);
  const to = addDays(period.to, -((weekday(period.to) - SATURDAY + WEEK_DAYS) % WEEK_DAYS));
  if (from > to) return null;
  const rest = [
    { from: period.from, to: addDays(from, -1) },
    { from: addDays(to, 1), to: period.to },
  ];
  return { whole: { from, to }, rest: rest.filter((each) => each.from <= each.to) };
}

/** Counts by status, plus `every`. The filter on jobs is the list's own condition. */
export async function countWeeks({ queries, scope, filter }: DashboardQuery, { from, to }: Period): Promise<Counts> {
  const { filters } = translateFilters('submissions', filter, null, scope.organizationType);
  const where = listWhere('submissions', { filters, clientId: filter.clientId }, scope);
  const sums = SUBMISSION_STATUSES.map(
    (status) => sql`coalesce(sum(${sql.ref(`r.${status.toLowerCase()}`)}), 0)::bigint as ${sql.id(status)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(sums)} from submission_weeks r
    where r.week between ${from}::date and ${to}::date and ${where}`.execute(queries);
  return withEvery(rows[0] ?? {});
}
