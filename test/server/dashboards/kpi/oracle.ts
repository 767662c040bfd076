/**
 * The KPIs as the industry defines them and the documents name them, in independent SQL: from the current rows, by each
 * facility's local calendar, read as the owner of every row. Shares only table names with the product.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DateTime } from 'luxon';
import type { Schema } from '../../../../server/database';

type Sql = RawBuilder<unknown>;
export type Party = 'VMS' | 'CLIENT' | 'AGENCY';

/** A form as users fill it in. */
export interface Form {
  readonly [field: string]: unknown;
  readonly timeFrame?: string;
  readonly dateRange?: readonly string[];
  readonly clientId?: string;
}
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days of a form for a user in this time zone. */
export function spanOf({ timeFrame = 'MONTHLY_LAST_THIRTY_DAYS', dateRange }: Form, zone: string): Span {
  if (dateRange !== undefined) return { from: String(dateRange[0]), to: String(dateRange[1]) };
  const today = DateTime.now().setZone(zone).startOf('day');
  const first = {
    WEEKLY_LAST_SEVEN_DAYS: today.minus({ days: 6 }),
    MONTHLY_LAST_THIRTY_DAYS: today.minus({ days: 29 }),
    QUARTERLY_LAST_NINETY_DAYS: today.minus({ days: 89 }),
    YEARLY_LAST_TWELVE_MONTHS: today.minus({ years: 1 }).plus({ days: 1 }),
    YEAR_TO_DATE: today.startOf('year'),
  }[timeFrame];
  return { from: first?.toISODate() ?? '', to: today.toISODate() ?? '' };
}

/** Fields of the form that filter jobs. */
export const OF_JOB: Readonly<Record<string, string>> = {
  departmentIds: 'department_id',
  professionIds: 'profession_id',
  specialtyIds: 'specialty_id',
  salesRepIds: 'sales_rep_id',
  jobTypes: 'job_type',
  offeringIds: 'offering_id',
  subOfferingIds: 'sub_offering_id',
};

export interface OracleFigure {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
}
interface Question {
  readonly party: Party;
  /** The requesting organization. */
  readonly self: string;
  readonly form: Form;
  readonly span: Span;
}

