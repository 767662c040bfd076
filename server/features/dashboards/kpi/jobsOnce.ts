/** Jobs with submissions in a period, counted once per supplier. */
import { sql } from 'kysely';
import type { Period } from '../../../../contract/dashboards/filter';
import type { Quantity } from '../../../../contract/dashboards/kpis';
import type { ListName } from '../../../../contract/lists/list';
import { listTable } from '../../lists/engine';
import { withinDates } from '../../lists/predicates';
import type { Sql } from '../../lists/source';

/** Whether `jobsOfSubmissions` can answer it. */
export const isEverySubmission = ({ list, filters, dated }: Quantity): boolean =>
  list === 'submittalReport' && dated === undefined && Object.keys(filters).length === 0;

/** From the submission rows, with the job's openings. `where` includes the period. */
export const jobsOfRows = (list: ListName, where: Sql): Sql => sql`
  select x.agency_id, x.job_id, j.openings
  from (select r.agency_id, r.job_id from ${listTable(list)} where ${where} group by 1, 2) x
  join jobs j on j.id = x.job_id`;

/**
 * From the precomputed first and last submission of each supplier to each job. `where` only restricts parties and jobs.
 * Submissions themselves are read only where the first is before the period and the last after it. Apart from the others,
 * since the planner would take the cost of that look for each row and read all of them through an index.
 */
export const jobsOfSubmissions = (where: Sql, period: Period): Sql => sql`
  select r.agency_id, r.job_id, r.openings from submission_jobs r
  where ${where} and (${withinDates(sql`r.first_on`, period)} or ${withinDates(sql`r.last_on`, period)})
  union all
  select r.agency_id, r.job_id, r.openings from submission_jobs r
  where ${where} and r.first_on < ${period.from}::date and r.last_on > ${period.to}::date
    and exists (select from submissions x
      where x.job_id = r.job_id and x.agency_id = r.agency_id and ${withinDates(sql`x.submitted_on`, period)})`;
