/** The jobs that suppliers submitted to in a period, each once for each supplier. */
import { sql } from 'kysely';
import type { Period } from '../../../contract/dashboard';
import type { Quantity } from '../../../contract/dashboard/kpi';
import type { ListName } from '../../../contract/lists';
import { listTable } from '../../lists/engine';
import { withinDays } from '../../lists/predicates';
import type { Sql } from '../../lists/source';

/** Whether `jobsMet` answers it. */
export const isEverySubmission = ({ list, filters, dated }: Quantity): boolean =>
  list === 'submittalReport' && dated === undefined && Object.keys(filters).length === 0;

/** By the rows themselves. `where` is theirs, the period included. */
export const jobsOfRows = (list: ListName, where: Sql): Sql =>
  sql`select r.agency_id, r.job_id from ${listTable(list)} where ${where} group by 1, 2`;

/**
 * Of all submissions, from the first and the last of each supplier to each job. `where` asks nothing but whose they are
 * and of what job. Only where they began before the period and went on after it the submissions are looked at: one by
 * one, or a plan would read them all to know. Found first and joined then, or it is believed that there are few of them.
 */
export const jobsMet = (where: Sql, period: Period): Sql => sql`
  with met as materialized (
    select r.agency_id, r.job_id from submission_jobs r where ${where} and (
      ${withinDays(sql`r.first_at`, period)} or ${withinDays(sql`r.last_at`, period)}
      or (r.first_at < ${period.from}::date::timestamp at time zone 'UTC'
        and r.last_at > ${period.to}::date::timestamp at time zone 'UTC'
        and (select true from submissions x
          where x.job_id = r.job_id and x.agency_id = r.agency_id and ${withinDays(sql`x.submitted_at`, period)} limit 1)))
  ) select * from met`;
