/** Jobs with submissions in a period, counted once per supplier. */
import { sql } from 'kysely';
import type { Period } from '../../../../contract/dashboards/filter';
import type { Quantity } from '../../../../contract/dashboards/kpiDefinition';
import type { ListName } from '../../../../contract/lists/list';
import { listTable } from '../../lists/engine';
import { withinDates } from '../../lists/predicates';
import type { Sql } from '../../lists/source';
import { withQueue } from '../precounted/kpiFromDays';
import type { Parties } from '../precounted/submissionDays';
import type { DashboardQuery } from '../query';
import type { Grouping, Row, SumRequest } from '../sumRequest';

/** Whether `jobsOfSubmissions` can answer it. */
export const isEverySubmission = ({ list, filters, dated }: Quantity): boolean =>
  list === 'submittalReport' && dated === undefined && Object.keys(filters).length === 0;

/** From the submissions, with their jobs' openings. `where` includes the period; with `key`, once per month or week. */
export const jobsOfRows = (list: ListName, where: Sql, key?: Sql): Sql => sql`
  select x.agency_id, x.job_id, j.openings ${key === undefined ? sql`` : sql`, x.key`}
  from (
    select r.agency_id, r.job_id ${key === undefined ? sql`` : sql`, ${key} as key`}
    from ${listTable(list)} where ${where} group by 1, 2 ${key === undefined ? sql`` : sql`, 3`}) x
  join jobs j on j.id = x.job_id`;

/**
 * From the precomputed first and last submission of each supplier to each job. `where` only restricts parties and jobs.
 * Submissions themselves are read only if the first is before the period and the last after it, in a separate branch,
 * because the planner would otherwise charge their cost to each row and read all rows through an index.
 */
export const jobsOfSubmissions = (where: Sql, period: Period): Sql => sql`
  select r.agency_id, r.job_id, r.openings from submission_jobs r
  where ${where} and (${withinDates(sql`r.first_on`, period)} or ${withinDates(sql`r.last_on`, period)})
  union all
  select r.agency_id, r.job_id, r.openings from submission_jobs r
  where ${where} and r.first_on < ${period.from}::date and r.last_on > ${period.to}::date
    and exists (select from submissions x
      where x.job_id = r.job_id and x.agency_id = r.agency_id and ${withinDates(sql`x.submitted_on`, period)})`;

/** Whether `readOpenings` can answer it. */
export const isOfOpenings = (quantity: Quantity, by: Grouping): boolean =>
  quantity.oncePerJob === true && isEverySubmission(quantity) && ['all', 'facility', 'supplier'].includes(by);

const COLUMN: Readonly<Record<Parties['kind'], Sql>> = {
  PROGRAM: sql`r.tenant_id`,
  CLIENT: sql`r.client_id`,
  AGENCY: sql`r.agency_id`,
};

/**
 * The openings of these jobs, from daily counts: jobs whose first submission was not after the period, minus those
 * whose last was before it, minus those without a submission in the period. Only the last group is read job by job.
 */
export async function readOpenings(
  { queries, scope }: DashboardQuery,
  { kind, ids }: Parties,
  group: readonly SumRequest[],
  by: Grouping,
): Promise<readonly Row[]> {
  const { period } = group[0] as SumRequest;
  const of = (party: Sql): Sql => (ids === null ? sql`` : sql`and ${party} = any(${ids}::uuid[])`);
  const openings = sql`coalesce(sum(o.openings), 0)::double precision`;
  const { rows } = await sql<Row>`
    select ${by === 'all' ? sql`''` : sql`o.party_id::text`} as key,
      ${sql.join(group.map(({ name }) => sql`${openings} as ${sql.id(name)}`))}
    from (
      select d.party_id, sum(d.first_openings) - coalesce(sum(d.last_openings) filter (where d.day < ${period.from}::date), 0)
        as openings
      from ${withQueue('submission_job_days', kind, SUMS)} d
      where d.tenant_id = ${scope.tenantId}::uuid and d.kind = ${kind} and d.day <= ${period.to}::date ${of(sql`d.party_id`)}
      group by 1
      union all
      select ${COLUMN[kind]}, -r.openings from submission_jobs r
      where r.tenant_id = ${scope.tenantId}::uuid and r.first_on < ${period.from}::date and r.last_on > ${period.to}::date
        ${of(COLUMN[kind])} and not exists (select from submissions x
          where x.job_id = r.job_id and x.agency_id = r.agency_id and ${withinDates(sql`x.submitted_on`, period)})) o
    ${by === 'all' ? sql`` : sql`group by 1`}`.execute(queries);
  return rows;
}
const SUMS = ['first_openings', 'last_openings'];
