/** Domain events and their audience. An event names rows; its text is composed from them in the same transaction. */
import type { Permission } from '../../../contract/base/permissions';
import { tabOf, type NotificationTab } from '../../../contract/notifications/categories';
import { SUB_CATEGORIES } from '../../../contract/notifications/kinds';

type JobEvent = {
  readonly kind: 'job';
  readonly what: 'NEW_JOB_POSTED' | 'JOB_UPDATED' | 'JOB_CLOSED' | 'AUTOMATED_JOB_UPDATES';
  readonly jobId: string;
};
type MatchEvent = {
  readonly kind: 'match';
  readonly what:
    | 'CANDIDATE_JOB_MATCHING'
    | 'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG'
    | 'PREFERRED_CLIENT_MATCHING'
    | 'MOBILE_CANDIDATE_REGISTRATION'
    | 'FACEBOOK_REGISTRATION'
    | 'LEAP_PROFILE_CREATED';
  readonly candidateId: string;
  /** Not for registrations. */
  readonly jobId?: string;
};
type SubmissionEvent = {
  readonly kind: 'submission';
  readonly what:
    | 'SUBMISSION_CREATED'
    | 'SUBMISSION_STATUS_CHANGED'
    | 'INTERVIEW_SCHEDULED'
    | 'OFFER_MADE'
    | 'OFFER_ACCEPTED'
    | 'DEAL_APPROVAL_STATUS';
  readonly submissionId: string;
};
type DocumentEvent = {
  readonly kind: 'document';
  readonly what: 'DOCUMENT_UPLOADED' | 'DOCUMENT_DECLINED' | 'DOCUMENT_EXPIRING' | 'COMPLIANCE_VERIFIED';
  readonly documentId: string;
};
type AssignmentEvent = {
  readonly kind: 'assignment';
  readonly what: 'ASSIGNMENT_BOOKED' | 'EXTENSION_DUE' | 'EARLY_TERMINATION' | 'ASSIGNMENT_CANCELLED';
  readonly assignmentId: string;
};
type TimesheetEvent = {
  readonly kind: 'timesheet';
  readonly what: 'TIMESHEET_SUBMITTED' | 'TIMESHEET_DISPUTED' | 'JOURNAL_ALERT';
  readonly timesheetId: string;
};
type InvoiceEvent = {
  readonly kind: 'invoice';
  readonly what: 'INVOICE_ISSUED' | 'INVOICE_PAST_DUE';
  readonly invoiceId: string;
};
/** Written by a user; always plain text. */
type CompanyEvent = {
  readonly kind: 'company';
  readonly what: 'COMPANY' | 'BROADCAST' | 'RELEASE_NOTES';
  readonly subject: string;
  readonly text: string;
  readonly documentName?: string;
};
/** Concerns one user of the publisher's organization. */
type TaskEvent = {
  readonly kind: 'task';
  readonly what: 'TASK_DUE';
  readonly taskId: string;
  readonly title: string;
  readonly userId: string;
  /** 'YYYY-MM-DD' */
  readonly dueOn: string;
};

/** Concerns one user of the publisher's organization. */
type AlarmEvent = {
  readonly kind: 'alarm';
  readonly what: 'BOARD_ALARM';
  readonly alarmId: string;
  /** Of its rule. */
  readonly name: string;
  /** What was found, as a sentence. */
  readonly text: string;
  /** No one acknowledged it in time. */
  readonly isEscalated: boolean;
  readonly userId: string;
};

export type DomainEvent =
  | JobEvent
  | MatchEvent
  | SubmissionEvent
  | DocumentEvent
  | AssignmentEvent
  | TimesheetEvent
  | InvoiceEvent
  | CompanyEvent
  | TaskEvent
  | AlarmEvent;

/**
 * - `PARTIES`: the managing organization, the facility and the supplier
 * - `SUPPLIERS`: the managing organization, the facility and every supplier of the program
 * - `PROGRAM`: all users of the program
 * - `ORGANIZATION`: all users of the publisher's organization
 * - `PERSON`: one user of it
 */
export type Audience = 'PARTIES' | 'SUPPLIERS' | 'PROGRAM' | 'ORGANIZATION' | 'PERSON';

/** Holding any of these suffices; an empty list needs none. */
const SECTION_PERMISSIONS: Readonly<Record<NotificationTab, readonly Permission[]>> = {
  JOBSORDERS: ['MENU_JOB'],
  SUBMISSIONS: ['MENU_SUBMISSIONS', 'MENU_SUBMITTAL'],
  COMPLIANCE: ['MENU_COMPLIANCE'],
  ASSIGNMENTS: ['MENU_ASSIGNMENTS'],
  BACK_OFFICE: ['MENU_TIMESHEET', 'MENU_INVOICING'],
  BROADCAST: [],
};

/** The permissions of which a recipient needs one; none means everyone in the audience. */
export const permissionsFor = ({ what }: DomainEvent): readonly Permission[] =>
  what === 'TASK_DUE' || what === 'BOARD_ALARM' ? [] : SECTION_PERMISSIONS[tabOf(SUB_CATEGORIES[what].category)];

/** Who an event concerns. `isUnposted` for a job that suppliers cannot see yet. */
export function audienceOf(
  event: DomainEvent,
  fromManager: boolean,
  { isUnposted }: { readonly isUnposted: boolean } = { isUnposted: false },
): Audience {
  if (event.kind === 'company') return fromManager ? 'PROGRAM' : 'ORGANIZATION';
  if (event.kind === 'task' || event.kind === 'alarm') return 'PERSON';
  // A posted job is visible to all suppliers.
  return event.kind === 'job' && !isUnposted ? 'SUPPLIERS' : 'PARTIES';
}
