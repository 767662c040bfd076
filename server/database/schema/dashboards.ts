/** Row types of what people keep on dashboards. */
import type { ColumnType, Generated } from 'kysely';
import type {
  AssignmentStatus,
  ComplianceDocumentStatus,
  JobClosure,
  JobStatus,
  SubmissionStatus,
  TimesheetStatus,
} from '../../../contract/statuses';
import type { Dashboard } from '../../../contract/dashboardFilters.endpoints';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;

export interface SavedSearchesTable {
  id: Generated<string>;
  organization_id: string;
  /** Who saved it, and alone may change it. */
  user_id: string;
  dashboard: Dashboard;
  /** Trimmed. */
  search_name: string;
  is_public: Generated<boolean>;
  is_default: Generated<boolean>;
  /** JSON text as it was given; nothing here reads it. */
  filter: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface DashboardPreferencesTable {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  /** A card, whose statuses they are; empty for the arrangement of the cards. */
  widget_type: string;
  /** JSON text as it was given. */
  filter: string;
  updated_at: Instant;
}

/** How many submissions of a day are in each status, and how far they got. The database keeps it; the server only reads. */
export type SubmissionDaysTable = {
  readonly tenant_id: string;
  readonly kind: 'PROGRAMME' | 'CLIENT' | 'AGENCY';
  readonly party_id: string;
  /** In UTC. */
  readonly day: string;
  readonly reached_interview: number;
  readonly reached_offer: number;
  readonly reached_booking: number;
  /** Those to jobs that were posted, and the hundredths of days from then until they were submitted. */
  readonly timed: number;
  readonly hundredths_to_submit: number;
} & { readonly [S in SubmissionStatus as Lowercase<S>]: number };

/** The first and the last submission of a supplier to a job. The database keeps it; the server only reads. */
export interface SubmissionJobsTable {
  readonly tenant_id: string;
  readonly client_id: string;
  readonly agency_id: string;
  readonly job_id: string;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** How many submissions to a job are in each status, by the week they were submitted in. Kept and read likewise. */
export type SubmissionWeeksTable = {
  readonly tenant_id: string;
  readonly client_id: string;
  /** Its Sunday. */
  readonly week: string;
  readonly job_id: string;
} & { readonly [S in SubmissionStatus as Lowercase<S>]: number };

/**
 * How many rows are alike in all that cards ask of them, by the names these have in the counted table. Of a programme, or
 * of one of its facilities or suppliers, whose id is there then. The database keeps it; the server only reads.
 */
interface Tally {
  readonly tenant_id: string;
  readonly client_id: string | null;
  readonly agency_id: string | null;
  readonly n: number;
}

export interface JobDaysTable extends Tally {
  /** That it was posted on, in UTC, or, of what is not posted, created. */
  readonly day: string;
  /** When that day began; null of what is not posted. */
  readonly posted_at: Date | null;
  readonly status: JobStatus;
  readonly closure: JobClosure | null;
  /** Of open jobs. */
  readonly hot: boolean;
  /** Of open jobs: 1 if anybody was submitted. */
  readonly submitting_suppliers: number;
  /** Added up. */
  readonly openings: number;
  readonly openings_filled: number;
}

/** The open ones that a supplier submitted to. */
export interface SupplierJobDaysTable extends Tally {
  readonly day: string;
  readonly posted_at: Date;
}

export interface AssignmentDaysTable extends Tally {
  readonly ended_on: string | null;
  readonly status: AssignmentStatus;
  readonly extension_status: 'DUE' | null;
  /** Of files of people who are at work or booked: where the band begins. */
  readonly compliance_percent: number;
  /** Of the same: 1 if any is due. */
  readonly documents_due: number;
}

/** Of people who are at work or booked: what is in review, and what is approved, until when. */
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
  /** 1 if it was adjusted after it was finalized. */
  readonly correction: number;
}

export interface DashboardTables {
  saved_searches: SavedSearchesTable;
  dashboard_preferences: DashboardPreferencesTable;
  submission_days: SubmissionDaysTable;
  submission_jobs: SubmissionJobsTable;
  submission_weeks: SubmissionWeeksTable;
  job_days: JobDaysTable;
  supplier_job_days: SupplierJobDaysTable;
  assignment_days: AssignmentDaysTable;
  document_days: DocumentDaysTable;
  timesheet_weeks: TimesheetWeeksTable;
}