/** Every KPI for one form, by its code. */
export async function oracle(
  db: Kysely<Schema>,
  { party, self, form, span }: Question,
): Promise<Readonly<Record<string, OracleFigure>>> {
  const listOf = (field: string): string[] => (Array.isArray(form[field]) ? (form[field] as string[]) : []);
  const among = (column: Sql, field: string): Sql =>
    listOf(field).length === 0 ? sql`true` : sql`${column}::text in (${sql.join(listOf(field))})`;
  const jobs: Sql = sql.join(
    Object.entries(OF_JOB).map(([field, column]) => among(sql.ref(`job.${column}`), field)),
    sql` and `,
  );
  const parties = (row: string): Sql => sql`
    ${party === 'CLIENT' ? sql`${sql.ref(`${row}.client_id`)} = ${self}` : sql`true`}
    and ${party === 'AGENCY' ? sql`${sql.ref(`${row}.agency_id`)} = ${self}` : sql`true`}
    and ${among(sql.ref(`${row}.client_id`), 'clientIds')} and ${among(sql.ref(`${row}.agency_id`), 'agencyIds')}
    and ${form.clientId === undefined ? sql`true` : sql`${sql.ref(`${row}.client_id`)} = ${form.clientId}`}`;
  const jobParties = sql`
    ${party === 'CLIENT' ? sql`job.client_id = ${self}` : party === 'AGENCY' ? sql`job.posted_at is not null` : sql`true`}
    and ${among(sql`job.client_id`, 'clientIds')}
    and ${form.clientId === undefined ? sql`true` : sql`job.client_id = ${form.clientId}`}
    and ${
      listOf('agencyIds').length === 0
        ? sql`true`
        : sql`exists (select 1 from submissions any_of where any_of.job_id = job.id and ${among(sql`any_of.agency_id`, 'agencyIds')})`
    }`;
  const within = (moment: string): Sql =>
    sql`(${sql.ref(moment)} at time zone place.time_zone)::date between ${span.from} and ${span.to}`;
  const on = (date: string): Sql => sql`${sql.ref(date)} between ${span.from} and ${span.to}`;
  const billing = sql.ref(party === 'AGENCY' ? 'sheet.supplier_status' : 'sheet.facility_status');
  const days = (from: string, to: string): Sql =>
    sql`coalesce(sum(extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) / 86400), 0), count(${sql.ref(to)} - ${sql.ref(from)})`;

  const { rows } = await sql<{
    code: string;
    top: number;
    bottom: number;
    percent: number;
    ratio: number;
    mean: number;
  }>`
    with sub as materialized (
      select s.*, job.posted_at, job.openings, ${within('s.submitted_at')} as is_new, ${within('s.booked_at')} as is_booked
      from submissions s join jobs job on job.id = s.job_id join facilities place on place.id = s.client_id
      where ${parties('s')} and ${jobs}),
    new as (select * from sub where is_new),
    hired as (select * from sub where is_booked),
    closed as (
      select job.* from jobs job join facilities place on place.id = job.client_id
      where job.status = 'CLOSED' and ${within('job.closed_at')} and ${jobParties} and ${jobs}),
    work as materialized (
      select a.*, s.submitted_at, ${within('a.booked_at')} as is_booked, ${within('a.files_completed_at')} as is_filed
      from assignments a join jobs job on job.id = a.job_id join facilities place on place.id = a.client_id
        join submissions s on s.id = a.submission_id
      where ${parties('a')} and ${jobs}),
    began as (select *, actual_start > planned_start as late from work where actual_start is not null and ${on('actual_start')}),
    over as (select * from work where status in ('COMPLETED', 'EARLY_TERM', 'CANCELLED') and ${on('ended_on')}),
    due as (
      select *, extensions > 0 or status = 'PERM' as kept from work where actual_start is not null and ${on('original_end')}),
    paper as (
      select d.* from compliance_documents d join assignments a on a.id = d.assignment_id join jobs job on job.id = a.job_id
        join facilities place on place.id = d.client_id
      where ${within('d.reviewed_at')} and ${parties('d')} and ${jobs}),
    bills as (
      select sheet.bill_cents from timesheets sheet join assignments a on a.id = sheet.assignment_id
        join jobs job on job.id = a.job_id
      where ${billing} in ('APPROVED', 'FINALIZED') and ${on('sheet.week_ending')} and ${parties('sheet')} and ${jobs}),
    figures (code, top, bottom) as (
      select 'SPEND', coalesce(sum(bill_cents), 0), coalesce(sum(bill_cents), 0) from bills
      union all select 'TIME_TO_FILL', ${days('posted_at', 'closed_at')} from closed where closure = 'FILLED'
      union all select 'FILL_RATE', coalesce(sum(openings_filled), 0), coalesce(sum(openings), 0) from closed
      union all select 'SUBMITTED_TO_BOOKED', ${days('submitted_at', 'booked_at')} from hired
      union all select 'SUBMITTED_TO_OFFER', ${days('submitted_at', 'offered_at')} from hired
      union all select 'OFFERED_TO_ACCEPT', ${days('offered_at', 'accepted_at')} from hired
      union all select 'OFFERED_TO_BOOKED', ${days('offered_at', 'booked_at')} from hired
      union all select 'TIME_TO_HIRE', ${days('submitted_at', 'booked_at')} from work where is_booked
      union all select 'FILE_COMPLETION', ${days('booked_at', 'files_completed_at')} from work where is_filed
      union all select 'STARTS', count(*), count(*) from began
      union all select 'PUSHED_STARTS', count(*), count(*) from began where late
      union all select 'ON_TIME_STARTS', count(*) - count(nullif(late, false)), count(*) from began
      union all select 'COMPLETED', count(*), count(*) from over where status = 'COMPLETED'
      union all select 'EARLY_TERMS', count(nullif(status = 'EARLY_TERM', false)), count(*) from over
      union all select 'CANCELLATIONS', count(nullif(status = 'CANCELLED', false)), count(*) from over
      union all select 'COMPLETION_RATE', count(nullif(status = 'COMPLETED', false)), count(*) from over
      union all select 'EARLY_TERM_RATE', count(nullif(status = 'EARLY_TERM', false)), count(*) from over
      union all select 'CANCELLATION_RATE', count(nullif(status = 'CANCELLED', false)), count(*) from over
      union all select 'RETENTION_RATE', count(nullif(kept, false)), count(*) from due
      union all select 'DECLINED_RATE', count(nullif(times_declined > 0, false)), count(*) from paper
      union all select 'SUBMISSIONS', count(*), count(*) from new
      union all select 'SUBMITTAL_TO_OFFER', count(*), count(offered_at) from new
      union all select 'OFFERED_SHARE', count(offered_at), count(*) from new
      union all select 'INTERVIEWS', count(interviewed_at), count(interviewed_at) from new
      union all select 'REJECTED_SUBMISSIONS', count(nullif(status = 'REJECTED', false)), count(*) from new
      union all select 'TIME_TO_SUBMIT', ${days('posted_at', 'submitted_at')} from new
      union all select 'SUPPLIER_FILL_RATE', (select count(booked_at) from new), coalesce(sum(openings), 0)
        from (select distinct agency_id, job_id, openings from new) once)
    select code, top::float8 as top, bottom::float8 as bottom,
      round(100.0 * top / nullif(bottom, 0), 2)::float8 as percent, round(1.0 * top / nullif(bottom, 0), 1)::float8 as ratio,
      round(1.0 * top / nullif(bottom, 0), 2)::float8 as mean
    from figures`.execute(db);
  return Object.fromEntries(
    rows.map(({ code, top, bottom, ...values }) => {
      const kind = KINDS[code] ?? 'count';
      const value = kind === 'count' ? (bottom === 0 ? null : top) : values[kind];
      // A sum of days is shown with two decimals.
      return [code, { numerator: kind === 'mean' ? Math.round(top * 100) / 100 : top, denominator: bottom, value }];
    }),
  );
}

const PERCENTS = [
  'FILL_RATE',
  'ON_TIME_STARTS',
  'COMPLETION_RATE',
  'EARLY_TERM_RATE',
  'CANCELLATION_RATE',
  'RETENTION_RATE',
  'DECLINED_RATE',
  'OFFERED_SHARE',
  'SUPPLIER_FILL_RATE',
];
const MEANS = [
  'TIME_TO_FILL',
  'SUBMITTED_TO_BOOKED',
  'SUBMITTED_TO_OFFER',
  'OFFERED_TO_ACCEPT',
  'OFFERED_TO_BOOKED',
  'TIME_TO_HIRE',
  'FILE_COMPLETION',
  'TIME_TO_SUBMIT',
];
/** The kind of value; all others are a count or a sum. */
const KINDS: Readonly<Record<string, 'percent' | 'ratio' | 'mean'>> = {
  ...Object.fromEntries(PERCENTS.map((code) => [code, 'percent'] as const)),
  ...Object.fromEntries(MEANS.map((code) => [code, 'mean'] as const)),
  SUBMITTAL_TO_OFFER: 'ratio',
};
