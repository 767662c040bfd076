/** KPI sums over submissions and bookings, read from the counts per day. */
import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../../contract/base/statuses';
import type { Sql } from '../../lists/source';
import type { DashboardQuery } from '../query';
import type { Grouping, Row, SumRequest } from '../sumRequest';
import { clientsOf, everyStatus, partiesOf, suppliersOf, daysWithin, type Parties } from './submissionDays';

const REACHED: Readonly<Record<string, string>> = {
  interviewed: 'reached_interview',
  offered: 'reached_offer',
  booked: 'reached_booking',
};
const MICROSECONDS_PER_DAY = sql.lit(86_400_000_000);
/** Columns of the report on bookings, and how their days are called where they are counted in advance. */
const SPANS: Readonly<Record<string, string>> = {
  submittedToBooked: 'submitted_to_booked',
  submittedToOffered: 'submitted_to_offered',
  offeredToAccepted: 'offered_to_accepted',
  offeredToBooked: 'offered_to_booked',
};

export type DayTable = 'submission_days' | 'booking_days';
interface DayValue {
  readonly table: DayTable;
  /** What a day adds to the sum. */
  readonly value: Sql;
}

/** Null when the daily counts cannot answer the request. */
function dayValue(request: SumRequest): DayValue | null {
  const { list, dated, oncePerJob } = request.quantity;
  if (dated !== undefined || oncePerJob) return null;
  const table =
    list === 'submittalReport' ? 'submission_days' : list === 'submissionStatusReport' ? 'booking_days' : null;
  const value = table === 'submission_days' ? ofSubmissions(request) : table === null ? null : ofBookings(request);
  return table === null || value === null ? null : { table, value };
}

function ofSubmissions({ quantity: { filters, sum }, counted }: SumRequest): Sql | null {
  const [first, ...others] = Object.entries(filters);
  if (sum !== undefined) {
    if (sum !== 'daysToSubmit' || first !== undefined) return null;
    return counted ? sql`d.timed` : sql`d.microseconds_to_submit::numeric / ${MICROSECONDS_PER_DAY}`;
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

function ofBookings({ quantity: { filters, sum }, counted }: SumRequest): Sql | null {
  const { reached = [], ...others } = filters;
  if (reached.join() !== 'BOOKED' || Object.keys(others).length > 0) return null;
  if (sum === undefined) return sql`d.booked`;
  const span = SPANS[sum];
  if (span === undefined) return null;
  return counted ? sql.ref(`d.with_${span}`) : sql`${sql.ref(`d.${span}`)}::numeric / ${MICROSECONDS_PER_DAY}`;
}

/** The parties whose daily counts answer the query; null when none do. */
export function daysFor(query: DashboardQuery, by: Grouping): Parties | null {
  switch (by) {
    case 'all':
    case 'month':
    case 'week':
      return partiesOf(query);
    case 'facility':
      return clientsOf(query);
    case 'supplier':
    case 'supplierMonth':
      return suppliersOf(query);
    default:
      return null;
  }
}

/** Where this request's sum is counted in advance; null where it is not. */
export const dayTableOf = (request: SumRequest): DayTable | null => dayValue(request)?.table ?? null;

/** The calendar month of a day, 'YYYY-MM'. */
export const monthKey = (day: Sql): Sql => sql`to_char(${day}, 'YYYY-MM')`;
/** The Saturday on which the week of a day ends, 'YYYY-MM-DD'. */
export const weekKey = (day: Sql): Sql => sql`to_char(${day} + 6 - extract(dow from ${day})::integer, 'YYYY-MM-DD')`;

function keyOf(by: Grouping): Sql {
  switch (by) {
    case 'month':
      return monthKey(sql`d.day`);
    case 'week':
      return weekKey(sql`d.day`);
    case 'supplierMonth':
      return sql`d.party_id::text || ' ' || ${monthKey(sql`d.day`)}`;
    default:
      return sql`d.party_id::text`;
  }
}

/** Reads all requests of one table and period. */
export async function readDays(
  { queries, scope }: DashboardQuery,
  parties: Parties,
  group: readonly SumRequest[],
  by: Grouping,
): Promise<readonly Row[]> {
  const first = group[0] as SumRequest;
  const sums = group.map(
    (each) => sql`coalesce(sum(${dayValue(each)?.value}), 0)::double precision as ${sql.id(each.name)}`,
  );
  const days =
    dayTableOf(first) === 'booking_days' ? withQueue('booking_days', parties.kind, BOOKING_SUMS) : sql`submission_days`;
  const { rows } = await sql<Row>`
    select ${by === 'all' ? sql`''` : keyOf(by)} as key, ${sql.join(sums)} from ${days} d
    where ${daysWithin(scope, parties, first.period)}
    ${by === 'all' ? sql`` : sql`group by 1`}`.execute(queries);
  return rows;
}

const PARTY_COLUMN: Readonly<Record<Parties['kind'], Sql>> = {
  PROGRAM: sql`q.tenant_id`,
  CLIENT: sql`q.client_id`,
  AGENCY: sql`q.agency_id`,
};
const BOOKING_SUMS = ['booked', ...Object.values(SPANS).flatMap((span) => [`with_${span}`, span])];

/** Days with what is not folded in yet: the rows of the queue concern all their parties. */
export function withQueue(table: string, kind: Parties['kind'], sums: readonly string[]): Sql {
  const columns = sql.join(sums.map((column) => sql.id(column)));
  return sql`(
  select tenant_id, kind, party_id, day, ${columns} from ${sql.table(table)}
  union all
  select q.tenant_id, ${sql.lit(kind)}, ${PARTY_COLUMN[kind]}, q.day, ${columns} from ${sql.table(`${table}_queue`)} q)`;
}
