/** What KPIs count of submissions, from the days they are counted by beforehand. */
import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../contract/statuses';
import type { Sql } from '../../lists/source';
import type { Asked } from '../asked';
import { everyStatus, partiesOf, suppliersOf, daysWithin, type Parties } from '../submissionDays';
import type { Grouping, Row, Sought } from './sought';

const REACHED: Readonly<Record<string, string>> = {
  interviewed: 'reached_interview',
  offered: 'reached_offer',
  booked: 'reached_booking',
};

/** Of a day; null where the days do not know it. */
function dayValue({ quantity, counted }: Sought): Sql | null {
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

/** Whose days answer what is asked; null where they do not. */
export function daysFor(asked: Asked, by: Grouping): Parties | null {
  if (by === 'all') return partiesOf(asked);
  return by === 'supplier' ? suppliersOf(asked) : null;
}

export const isCountedByDay = (sought: Sought): boolean => dayValue(sought) !== null;

/** All of one period. */
export async function readDays(
  { queries, scope }: Asked,
  parties: Parties,
  group: readonly Sought[],
  by: Grouping,
): Promise<readonly Row[]> {
  const period = (group[0] as Sought).period;
  const sums = group.map((each) => sql`coalesce(sum(${dayValue(each)}), 0)::double precision as ${sql.id(each.name)}`);
  const key = by === 'all' ? sql`''` : sql`d.party_id::text`;
  const { rows } = await sql<Row>`
    select ${key} as key, ${sql.join(sums)} from submission_days d where ${daysWithin(scope, parties, period)}
    ${by === 'all' ? sql`` : sql`group by d.party_id`}`.execute(queries);
  return rows;
}
