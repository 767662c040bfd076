/** The rows of the tables on pages of records. */
import { sql } from 'kysely';
import type { ListRow } from '../../../contract/lists/list';
import type { RecordKind } from '../../../contract/records/kinds';
import { daysIn } from '../../base/dates';
import { alphabeticalOrder, type Queries, type Scope } from '../../database';
import { partyTo, PARTIES } from '../lists/predicates';
import { changesOf, textOf } from './changes';
import { dealSheetOf } from './dealSheet';
import { availabilityLog, matchingCandidates, matchingJobs } from './matching';
import { timesheetDays } from './timesheetDays';

/**
 * The rows for the record with this id, which the caller may see; `queries` are in their scope. With a recruiter, only
 * their candidates.
 */
export type TableQuery = (queries: Queries, id: string, scope: Scope, recruiterId?: string) => Promise<ListRow[]>;

const extensions: TableQuery = async (queries, id) => {
  const assignment = await queries
    .selectFrom('assignments as a')
    .innerJoin('facilities as f', 'f.id', 'a.client_id')
    .where('a.id', '=', id)
    .select(['a.original_end', 'a.planned_end', 'f.time_zone'])
    .executeTakeFirst();
  if (assignment === undefined) return [];
  const row = (name: string, at: Date | null, before: string, after: string, by: string | null): ListRow => ({
    id: name,
    zone: assignment.time_zone,
    at: at?.toISOString() ?? null,
    before,
    after,
    weeks: Math.round(((daysIn({ from: before, to: after }) - 1) / 7) * 100) / 100,
    by,
  });
  const ends = (await changesOf(queries, id)).flatMap(({ at, by, changes: { planned_end: end } }) =>
    end === undefined ? [] : [{ at, by, before: textOf(end[0]), after: textOf(end[1]) }],
  );
  const firstKnown = ends[0]?.before ?? assignment.planned_end;
  const earlier =
    firstKnown > assignment.original_end ? [row('earlier', null, assignment.original_end, firstKnown, null)] : [];
  const recorded = ends
    .filter(({ before, after }) => after > before)
    .map(({ at, before, after, by }, index) => row(`recorded-${index}`, at, before, after, by));
  return [...earlier, ...recorded].reverse();
};

/** The sums of the timesheets, and how they lead to the total. */
const invoiceTotals: TableQuery = async (queries, id) => {
  const invoice = await queries.selectFrom('invoices').where('id', '=', id).selectAll().executeTakeFirst();
  if (invoice === undefined) return [];
  const column = invoice.client_id === null ? 'reverse_invoice_id' : 'invoice_id';
  const { items, minutes, cents } = await queries
    .selectFrom('timesheets')
    .where(column, '=', id)
    .select([
      sql<number>`count(*)::integer`.as('items'),
      sql<number>`coalesce(sum(regular_minutes + overtime_minutes + holiday_minutes), 0)::double precision`.as(
        'minutes',
      ),
      sql<number>`coalesce(sum(bill_cents), 0)::double precision`.as('cents'),
    ])
    .executeTakeFirstOrThrow();
  const line = (name: string, amount: number, more: Partial<ListRow> = {}): ListRow => ({
    id: name,
    line: name,
    items: null,
    hours: null,
    amount,
    ...more,
  });
  const rest = invoice.amount_cents - cents;
  return [
    line('Timesheets', cents, { items, hours: minutes }),
    ...(rest === 0 ? [] : [line('Without a timesheet', rest)]),
    ...(invoice.adjustment_cents === 0 ? [] : [line('Adjustments', invoice.adjustment_cents)]),
    ...(invoice.fee_cents === 0 ? [] : [line('VMS fee', -invoice.fee_cents)]),
    line('Total', invoice.total_cents),
    ...(invoice.paid_cents === null ? [] : [line('Paid', invoice.paid_cents)]),
  ];
};

const departments: TableQuery = async (queries, id, scope) => {
  const posted = scope.organizationType === 'AGENCY' ? sql`j.posted_at is not null` : sql`true`;
  const { rows } = await sql<ListRow>`
    select d.id, d.name, d.manager_name as manager, d.cost_center as "costCenter",
      (select count(*)::integer from jobs j where j.department_id = d.id and j.status = 'OPEN' and ${posted}) as "openJobs",
      (select count(*)::integer from assignments a join jobs j on j.id = a.job_id
        where j.department_id = d.id and a.client_id = d.client_id and a.status = 'ACTIVE'
          and ${partyTo(scope, 'a', PARTIES)}) as "activeAssignments"
    from departments d where d.client_id = ${id}::uuid order by ${alphabeticalOrder('d.name')}`.execute(queries);
  return rows;
};

/** By kind of record and tab. */
export const TABLES: Readonly<Partial<Record<RecordKind, Readonly<Record<string, TableQuery>>>>> = {
  job: { matching: matchingCandidates, availability: availabilityLog },
  candidate: { matching: matchingJobs },
  submission: { dealSheet: dealSheetOf },
  assignment: { extensions },
  timesheet: { days: timesheetDays },
  invoice: { totals: invoiceTotals },
  reverseInvoice: { totals: invoiceTotals },
  facility: { departments },
};
