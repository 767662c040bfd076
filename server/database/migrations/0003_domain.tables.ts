import { sql, type RawBuilder } from 'kysely';
import {
  ASSIGNMENT_STATUSES,
  COMPLIANCE_DOCUMENT_STATUSES,
  INVOICE_STATUSES,
  JOB_CLOSURES,
  JOB_STATUSES,
  SUBMISSION_STATUSES,
  TIMESHEET_STATUSES,
} from '../../../contract/base/statuses';

const oneOf = (statuses: readonly string[]): RawBuilder<unknown> => sql.join(statuses.map((status) => sql.lit(status)));

/**
 * Every row belongs to a program, and its facility and supplier columns decide who sees it. Foreign keys include these
 * columns, so that no row can have other parties than its parent.
 */
const tenant = sql`tenant_id uuid not null references organizations (id)`;
const ofClient = sql`foreign key (client_id, tenant_id) references facilities (id, tenant_id)`;
const ofAgency = sql`foreign key (agency_id, tenant_id) references suppliers (id, tenant_id)`;
const parties = sql`tenant_id uuid not null, client_id uuid not null, agency_id uuid not null`;
const partiesOf = (parent: string, column: string): RawBuilder<unknown> => sql`
  foreign key (${sql.ref(column)}, tenant_id, client_id, agency_id)
  references ${sql.table(parent)} (id, tenant_id, client_id, agency_id) on delete cascade`;

/** Master data. */
export const DIRECTORY_TABLES: readonly RawBuilder<unknown>[] = [
  sql`
    create table facilities (
      id uuid primary key references organizations (id),
      ${tenant},
      name text not null,
      health_system text not null,
      city text not null,
      state text not null,
      time_zone text not null,
      beds integer not null check (beds > 0),
      unique (tenant_id, name),
      unique (id, tenant_id)
    )`,
  sql`
    create table departments (
      id uuid primary key,
      tenant_id uuid not null,
      client_id uuid not null,
      name text not null,
      cost_center text not null,
      manager_name text not null,
      unique (client_id, name),
      unique (id, client_id),
      ${ofClient}
    )`,
  sql`
    create table suppliers (
      id uuid primary key references organizations (id),
      ${tenant},
      name text not null,
      tier text not null check (tier in ('PREFERRED', 'STANDARD')),
      city text not null,
      state text not null,
      fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
      joined_on date not null,
      unique (tenant_id, name),
      unique (id, tenant_id)
    )`,
  sql`
    create table professions (
      id uuid primary key,
      ${tenant},
      name text not null,
      unique (tenant_id, name)
    )`,
  sql`
    create table specialties (
      id uuid primary key,
      ${tenant},
      profession_id uuid not null references professions (id),
      name text not null,
      bill_rate_min_cents integer not null,
      bill_rate_max_cents integer not null check (bill_rate_max_cents >= bill_rate_min_cents),
      unique (profession_id, name)
    )`,
  sql`
    create table offerings (
      id uuid primary key,
      ${tenant},
      name text not null,
      unique (tenant_id, name)
    )`,
  sql`
    create table sub_offerings (
      id uuid primary key,
      ${tenant},
      offering_id uuid not null references offerings (id),
      name text not null,
      unique (offering_id, name)
    )`,
  sql`
    create table candidates (
      id uuid primary key,
      number bigint not null,
      tenant_id uuid not null,
      agency_id uuid not null,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text not null,
      city text not null,
      state text not null,
      license_state text not null,
      compact_license boolean not null,
      profession_id uuid not null references professions (id),
      specialty_id uuid not null references specialties (id),
      years_of_experience integer not null check (years_of_experience >= 0),
      available_from date not null,
      recruiter_name text not null,
      created_at timestamptz not null,
      unique (tenant_id, number),
      unique (id, agency_id, tenant_id),
      ${ofAgency}
    )`,
  sql`create index candidates_agency on candidates (agency_id, last_name, first_name)`,
  sql`create index candidates_specialty on candidates (tenant_id, specialty_id)`,
];

