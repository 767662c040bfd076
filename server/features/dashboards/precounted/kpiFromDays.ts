/** KPI sums over submissions, read from the counts per day. */
import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../../contract/base/statuses';
import type { Sql } from '../../lists/source';
import type { DashboardQuery } from '../query';
import { clientsOf, everyStatus, partiesOf, suppliersOf, daysWithin, type Parties } from './submissionDays';
import type { Grouping, Row, SumRequest } from '../sumRequest';

const REACHED: Readonly<Record<string, string>> = {
  interviewed: 'reached_interview',
  offered: 'reached_offer',
  booked: 'reached_booking',
};

/** The sum for one day; null when the daily counts cannot answer it. */
function dayValue({ quantity, counted }: SumRequest): Sql | null {
  const { list, filters, sum, dated, oncePerJob } = quantity;
  if (list !== 'submittalReport' || dated !== undefined || oncePerJob) return null;
  const [first, ...others] = Object.entries(filters);
  if (sum !== undefined) {
    if (sum !== 'daysToSubmit' || first !== undefined) return null;
    return counted ? sql`d.timed` : sql`d.hundredths_to_submit / 100.0`;
  }
  if (first === undefined) return everyStatus;
  const [name, [value = '', ...more]] = first;
  if (others.length > 0 || more.length > 0) return null;
  if (name === 'submission_status') {
    const status = SUBMISSION_STATUSES.find((each) => each === value);
    return status === undefined ? null : sql.ref(`d.${status.toLowerCase()}`);
  }
  const column = REACHED[name];
  return column === undefined || value !== 'yes' ? null : sql.ref(`d.${column}`);
}

/** The parties whose daily counts answer the query; null when none do. */
export function daysFor(query: DashboardQuery, by: Grouping): Parties | null {
  if (by === 'all') return partiesOf(query);
  if (by === 'facility') return clientsOf(query);
  return by === 'supplier' || by === 'supplierMonth' ? suppliersOf(query) : null;
}

/** Whether the precounted days have what this request adds up. */
export const isCountedByDay = (request: SumRequest): boolean => dayValue(request) !== null;

/** Reads all requests of one period. */
export async function readDays(
  { queries, scope }: DashboardQuery,
  parties: Parties,
  group: readonly SumRequest[],
  by: Grouping,
): Promise<readonly Row[]> {
  const period = (group[0] as SumRequest).period;
  const sums = group.map((each) => sql`coalesce(sum(${dayValue(each)}), 0)::double precision as ${sql.id(each.name)}`);
  const month = sql`to_char(d.day, ' YYYY-MM')`;
  const isByParty = by === 'supplier' || by === 'facility';
  const key = by === 'all' ? sql`''` : isByParty ? sql`d.party_id::text` : sql`d.party_id::text || ${month}`;
  const { rows } = await sql<Row>`
    select ${key} as key, ${sql.join(sums)} from submission_days d where ${daysWithin(scope, parties, period)}
    ${by === 'all' ? sql`` : isByParty ? sql`group by d.party_id` : sql`group by 1`}`.execute(queries);
  return rows;
}
