/**
 * Adds up the quantities that KPIs are made of. Rows are selected by the conditions of the reports that show them
 * (listWhere), so a number and its report cannot differ. Each list is read once per period.
 */
import { sql } from 'kysely';
import { translateFilters, type ListFilters } from '../../../../contract/dashboards/filter';
import { datedFilter, ownFilters } from '../../../../contract/dashboards/reportRows';
import type { Quantity } from '../../../../contract/dashboards/kpiDefinition';
import { columnMeasure, listFilters, listTable, listWhere } from '../../lists/engine';
import { PARTIES, oneOfIds, partyTo } from '../../lists/predicates';
import { aggregateInMemory } from '../../lists/totals';
import { REPORT_DATES, type Dated } from '../../lists/queries/reports/dates';
import type { Sql } from '../../lists/source';
import { dayTableOf, daysFor, monthKey, readDays, weekKey } from '../precounted/kpiFromDays';
import type { DashboardQuery } from '../query';
import type { Grouped, Grouping, Row, SumRequest } from '../sumRequest';
import { isEverySubmission, isOfOpenings, jobsOfSubmissions, jobsOfRows, readOpenings } from './distinctJobs';

/** Joins that a column needs. */
const JOINS: Readonly<Record<string, Sql>> = {
  'submittalReport.daysToSubmit': sql`join jobs j on j.id = r.job_id`,
  'activeBookedCandidateReport.daysToHire': sql`join submissions x on x.id = r.submission_id`,
};
const joinKey = ({ list, sum }: Quantity): string => (sum && `${list}.${sum}` in JOINS ? `${list}.${sum}` : '');

