/** Row types of the business tables. Money is in cents, working time in minutes, a date is 'YYYY-MM-DD'. */
import type { ColumnType, Generated } from 'kysely';
import type {
  AssignmentStatus,
  ComplianceDocumentStatus,
  InvoiceStatus,
  JobClosure,
  JobStatus,
  SubmissionStatus,
  TimesheetStatus,
} from '../../../contract/base/statuses';

type Instant = ColumnType<Date, Date | string, Date | string>;
type Nullable<T, W = T> = ColumnType<T | null, W | null | undefined, W | null>;
type NullableInstant = Nullable<Date, Date | string>;
/** The calendar date of a moment at its facility, maintained by the database. */
type BusinessDate<T extends string | null = string> = ColumnType<T, never, never>;
/** A bigint below 2^53, read as a number. */
type Count = number;

/** Counts the changes of what people see of a row, from 1; maintained by the database. */
interface Versioned {
  version: ColumnType<number, never, never>;
}

/** The program of a row. */
interface Tenant {
  tenant_id: string;
}
/** The facility and supplier of a row: its parties. */
interface Parties extends Tenant {
  client_id: string;
  agency_id: string;
}

export interface FacilitiesTable extends Tenant, Versioned {
  /** Same as the organization id. */
  id: string;
  name: string;
  health_system: string;
  city: string;
  state: string;
  /** IANA name. The facility's dates are in it; when it changes, they do. */
  time_zone: string;
  beds: number;
}

export interface DepartmentsTable extends Tenant {
  id: string;
  client_id: string;
  name: string;
  cost_center: string;
  manager_name: string;
}

export interface SuppliersTable extends Tenant, Versioned {
  /** Same as the organization id. */
  id: string;
  name: string;
  tier: 'PREFERRED' | 'STANDARD';
  city: string;
  state: string;
  /** The manager's fee on reverse invoices, in basis points. */
  fee_basis_points: number;
  joined_on: string;
}

export interface ProfessionsTable extends Tenant {
  id: string;
  name: string;
}

export interface SpecialtiesTable extends Tenant {
  id: string;
  profession_id: string;
  name: string;
  bill_rate_min_cents: number;
  bill_rate_max_cents: number;
}

export interface OfferingsTable extends Tenant {
  id: string;
  name: string;
}

export interface SubOfferingsTable extends Tenant {
  id: string;
  offering_id: string;
  name: string;
}

export interface CandidatesTable extends Tenant, Versioned {
  id: string;
  number: Count;
  agency_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  city: string;
  state: string;
  license_state: string;
  compact_license: boolean;
  profession_id: string;
  specialty_id: string;
  years_of_experience: number;
  available_from: string;
  recruiter_name: string;
  /** The recruiter's user account, if there is one. */
  recruiter_id: Nullable<string>;
  created_at: Instant;
}

export type JobType = 'TRAVEL' | 'LOCAL_CONTRACT' | 'PER_DIEM' | 'PERM';

export interface JobsTable extends Tenant, Versioned {
  id: string;
  number: Count;
  client_id: string;
  department_id: string;
  profession_id: string;
  specialty_id: string;
  offering_id: string;
  sub_offering_id: string;
  job_type: JobType;
  status: JobStatus;
  /** Set exactly when the status is CLOSED. */
  closure: Nullable<JobClosure>;
  hot: Generated<boolean>;
  shift: string;
  /** Of work, for one person. */
  minutes_per_week: number;
  start_date: string;
  end_date: string;
  /** How many people it needs. */
  openings: number;
  openings_filled: Generated<number>;
  /** How many suppliers submitted to it; maintained by the database. */
  submitting_suppliers: Generated<number>;
  /** An hour. */
  bill_rate_min_cents: number;
  bill_rate_max_cents: number;
  /** A user of the managing organization. */
  sales_rep_id: Nullable<string>;
  created_at: Instant;
  created_on: BusinessDate;
  /** When suppliers could first see it; null while it waits for approval or review. */
  posted_at: NullableInstant;
  posted_on: BusinessDate<string | null>;
  closed_at: NullableInstant;
  closed_on: BusinessDate<string | null>;
  closing_reason: Nullable<string>;
  last_activity_at: Instant;
}

export interface SubmissionsTable extends Parties, Versioned {
  id: string;
  number: Count;
  job_id: string;
  candidate_id: string;
  status: SubmissionStatus;
  status_since: Instant;
  status_on: BusinessDate;
  /** When each stage was reached; null if it was not. */
  submitted_at: Instant;
  submitted_on: BusinessDate;
  qualified_at: NullableInstant;
  /** When the interview was scheduled. */
  interviewed_at: NullableInstant;
  /** The day of the interview. */
  interview_on: Nullable<string>;
  offered_at: NullableInstant;
  offered_on: BusinessDate<string | null>;
  /** When the deal sheet of the offer was approved. */
  deal_approved_at: NullableInstant;
  accepted_at: NullableInstant;
  accepted_on: BusinessDate<string | null>;
  /** When it became an assignment. Its status stays OFFER_ACCEPTED. */
  booked_at: NullableInstant;
  booked_on: BusinessDate<string | null>;
  /** When it was rejected or withdrawn, or the offer was. */
  closed_at: NullableInstant;
  closing_reason: Nullable<string>;
  requested_rate_cents: number;
  available_from: string;
  recruiter_name: string;
  match_percent: number;
  action_required: Generated<boolean>;
}

