/**
 * Adds up what KPIs are made of. Rows are counted under the conditions of the reports that show them (listWhere), so a
 * number and the report behind it cannot differ. Each list is read once for each period, whatever is asked of it.
 */
import { sql } from 'kysely';
import { carriedFilters, type ListFilters } from '../../../contract/dashboard';
import { datedFilter, ownFilters, type Quantity } from '../../../contract/dashboard/kpi';
import { columnValue, listFilters, listTable, listWhere } from '../../lists/engine';
import { REPORT_DATES, type Dated } from '../../lists/queries/reports/dates';
import type { Sql } from '../../lists/source';
import type { Asked } from '../asked';
import { isEverySubmission, jobsMet, jobsOfRows } from './eachJobOnce';
import { daysFor, isCountedByDay, readDays } from './fromDays';
import type { Grouped, Grouping, Row, Sought } from './sought';

/** What a column needs beside its row. */
const JOINS: Readonly<Record<string, Sql>> = {
  'submittalReport.daysToSubmit': sql`join jobs j on j.id = r.job_id`,
  'submittalReport.positions': sql`join jobs j on j.id = r.job_id`,
  'activeBookedCandidateReport.daysToHire': sql`join submissions x on x.id = r.submission_id`,
};
const joinKey = ({ list, sum }: Quantity): string => (sum && `${list}.${sum}` in JOINS ? `${list}.${sum}` : '');

export async function reckon(asked: Asked, sought: readonly Sought[], by: Grouping = 'all'): Promise<Grouped> {
  const days = daysFor(asked, by);
  const groups = new Map<string, Sought[]>();
  for (const each of sought) {
    const { list, dated = '', oncePerJob } = each.quantity;
    const { from, to } = each.period;
    const apart = oncePerJob ? each.name : joinKey(each.quantity);
    const key = days !== null && isCountedByDay(each) ? [from, to].join() : [list, dated, apart, from, to].join();
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const sums = new Map<string, Record<string, number>>();
  for (const group of groups.values()) {
    const rows =
      days !== null && group.every(isCountedByDay)
        ? await readDays(asked, days, group, by)
        : await readGroup(asked, group, by);
    for (const { key, ...values } of rows) sums.set(key, { ...sums.get(key), ...values });
  }
  return sums;
}

/** All of one list in one period. */
async function readGroup(asked: Asked, group: readonly Sought[], by: Grouping): Promise<readonly Row[]> {
  const { queries, scope, filter } = asked;
  const first = group[0] as Sought;
  const { list, oncePerJob } = first.quantity;
  const type = scope.organizationType;
  const common = commonFilters(group.map(({ quantity }) => ownFilters(quantity, type)));
  const carried = carriedFilters(list, filter, null, type).filters;
  const whereWith = (further: ListFilters): Sql =>
    listWhere(list, { filters: { ...carried, ...further }, clientId: filter.clientId }, scope);
  const where = whereWith({ ...common, ...datedFilter(first.quantity, first.period) });
  const key = keyOf(first.quantity, by);
  const aggregates = group.map((each) => {
    const narrower = without(ownFilters(each.quantity, type), common);
    const condition =
      Object.keys(narrower).length === 0 ? sql`` : sql`filter (where ${listFilters(list, narrower, scope)})`;
    return sql`${aggregate(asked, each, condition)} as ${sql.id(each.name)}`;
  });
  const join = JOINS[joinKey(first.quantity)] ?? sql``;
  const once = isEverySubmission(first.quantity) ? jobsMet(whereWith({}), first.period) : jobsOfRows(list, where);
  const from = oncePerJob ? sql`(${once}) r ${join}` : sql`${listTable(list)} ${join} where ${where}`;
  const { rows } = await sql<Row>`
    select ${key} as key, ${sql.join(aggregates)} from ${from}
    ${by === 'all' ? sql`` : by === 'supplier' ? sql`group by r.agency_id` : sql`group by 1`}`.execute(queries);
  return rows;
}

function aggregate({ scope }: Asked, { quantity, counted }: Sought, condition: Sql): Sql {
  const { list, sum } = quantity;
  if (sum === undefined) return sql`count(*) ${condition}`;
  const value = columnValue(list, sum, scope);
  return counted ? sql`count(${value}) ${condition}` : sql`coalesce((sum(${value}) ${condition})::double precision, 0)`;
}

function keyOf({ list, dated = 'period' }: Quantity, by: Grouping): Sql {
  const dates: Readonly<Record<string, Dated>> = REPORT_DATES[list];
  const day = dates[dated]?.day ?? sql`null::date`;
  switch (by) {
    case 'all':
      return sql`''`;
    case 'supplier':
      return sql`r.agency_id::text`;
    case 'month':
      return sql`to_char(${day}, 'YYYY-MM')`;
    case 'week':
      return sql`to_char(${day} + 6 - extract(dow from ${day})::integer, 'YYYY-MM-DD')`;
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