/** The sums by group, from precounted days where these have them, otherwise from the rows. */
export async function sumQuantities(
  query: DashboardQuery,
  requests: readonly SumRequest[],
  by: Grouping = 'all',
): Promise<Grouped> {
  const days = daysFor(query, by);
  const tableOf = (request: SumRequest) =>
    days === null ? null : isOfOpenings(request.quantity, by) ? 'submission_job_days' : dayTableOf(request);
  const groups = new Map<string, SumRequest[]>();
  for (const each of requests) {
    const { list, dated = '', oncePerJob } = each.quantity;
    const { from, to } = each.period;
    const apart = oncePerJob ? each.name : joinKey(each.quantity);
    const table = tableOf(each);
    const key = table === null ? [list, dated, apart, from, to].join() : [table, from, to].join();
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const sums = new Map<string, Record<string, number>>();
  for (const group of groups.values()) {
    const table = tableOf(group[0] as SumRequest);
    const rows =
      days === null || table === null
        ? await readGroup(query, group, by)
        : table === 'submission_job_days'
          ? await readOpenings(query, days, group, by)
          : await readDays(query, days, group, by);
    for (const { key, ...values } of rows) sums.set(key, { ...sums.get(key), ...values });
  }
  return sums;
}

/** Reads all requests of one list and period. */
async function readGroup(query: DashboardQuery, group: readonly SumRequest[], by: Grouping): Promise<readonly Row[]> {
  const { queries, scope, filter } = query;
  const first = group[0] as SumRequest;
  const { list, oncePerJob } = first.quantity;
  const type = scope.organizationType;
  const common = commonFilters(group.map(({ quantity }) => ownFilters(quantity, type)));
  const chosen = translateFilters(list, filter, null, type).filters;
  const whereWith = (further: ListFilters): Sql =>
    listWhere(list, { filters: { ...chosen, ...further }, clientId: filter.clientId }, scope);
  const where = whereWith({ ...common, ...datedFilter(first.quantity, first.period) });
  const aggregates = group.map((each) => {
    const narrower = without(ownFilters(each.quantity, type), common);
    const condition =
      Object.keys(narrower).length === 0 ? sql`` : sql`filter (where ${listFilters(list, narrower, scope)})`;
    return sql`${aggregate(query, each, condition)} as ${sql.id(each.name)}`;
  });
  const join = JOINS[joinKey(first.quantity)] ?? sql``;
  const key = keyOf(first.quantity, by);
  const inTime = by === 'month' || by === 'week' || by === 'supplierMonth';
  const once =
    isEverySubmission(first.quantity) && !inTime
      ? jobsOfSubmissions(whereWith({}), first.period)
      : jobsOfRows(list, where, inTime && 'row' in key ? key.row : undefined);
  const ofSuppliers = by === 'supplier' && list === 'jobsReport' ? suppliersOfJobs(query) : null;
  const from = oncePerJob
    ? sql`(${once}) r`
    : sql`${listTable(list)} ${join} ${ofSuppliers?.join ?? sql``} where ${where} ${ofSuppliers?.where ?? sql``}`;
  if ('job' in key) return readByJob(query, list, key.job, group, sql`${sql.join(aggregates)} from ${from}`);
  const { rows } = await sql<Row>`
    select ${oncePerJob && inTime ? sql`r.key` : key.row} as key, ${sql.join(aggregates)} from ${from}
    ${by === 'all' ? sql`` : by === 'supplier' && ofSuppliers === null ? sql`group by r.agency_id` : sql`group by 1`}`.execute(
    queries,
  );
  return rows;
}

/** A job counts for each supplier that submitted candidates to it, as the report filtered by the supplier has it. */
const suppliersOfJobs = ({ scope, filter: { agencyIds = [] } }: DashboardQuery) => ({
  join: sql`join submission_jobs sj on sj.job_id = r.id`,
  where: sql`and ${partyTo(scope, 'sj', PARTIES)} ${agencyIds.length === 0 ? sql`` : sql`and ${oneOfIds(sql`sj.agency_id`, agencyIds)}`}`,
});

/** Adds up by job first, of which there are few, and then by what the job has: no job is read for each row. */
async function readByJob(
  query: DashboardQuery,
  list: Quantity['list'],
  column: string,
  group: readonly SumRequest[],
  aggregatesFrom: Sql,
): Promise<readonly Row[]> {
  await aggregateInMemory(query.queries);
  const isOfAssignment = list === 'declinedDocumentsReport' || list === 'timesheets';
  const link = list === 'jobsReport' ? sql`r.id` : isOfAssignment ? sql`r.assignment_id` : sql`r.job_id`;
  const job = isOfAssignment ? sql`(select ga.job_id from assignments ga where ga.id = x.link)` : sql`x.link`;
  const sums = group.map(({ name }) => sql`sum(x.${sql.id(name)})::double precision as ${sql.id(name)}`);
  const { rows } = await sql<Row>`
    select (select ${sql.ref(`gj.${column}`)}::text from jobs gj where gj.id = ${job}) as key, ${sql.join(sums)}
    from (select ${link} as link, ${aggregatesFrom} group by 1) x group by 1`.execute(query.queries);
  return rows;
}

function aggregate({ scope }: DashboardQuery, { quantity, counted }: SumRequest, condition: Sql): Sql {
  const { list, sum, oncePerJob } = quantity;
  if (sum === undefined) return sql`count(*) ${condition}`;
  const value = oncePerJob ? sql`r.openings` : columnMeasure(list, sum, scope);
  return counted ? sql`count(${value}) ${condition}` : sql`coalesce((sum(${value}) ${condition})::double precision, 0)`;
}

/** What rows are grouped by: an expression over them, or a column of their job. */
type Key = { readonly row: Sql } | { readonly job: string };

function keyOf({ list, dated = 'period', oncePerJob }: Quantity, by: Grouping): Key {
  const dates: Readonly<Record<string, Dated>> = REPORT_DATES[list];
  const day = dates[dated]?.day ?? sql`null::date`;
  switch (by) {
    case 'all':
      return { row: sql`''` };
    case 'supplier':
      return { row: list === 'jobsReport' ? sql`sj.agency_id::text` : sql`r.agency_id::text` };
    case 'facility':
      return oncePerJob ? { job: 'client_id' } : { row: sql`r.client_id::text` };
    case 'department':
      return { job: 'department_id' };
    case 'specialty':
      return { job: 'specialty_id' };
    case 'month':
      return { row: monthKey(day) };
    case 'supplierMonth':
      return { row: sql`r.agency_id::text || ' ' || ${monthKey(day)}` };
    case 'week':
      return { row: weekKey(day) };
  }
}

const equal = (a: readonly string[] | undefined, b: readonly string[]): boolean => a?.join() === b.join();

function commonFilters(all: readonly ListFilters[]): ListFilters {
  const [first = {}, ...rest] = all;
  return Object.fromEntries(
    Object.entries(first).filter(([name, values]) => rest.every((each) => equal(each[name], values))),
  );
}
const without = (filters: ListFilters, common: ListFilters): ListFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !(name in common)));