/** Transactions. */
export const WORK_TABLES: readonly RawBuilder<unknown>[] = [
  sql`
    create table jobs (
      id uuid primary key,
      number bigint not null,
      tenant_id uuid not null,
      client_id uuid not null,
      department_id uuid not null,
      profession_id uuid not null references professions (id),
      specialty_id uuid not null references specialties (id),
      offering_id uuid not null references offerings (id),
      sub_offering_id uuid not null references sub_offerings (id),
      job_type text not null check (job_type in ('TRAVEL', 'LOCAL_CONTRACT', 'PER_DIEM', 'PERM')),
      status text not null check (status in (${oneOf(JOB_STATUSES)})),
      closure text check (closure in (${oneOf(JOB_CLOSURES)})),
      hot boolean not null default false,
      shift text not null,
      minutes_per_week integer not null check (minutes_per_week > 0),
      start_date date not null,
      end_date date not null check (end_date >= start_date),
      openings integer not null check (openings > 0),
      openings_filled integer not null default 0 check (openings_filled between 0 and openings),
      bill_rate_min_cents integer not null,
      bill_rate_max_cents integer not null,
      sales_rep_id uuid references users (id),
      created_at timestamptz not null,
      posted_at timestamptz,
      closed_at timestamptz,
      closing_reason text,
      last_activity_at timestamptz not null,
      unique (tenant_id, number),
      unique (id, client_id, tenant_id),
      ${ofClient},
      foreign key (department_id, client_id) references departments (id, client_id),
      check ((status = 'CLOSED') = (closure is not null)),
      check ((status = 'CLOSED') = (closed_at is not null)),
      check ((status in ('PENDING_APPROVAL', 'PENDING_REVIEW')) = (posted_at is null))
    )`,
  sql`create index jobs_tenant on jobs (tenant_id, status, posted_at)`,
  sql`create index jobs_client on jobs (client_id, status, posted_at)`,
  sql`create index jobs_department on jobs (department_id)`,

  sql`
    create table submissions (
      id uuid primary key,
      number bigint not null,
      ${parties},
      job_id uuid not null,
      candidate_id uuid not null,
      status text not null check (status in (${oneOf(SUBMISSION_STATUSES)})),
      status_since timestamptz not null,
      submitted_at timestamptz not null,
      qualified_at timestamptz,
      interviewed_at timestamptz,
      offered_at timestamptz,
      accepted_at timestamptz,
      booked_at timestamptz,
      closed_at timestamptz,
      closing_reason text,
      requested_rate_cents integer not null,
      available_from date not null,
      recruiter_name text not null,
      match_percent integer not null check (match_percent between 0 and 100),
      action_required boolean not null default false,
      unique (tenant_id, number),
      unique (job_id, candidate_id),
      unique (id, tenant_id, client_id, agency_id),
      foreign key (job_id, client_id, tenant_id) references jobs (id, client_id, tenant_id),
      foreign key (candidate_id, agency_id, tenant_id) references candidates (id, agency_id, tenant_id)
    )`,
  sql`create index submissions_tenant on submissions (tenant_id, status, submitted_at)`,
  sql`create index submissions_client on submissions (client_id, status, submitted_at)`,
  sql`create index submissions_agency on submissions (agency_id, status, submitted_at)`,
  sql`create index submissions_candidate on submissions (candidate_id, client_id)`,

  sql`
    create table submission_status_history (
      submission_id uuid not null,
      position integer not null,
      ${parties},
      status text not null check (status in (${oneOf(SUBMISSION_STATUSES)})),
      at timestamptz not null,
      primary key (submission_id, position),
      ${partiesOf('submissions', 'submission_id')}
    )`,

  sql`
    create table assignments (
      id uuid primary key,
      number bigint not null,
      ${parties},
      submission_id uuid not null unique,
      job_id uuid not null references jobs (id),
      candidate_id uuid not null references candidates (id),
      status text not null check (status in (${oneOf(ASSIGNMENT_STATUSES)})),
      booked_at timestamptz not null,
      planned_start date not null,
      actual_start date,
      pushed_reason text,
      original_end date not null,
      planned_end date not null check (planned_end >= original_end),
      ended_on date,
      end_reason text,
      ended_by text check (ended_by in ('FACILITY', 'CLINICIAN', 'SUPPLIER')),
      extensions integer not null default 0 check (extensions >= 0),
      extension_status text check (extension_status in ('DUE', 'REQUESTED', 'DECLINED')),
      extension_decision_due date,
      converted_on date,
      conversion_fee_cents integer,
      shift text not null,
      minutes_per_week integer not null check (minutes_per_week > 0),
      bill_rate_cents integer not null,
      pay_rate_cents integer not null check (pay_rate_cents < bill_rate_cents),
      compliance_percent integer not null check (compliance_percent between 0 and 100),
      files_completed_at timestamptz,
      rating integer check (rating between 1 and 5),
      rehire boolean,
      unique (tenant_id, number),
      unique (id, tenant_id, client_id, agency_id),
      ${partiesOf('submissions', 'submission_id')},
      check ((status in ('BOOKED', 'CANCELLED')) = (actual_start is null)),
      check ((status in ('BOOKED', 'ACTIVE')) = (ended_on is null)),
      check ((status in ('EARLY_TERM', 'CANCELLED')) = (ended_by is not null)),
      check ((status = 'PERM') = (converted_on is not null))
    )`,
  sql`create index assignments_tenant on assignments (tenant_id, status, planned_start)`,
  sql`create index assignments_client on assignments (client_id, status, planned_start)`,
  sql`create index assignments_agency on assignments (agency_id, status, planned_start)`,
  sql`create index assignments_job on assignments (job_id)`,
  sql`create index assignments_candidate on assignments (candidate_id)`,
  sql`create index assignments_ended on assignments (tenant_id, ended_on) where ended_on is not null`,

  sql`
    create table compliance_documents (
      id uuid primary key,
      ${parties},
      assignment_id uuid not null,
      kind text not null check (kind in ('CREDENTIAL', 'CERTIFICATION', 'LICENSE')),
      name text not null,
      status text not null check (status in (${oneOf(COMPLIANCE_DOCUMENT_STATUSES)})),
      due_on date not null,
      uploaded_at timestamptz,
      uploaded_by text,
      reviewed_at timestamptz,
      reviewed_by text,
      times_declined integer not null default 0 check (times_declined >= 0),
      decline_reason text,
      issued_on date,
      expires_on date,
      unique (assignment_id, name),
      ${partiesOf('assignments', 'assignment_id')}
    )`,
  sql`create index compliance_documents_tenant on compliance_documents (tenant_id, status, expires_on)`,
  sql`create index compliance_documents_client on compliance_documents (client_id, status, expires_on)`,
  sql`create index compliance_documents_agency on compliance_documents (agency_id, status, expires_on)`,

  sql`
    create table invoices (
      id uuid primary key,
      number bigint not null,
      ${tenant},
      client_id uuid,
      agency_id uuid,
      status text not null check (status in (${oneOf(INVOICE_STATUSES)})),
      period_start date not null,
      period_end date not null check (period_end >= period_start),
      items integer not null check (items >= 0),
      minutes bigint not null,
      amount_cents bigint not null,
      adjustment_cents bigint not null default 0,
      fee_cents bigint not null default 0,
      total_cents bigint not null check (total_cents = amount_cents + adjustment_cents - fee_cents),
      purchase_order text,
      emailed_to text not null,
      issued_on date not null,
      due_on date not null,
      good_pay_on date,
      paid_on date,
      paid_cents bigint,
      remittance_number text,
      unique (tenant_id, number),
      ${ofClient},
      ${ofAgency},
      -- An invoice goes to a facility; a reverse invoice pays a supplier.
      check ((client_id is null) <> (agency_id is null)),
      check ((agency_id is not null) = starts_with(status, 'REVERSE_')),
      check ((paid_on is not null) = (status in ('INVOICE_PAID', 'REVERSE_INVOICE_PAID')))
    )`,
  sql`create index invoices_tenant on invoices (tenant_id, status, issued_on)`,
  sql`create index invoices_client on invoices (client_id, status, issued_on) where client_id is not null`,
  sql`create index invoices_agency on invoices (agency_id, status, issued_on) where agency_id is not null`,

  sql`
    create table timesheets (
      id uuid primary key,
      number bigint not null,
      ${parties},
      assignment_id uuid not null,
      week_ending date not null,
      facility_status text not null check (facility_status in (${oneOf(TIMESHEET_STATUSES)})),
      supplier_status text not null check (supplier_status in (${oneOf(TIMESHEET_STATUSES)})),
      scheduled_minutes integer not null,
      regular_minutes integer not null default 0,
      overtime_minutes integer not null default 0,
      holiday_minutes integer not null default 0,
      on_call_minutes integer not null default 0,
      miles integer not null default 0,
      expense_cents integer not null default 0,
      bill_cents integer not null default 0,
      submitted_at timestamptz,
      submitted_by text,
      approved_at timestamptz,
      approved_by text,
      finalized_at timestamptz,
      disputed_at timestamptz,
      dispute_reason text,
      dispute_resolved_at timestamptz,
      correction integer not null default 0 check (correction >= 0),
      invoice_id uuid references invoices (id),
      reverse_invoice_id uuid references invoices (id),
      unique (tenant_id, number),
      unique (assignment_id, week_ending),
      ${partiesOf('assignments', 'assignment_id')}
    )`,
  sql`create index timesheets_tenant on timesheets (tenant_id, week_ending)`,
  sql`create index timesheets_client on timesheets (client_id, week_ending, facility_status)`,
  sql`create index timesheets_agency on timesheets (agency_id, week_ending, supplier_status)`,
  sql`create index timesheets_invoice on timesheets (invoice_id)`,
  sql`create index timesheets_reverse_invoice on timesheets (reverse_invoice_id)`,
];