export interface SubmissionStatusHistoryTable extends Parties {
  submission_id: string;
  /** From 0, in order of time. */
  position: number;
  status: SubmissionStatus;
  at: Instant;
}

export type EndedBy = 'FACILITY' | 'CLINICIAN' | 'SUPPLIER';

export interface AssignmentsTable extends Parties, Versioned {
  id: string;
  number: Count;
  job_id: string;
  submission_id: string;
  candidate_id: string;
  status: AssignmentStatus;
  booked_at: Instant;
  booked_on: BusinessDate;
  planned_start: string;
  /** Later than planned: a pushed start. Null when work has not begun or never will. */
  actual_start: Nullable<string>;
  pushed_reason: Nullable<string>;
  original_end: string;
  /** Including all extensions. */
  planned_end: string;
  ended_on: Nullable<string>;
  end_reason: Nullable<string>;
  ended_by: Nullable<EndedBy>;
  /** How many times it was extended. */
  extensions: Generated<number>;
  /** DUE: it ends soon and needs a decision. */
  extension_status: Nullable<'DUE' | 'REQUESTED' | 'DECLINED'>;
  extension_decision_due: Nullable<string>;
  /** REQUESTED: the last day that is asked for. */
  extension_until: Nullable<string>;
  converted_on: Nullable<string>;
  conversion_fee_cents: Nullable<number>;
  shift: string;
  minutes_per_week: number;
  /** An hour, as the pay rate. */
  bill_rate_cents: number;
  pay_rate_cents: number;
  /** Share of approved documents in percent, rounded down: 100 is complete. */
  compliance_percent: number;
  /** Maintained by the database. */
  documents_due: Generated<number>;
  documents_in_review: Generated<number>;
  files_completed_at: NullableInstant;
  files_completed_on: BusinessDate<string | null>;
  rating: Nullable<number>;
  rehire: Nullable<boolean>;
}

export interface ComplianceDocumentsTable extends Parties, Versioned {
  id: string;
  assignment_id: string;
  kind: 'CREDENTIAL' | 'CERTIFICATION' | 'LICENSE';
  name: string;
  status: ComplianceDocumentStatus;
  due_on: string;
  uploaded_at: NullableInstant;
  uploaded_on: BusinessDate<string | null>;
  uploaded_by: Nullable<string>;
  reviewed_at: NullableInstant;
  reviewed_on: BusinessDate<string | null>;
  reviewed_by: Nullable<string>;
  /** Number of declined uploads, including the last. */
  times_declined: Generated<number>;
  decline_reason: Nullable<string>;
  issued_on: Nullable<string>;
  expires_on: Nullable<string>;
}

export interface InvoicesTable extends Tenant, Versioned {
  id: string;
  number: Count;
  /** The billed facility; null for a reverse invoice. */
  client_id: Nullable<string>;
  /** The paid supplier; null for an invoice. */
  agency_id: Nullable<string>;
  status: InvoiceStatus;
  period_start: string;
  period_end: string;
  items: number;
  minutes: Count;
  amount_cents: Count;
  adjustment_cents: Generated<Count>;
  fee_cents: Generated<Count>;
  /** Amount plus adjustment minus fee. */
  total_cents: Count;
  purchase_order: Nullable<string>;
  emailed_to: string;
  issued_on: string;
  due_on: string;
  good_pay_on: Nullable<string>;
  paid_on: Nullable<string>;
  paid_cents: Nullable<Count>;
  remittance_number: Nullable<string>;
}

export interface TimesheetsTable extends Parties, Versioned {
  id: string;
  number: Count;
  assignment_id: string;
  /** A Saturday; the week begins on the Sunday before. */
  week_ending: string;
  facility_status: TimesheetStatus;
  supplier_status: TimesheetStatus;
  scheduled_minutes: number;
  regular_minutes: Generated<number>;
  overtime_minutes: Generated<number>;
  holiday_minutes: Generated<number>;
  on_call_minutes: Generated<number>;
  miles: Generated<number>;
  expense_cents: Generated<number>;
  /** Null: undecided, or released with the hours when they were finalized. */
  expense_decision: Nullable<'RELEASED' | 'REFUSED'>;
  bill_cents: Generated<number>;
  submitted_at: NullableInstant;
  submitted_on: BusinessDate<string | null>;
  submitted_by: Nullable<string>;
  approved_at: NullableInstant;
  approved_on: BusinessDate<string | null>;
  approved_by: Nullable<string>;
  finalized_at: NullableInstant;
  disputed_at: NullableInstant;
  dispute_reason: Nullable<string>;
  /** The dispute is open until then. */
  dispute_resolved_at: NullableInstant;
  /** Number of adjustments after it was finalized. */
  correction: Generated<number>;
  invoice_id: Nullable<string>;
  reverse_invoice_id: Nullable<string>;
}

export interface DomainTables {
  facilities: FacilitiesTable;
  departments: DepartmentsTable;
  suppliers: SuppliersTable;
  professions: ProfessionsTable;
  specialties: SpecialtiesTable;
  offerings: OfferingsTable;
  sub_offerings: SubOfferingsTable;
  candidates: CandidatesTable;
  jobs: JobsTable;
  submissions: SubmissionsTable;
  submission_status_history: SubmissionStatusHistoryTable;
  assignments: AssignmentsTable;
  compliance_documents: ComplianceDocumentsTable;
  timesheets: TimesheetsTable;
  invoices: InvoicesTable;
}
