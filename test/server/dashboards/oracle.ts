/**
 * The figures of the home dashboard as the documents and the industry define them, in independent SQL: from the current
 * rows, by each facility's local calendar, read as the owner of every row. Shares only table names with the product.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../../server/database';
import { OF_JOB, type Form, type Party, type Span } from './kpi/oracle';

type Sql = RawBuilder<unknown>;

interface Question {
  readonly party: Party;
  /** The requesting organization. */
  readonly self: string;
  readonly form: Form;
  readonly span: Span;
  /** The requesting user's date. */
  readonly today: string;
}

/** Every figure of the six cards by card and code: 'JOBS ON_HOLD', 'COMPLIANCE BOOKED HUNDRED'. */
export async function homeOracle(
  db: Kysely<Schema>,
  { party, self, form, span, today }: Question,
): Promise<ReadonlyMap<string, number>> {
  const listOf = (field: string): string[] => (Array.isArray(form[field]) ? (form[field] as string[]) : []);
  const among = (column: Sql, field: string): Sql =>
    listOf(field).length === 0 ? sql`true` : sql`${column}::text in (${sql.join(listOf(field))})`;
  const jobs: Sql = sql.join(
    Object.entries(OF_JOB).map(([field, column]) => among(sql.ref(`job.${column}`), field)),
    sql` and `,
  );
  const chosen = (column: Sql): Sql =>
    sql`${among(column, 'clientIds')} and ${form.clientId === undefined ? sql`true` : sql`${column}::text = ${form.clientId}`}`;
  const parties = (row: string): Sql => sql`
    ${party === 'CLIENT' ? sql`${sql.ref(`${row}.client_id`)} = ${self}` : sql`true`}
    and ${party === 'AGENCY' ? sql`${sql.ref(`${row}.agency_id`)} = ${self}` : sql`true`}
    and ${chosen(sql.ref(`${row}.client_id`))} and ${among(sql.ref(`${row}.agency_id`), 'agencyIds')}`;
  const dayOf = (moment: string): Sql => sql`(${sql.ref(moment)} at time zone place.time_zone)::date`;
  const inSpan = (day: Sql): Sql => sql`${day} between ${span.from} and ${span.to}`;
  const seller = party === 'AGENCY' ? sql`and s.agency_id = ${self}` : sql``;

  const { rows } = await sql<{ code: string; n: number }>`
    with sub as (
      select s.status from submissions s join jobs job on job.id = s.job_id join facilities place on place.id = s.client_id
      where ${parties('s')} and ${jobs} and ${inSpan(dayOf('s.submitted_at'))}),
    job as materialized (
      select job.*, ${dayOf('job.posted_at')} as posted_day, ${inSpan(dayOf('job.closed_at'))} as is_closed_now,
        exists (select 1 from submissions s where s.job_id = job.id ${seller}) as has_some
      from jobs job join facilities place on place.id = job.client_id
      where ${party === 'CLIENT' ? sql`job.client_id = ${self}` : party === 'AGENCY' ? sql`job.posted_at is not null` : sql`true`}
        and ${chosen(sql`job.client_id`)} and ${jobs}),
    work as materialized (
      select a.* from assignments a join jobs job on job.id = a.job_id where ${parties('a')} and ${jobs}),
    paper as materialized (
      select d.status, d.expires_on, d.assignment_id, work.status as view from compliance_documents d join work on work.id = d.assignment_id),
    sheet as materialized (
      select t.* from timesheets t join assignments a on a.id = t.assignment_id join jobs job on job.id = a.job_id
      where ${parties('t')} and ${jobs}),
    seen as (
      select view, status, week_ending, disputed_at, dispute_resolved_at, correction from sheet
      cross join lateral (values ('facility', facility_status), ('supplier', supplier_status)) side (view, status)),
    bill as (
      select i.* from invoices i where i.client_id is not null and ${party === 'AGENCY' ? sql`false` : sql`true`}
        and ${party === 'CLIENT' ? sql`i.client_id = ${self}` : sql`true`} and ${chosen(sql`i.client_id`)}),
    payment as (
      select i.*, case when ${party === 'AGENCY'}::boolean and i.status = 'REVERSE_INVOICE_GOOD_PAY' then 'REVERSE_INVOICE_PENDING'
        else i.status end as said
      from invoices i where i.agency_id is not null and ${party === 'CLIENT' ? sql`false` : sql`true`}
        and ${party === 'AGENCY' ? sql`i.agency_id = ${self}` : sql`true`} and ${among(sql`i.agency_id`, 'agencyIds')}
        and (${
          listOf('clientIds').length === 0
            ? sql`true`
            : sql`exists (select 1 from timesheets t where t.reverse_invoice_id = i.id and ${among(sql`t.client_id`, 'clientIds')})`
        })
        and (${
          form.clientId === undefined
            ? sql`true`
            : sql`exists (select 1 from timesheets t where t.reverse_invoice_id = i.id and t.client_id::text = ${form.clientId})`
        })),
    figures (code, n) as (
      select 'SUBMISSIONS ' || status, count(*) from sub group by status
      union all select 'JOBS OPEN_WITHOUT_SUBMISSION', count(*) from job where status = 'OPEN' and not has_some
      union all select 'JOBS OPEN_WITH_SUBMISSION', count(*) from job where status = 'OPEN' and has_some
      union all select 'JOBS ' || status, count(*) from job where status in ('ON_HOLD', 'EXTENSION', 'PENDING_REVIEW', 'PENDING_APPROVAL')
        group by status
      union all select 'JOBS CLOSED_' || closure, count(*) from job where status = 'CLOSED' and is_closed_now group by closure
      union all select 'JOBS HOT_JOB', count(*) from job where status = 'OPEN' and hot
      union all select 'JOBS HOT_WITHOUT_SUBMISSION', count(*) from job where status = 'OPEN' and hot and not has_some
      union all select 'JOBS NEWLY_POSTED', count(*) from job where posted_day = ${today}
      union all select 'JOBS openings', coalesce(sum(openings - openings_filled), 0) from job where status = 'OPEN'
      union all select 'ASSIGNMENTS ' || status, count(*) from work
        where status in ('ACTIVE', 'BOOKED') or ${inSpan(sql`ended_on`)} group by status
      union all select 'ASSIGNMENTS EXTENSIONS_DUE', count(*) from work where status = 'ACTIVE' and extension_status in ('DUE', 'REQUESTED')
      union all select 'COMPLIANCE ' || status || case when compliance_percent < 25 then ' LESS_TWENTYFIVE'
          when compliance_percent <= 50 then ' TWENTYFIVE_FIFTY' when compliance_percent <= 75 then ' FIFTY_SEVENTYFIVE'
          when compliance_percent < 100 then ' SEVENTYFIVE_NINTYNINE' else ' HUNDRED' end, count(*)
        from work where status in ('ACTIVE', 'BOOKED') group by 1
      union all select 'COMPLIANCE ' || view || ' FILES_DUE', count(distinct assignment_id) from paper where status = 'DUE' group by 1
      union all select 'COMPLIANCE ' || view || ' DOCS_PENDING_REVIEW', count(*) from paper where status = 'PENDING_REVIEW' group by 1
      union all select 'COMPLIANCE ' || view || ' DOCS_EXPIRING_FIFTEEN_DAYS', count(*) from paper
        where status = 'APPROVED' and expires_on between ${today}::date and ${today}::date + 15 group by 1
      union all select 'TIMESHEET ' || view || ' ' || status, count(*) from seen
        where status in ('MISSING', 'SAVED', 'SUBMITTED') or ${inSpan(sql`week_ending`)} group by 1
      union all select 'TIMESHEET ' || view || ' DISPUTES', count(*) from seen
        where disputed_at is not null and dispute_resolved_at is null group by 1
      union all select 'TIMESHEET ' || view || ' ADJUSTMENTS', count(*) from seen
        where correction > 0 and ${inSpan(sql`week_ending`)} group by 1
      union all select 'INVOICE ' || status, count(*) from bill where status <> 'INVOICE_PAID' or ${inSpan(sql`paid_on`)} group by 1
      union all select 'INVOICE ' || said, count(*) from payment where said <> 'REVERSE_INVOICE_PAID' or ${inSpan(sql`paid_on`)} group by 1
      union all select 'INVOICE totalDue', coalesce(sum(total_cents), 0) from bill where status in ('INVOICE_DUE', 'INVOICE_PAST_DUE')
      union all select 'INVOICE totalPending', coalesce(sum(total_cents), 0) from payment where paid_on is null)
    select code, n::float8 as n from figures`.execute(db);
  return new Map(rows.map(({ code, n }) => [code, n]));
}
