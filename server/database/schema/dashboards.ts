/** Row types of saved dashboard settings and precounted rows. */
import type { ColumnType, Generated } from 'kysely';
import type {
  AssignmentStatus,
  ComplianceDocumentStatus,
  JobClosure,
  JobStatus,
  SubmissionStatus,
  TimesheetStatus,
} from '../../../contract/base/statuses';
import type { Dashboard } from '../../../contract/dashboards/filters.endpoints';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;

export interface SavedSearchesTable {
  id: Generated<string>;
  organization_id: string;
  /** The owner, who alone may change it. */
  user_id: string;
  dashboard: Dashboard;
  /** Trimmed. */
  search_name: string;
  is_public: Generated<boolean>;
  is_default: Generated<boolean>;
  /** Opaque JSON text. */
  filter: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface DashboardPreferencesTable {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  /** The card whose statuses these are; empty for the arrangement of cards. */
  widget_type: string;
  /** Opaque JSON text. */
  filter: string;
  updated_at: Instant;
}

/** A query that is too long for an address, including the question mark. */
export interface KeptQueriesTable {
  organization_id: string;
  id: string;
  user_id: string;
  search: string;
  kept_at: Instant;
}

/**
 * A record as it was before a write that changed what a card counts. Maintained by the database, deleted after some
 * weeks.
 */
export interface RecordChangesTable {
  readonly id: Generated<string>;
  readonly tenant_id: string;
  readonly client_id: string | null;
  readonly agency_id: string | null;
  readonly record_table: string;
  readonly record_id: string;
  readonly at: Date;
  /** The previous values of the columns; null if the record did not exist. */
  readonly before: unknown;
}

/** When a user last visited the home dashboard. */
export interface DashboardVisitsTable {
  user_id: string;
  organization_id: string;
  /** When the visit before this one ended; changes are shown from then on. */
  since: Instant;
  seen_at: Instant;
}

/** Submissions per day by status, and the stages they reached. Maintained by the database. */
export type SubmissionDaysTable = {
  readonly tenant_id: string;
  readonly kind: 'PROGRAM' | 'CLIENT' | 'AGENCY';
  readonly party_id: string;
  /** The day of submission, at the facility. */
  readonly day: string;
  readonly reached_interview: number;
  readonly reached_offer: number;
  readonly reached_booking: number;
  /** Submissions to posted jobs. */
  readonly timed: number;
  /** The time from posting to submission, summed over these, in microseconds. */
  readonly microseconds_to_submit: number;
} & { readonly [S in SubmissionStatus as Lowercase<S>]: number };

/** First and last submission of a supplier to a job. Maintained by the database. */
export interface SubmissionJobsTable {
  readonly tenant_id: string;
  readonly client_id: string;
  readonly agency_id: string;
  readonly job_id: string;
  readonly first_on: string;
  readonly last_on: string;
  /** Of the job. */
  readonly openings: number;
}

/** What these jobs offer, by the days of those two submissions. Maintained by the database. */
interface SubmissionJobSums {
  readonly tenant_id: string;
  readonly day: string;
  readonly first_openings: number;
  readonly last_openings: number;
}

export interface SubmissionJobDaysTable extends SubmissionJobSums {
  readonly kind: 'PROGRAM' | 'CLIENT' | 'AGENCY';
  readonly party_id: string;
}

/** What is not folded in yet. */
export interface SubmissionJobDaysQueueTable extends SubmissionJobSums {
  readonly client_id: string;
  readonly agency_id: string;
}

/** Submissions to a job by status and the week of submission. Maintained by the database. */
export type SubmissionWeeksTable = {
  readonly tenant_id: string;
  readonly client_id: string;
  /** Its Sunday. */
  readonly week: string;
  readonly job_id: string;
} & { readonly [S in SubmissionStatus as Lowercase<S>]: number };

/**
 * Bookings of a program, a facility or a supplier per day of the booking, and how long they took, in microseconds;
 * `with_` are those that have both ends. Maintained by the database.
 */
interface BookingSums {
  readonly tenant_id: string;
  readonly day: string;
  readonly booked: number;
  readonly with_submitted_to_booked: number;
  readonly submitted_to_booked: number;
  readonly with_submitted_to_offered: number;
  readonly submitted_to_offered: number;
  readonly with_offered_to_accepted: number;
  readonly offered_to_accepted: number;
  readonly with_offered_to_booked: number;
  readonly offered_to_booked: number;
}

export interface BookingDaysTable extends BookingSums {
  readonly kind: 'PROGRAM' | 'CLIENT' | 'AGENCY';
  readonly party_id: string;
}

/** Rows that are not folded in yet. */
export interface BookingDaysQueueTable extends BookingSums {
  readonly client_id: string;
  readonly agency_id: string;
}

/**
 * How many rows agree in all columns that cards filter by, named as in the counted table. Of a program, or of one
 * facility or supplier, whose id is set then. Maintained by the database.
 */
interface Tally {
  readonly tenant_id: string;
  readonly client_id: string | null;
  readonly agency_id: string | null;
  readonly n: number;
}

export interface JobDaysTable extends Tally {
  /** Date of posting, or of creation for jobs not posted. */
  readonly day: string;
  /** Null for jobs not posted. */
  readonly posted_on: string | null;
  readonly status: JobStatus;
  readonly closure: JobClosure | null;
  /** Of open jobs. */
  readonly hot: boolean;
  /** Of open jobs: 1 if anyone was submitted. */
  readonly submitting_suppliers: number;
  /** Added up. */
  readonly openings: number;
  readonly openings_filled: number;
}

export interface AssignmentDaysTable extends Tally {
  readonly ended_on: string | null;
  readonly status: AssignmentStatus;
  readonly extension_status: 'DUE' | null;
  /** Of active and booked assignments: lower end of the compliance band. */
  readonly compliance_percent: number;
  /** Of the same: 1 if any document is due. */
  readonly documents_due: number;
}

/** Of active and booked assignments: documents in review, and approved ones by expiry. */
export interface DocumentDaysTable extends Tally {
  readonly expires_on: string | null;
  readonly status: ComplianceDocumentStatus;
  readonly assignment_status: AssignmentStatus;
}

export interface TimesheetWeeksTable extends Tally {
  readonly week_ending: string;
  readonly facility_status: TimesheetStatus;
  readonly supplier_status: TimesheetStatus;
  /** Not resolved yet. */
  readonly disputed: boolean;
  /** 1 if adjusted after it was finalized. */
  readonly correction: number;
}

export interface DashboardTables {
  saved_searches: SavedSearchesTable;
  dashboard_preferences: DashboardPreferencesTable;
  dashboard_visits: DashboardVisitsTable;
  kept_queries: KeptQueriesTable;
  record_changes: RecordChangesTable;
  submission_days: SubmissionDaysTable;
  submission_jobs: SubmissionJobsTable;
  submission_job_days: SubmissionJobDaysTable;
  submission_job_days_queue: SubmissionJobDaysQueueTable;
  booking_days: BookingDaysTable;
  booking_days_queue: BookingDaysQueueTable;
  submission_weeks: SubmissionWeeksTable;
  job_days: JobDaysTable;
  assignment_days: AssignmentDaysTable;
  document_days: DocumentDaysTable;
  timesheet_weeks: TimesheetWeeksTable;
  /** Rows that are not folded in yet, with all parties of a row. */
  job_days_queue: JobDaysTable;
  assignment_days_queue: AssignmentDaysTable;
  document_days_queue: DocumentDaysTable;
  timesheet_weeks_queue: TimesheetWeeksTable;
}
