/**
 * Submissions counted by week for each job: whatever is filtered by that a job has, alone or together, only the days
 * before the first whole week and after the last one are left to be counted row by row.
 */
import { sql } from 'kysely';
import { carriedFilters, type Period } from '../../contract/dashboard';
import { SUBMISSION_STATUSES } from '../../contract/statuses';
import { listWhere } from '../lists/engine';
import type { Asked } from './asked';
import { withEvery, type Counts } from './counts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const SATURDAY = 6;

export interface Weeks {
  /** From a Sunday to a Saturday. */
  readonly whole: Period;
  readonly rest: readonly Period[];
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const weekday = (day: string): number => new Date(day).getUTCDay();

/** Null where there is no whole week, or some suppliers' submissions are asked for, which a job does not know. */
export function weeksOf({ scope, filter, period }: Asked): Weeks | null {
  const { organizationType } = scope;
  if ((organizationType !== 'VMS' && organizationType !== 'CLIENT') || (filter.agencyIds ?? []).length > 0) return null;
  const from = shifted(period.from, (WEEK_DAYS - weekday(period.from)) % WEEK_DAYS);
  const to = shifted(period.to, -((weekday(period.to) - SATURDAY + WEEK_DAYS) % WEEK_DAYS));
  if (from > to) return null;
  const rest = [
    { from: period.from, to: shifted(from, -1) },
    { from: shifted(to, 1), to: period.to },
  ];
  return { whole: { from, to }, rest: rest.filter((each) => each.from <= each.to) };
}

/** By status, with `every` for all of them. What jobs are filtered by is the list's own condition. */
export async function countWeeks({ queries, scope, filter }: Asked, { from, to }: Period): Promise<Counts> {
  const { filters } = carriedFilters('submissions', filter, null, scope.organizationType);
  const where = listWhere('submissions', { filters, clientId: filter.clientId }, scope);
  const sums = SUBMISSION_STATUSES.map(
    (status) => sql`coalesce(sum(${sql.ref(`r.${status.toLowerCase()}`)}), 0)::bigint as ${sql.id(status)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(sums)} from submission_weeks r
    where r.week between ${from}::date and ${to}::date and ${where}`.execute(queries);
  return withEvery(rows[0] ?? {});
}
