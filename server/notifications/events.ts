/** What can have happened. An event names rows; what is said of them is read when it is told, in the same transaction. */
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
/** Written by a person; plain text, whatever it looks like. */
type CompanyEvent = {
  readonly kind: 'company';
  readonly what: 'COMPANY' | 'BROADCAST' | 'RELEASE_NOTES';
  readonly subject: string;
  readonly text: string;
  readonly documentName?: string;
};
/** Concerns one person, of the teller's organisation. */
type TaskEvent = {
  readonly kind: 'task';
  readonly what: 'TASK_DUE';
  readonly taskId: string;
  readonly title: string;
  readonly userId: string;
  /** 'YYYY-MM-DD' */
  readonly dueOn: string;
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
  | TaskEvent;
