/** Kinds of notifications, each in one category. In its own file, because home needs only the categories. */
import type { NotificationCategory } from './categories';

/** Notification preferences have one row per kind. */
export interface SubCategory {
  readonly name: string;
  readonly category: NotificationCategory;
  /** Cannot be turned off. */
  readonly required?: true;
  /** Its mail cannot be turned off. */
  readonly emailRequired?: true;
  /** Shown in the mobile app. */
  readonly mobile?: true;
  /** Shown only if the organization's configuration includes it. */
  readonly config?: NotificationConfig;
}

/** Preference rows that depend on a configuration value. */
export const NOTIFICATION_CONFIGS = [
  'MOBILE_CANDIDATE_REGISTRATION',
  'FACEBOOK_REGISTRATION',
  'LEAP_PROFILE_CREATED',
] as const;
export type NotificationConfig = (typeof NOTIFICATION_CONFIGS)[number];

/** Types and schemas need only the codes. Add codes at the end: links in sent mails contain their positions. */
export const SUB_CATEGORY_CODES = [
  'NEW_JOB_POSTED',
  'JOB_UPDATED',
  'JOB_CLOSED',
  'AUTOMATED_JOB_UPDATES',
  'CANDIDATE_JOB_MATCHING',
  'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG',
  'TASK_DUE',
  'SUBMISSION_CREATED',
  'SUBMISSION_STATUS_CHANGED',
  'INTERVIEW_SCHEDULED',
  'OFFER_MADE',
  'OFFER_ACCEPTED',
  'DEAL_APPROVAL_STATUS',
  'PREFERRED_CLIENT_MATCHING',
  'MOBILE_CANDIDATE_REGISTRATION',
  'FACEBOOK_REGISTRATION',
  'LEAP_PROFILE_CREATED',
  'DOCUMENT_UPLOADED',
  'DOCUMENT_DECLINED',
  'DOCUMENT_EXPIRING',
  'COMPLIANCE_VERIFIED',
  'ASSIGNMENT_BOOKED',
  'EXTENSION_DUE',
  'EARLY_TERMINATION',
  'ASSIGNMENT_CANCELLED',
  'TIMESHEET_SUBMITTED',
  'TIMESHEET_DISPUTED',
  'INVOICE_ISSUED',
  'INVOICE_PAST_DUE',
  'JOURNAL_ALERT',
  'BROADCAST',
  'RELEASE_NOTES',
  'ROLE_PERMISSION_UPDATE',
  'COMPANY',
  'BOARD_ALARM',
] as const;
export type SubCategoryCode = (typeof SUB_CATEGORY_CODES)[number];

export const SUB_CATEGORIES: Readonly<Record<SubCategoryCode, SubCategory>> = {
  NEW_JOB_POSTED: { name: 'New Job Posted', category: 'JOBSORDERS', mobile: true },
  JOB_UPDATED: { name: 'Job Updated', category: 'JOB' },
  JOB_CLOSED: { name: 'Job Closed', category: 'JOB', mobile: true },
  AUTOMATED_JOB_UPDATES: { name: 'Automated Job Updates', category: 'JOBSORDERS' },
  CANDIDATE_JOB_MATCHING: { name: 'Candidate Job Matching', category: 'JOBSORDERS' },
  CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG: {
    name: 'Candidate Job Matching - Availability Log',
    category: 'JOBSORDERS',
  },
  TASK_DUE: { name: 'Task Due', category: 'JOBSORDERS', required: true },
  SUBMISSION_CREATED: { name: 'Candidate Submitted', category: 'SUBMISSIONS', mobile: true },
  SUBMISSION_STATUS_CHANGED: { name: 'Submission Status Changed', category: 'SUBMISSIONS', mobile: true },
  INTERVIEW_SCHEDULED: { name: 'Interview Scheduled', category: 'SUBMISSIONS', mobile: true },
  OFFER_MADE: { name: 'Offer Made', category: 'SUBMISSIONS', emailRequired: true, mobile: true },
  OFFER_ACCEPTED: { name: 'Offer Accepted', category: 'SUBMISSIONS', mobile: true },
  DEAL_APPROVAL_STATUS: { name: 'Deal Approval Status', category: 'SUBMISSIONS' },
  PREFERRED_CLIENT_MATCHING: { name: 'Preferred Client Matching', category: 'SUBMISSIONS' },
  MOBILE_CANDIDATE_REGISTRATION: {
    name: 'Mobile Candidate Registration',
    category: 'SUBMISSIONS',
    config: 'MOBILE_CANDIDATE_REGISTRATION',
  },
  FACEBOOK_REGISTRATION: {
    name: 'Facebook Registration',
    category: 'SUBMISSIONS',
    config: 'FACEBOOK_REGISTRATION',
  },
  LEAP_PROFILE_CREATED: { name: 'Leap Profile Created', category: 'SUBMISSIONS', config: 'LEAP_PROFILE_CREATED' },
  DOCUMENT_UPLOADED: { name: 'Document Uploaded', category: 'COMPLIANCE' },
  DOCUMENT_DECLINED: { name: 'Document Declined', category: 'COMPLIANCE', mobile: true },
  DOCUMENT_EXPIRING: { name: 'Document Expiring', category: 'COMPLIANCE', required: true, mobile: true },
  COMPLIANCE_VERIFIED: { name: 'Compliance Verified', category: 'COMPLIANCE' },
  ASSIGNMENT_BOOKED: { name: 'Assignment Booked', category: 'ASSIGNMENTS', required: true, mobile: true },
  EXTENSION_DUE: { name: 'Extension Due', category: 'ASSIGNMENTS' },
  EARLY_TERMINATION: {
    name: 'Early Termination',
    category: 'ASSIGNMENTS',
    required: true,
    emailRequired: true,
    mobile: true,
  },
  ASSIGNMENT_CANCELLED: { name: 'Assignment Cancelled', category: 'ASSIGNMENTS', mobile: true },
  TIMESHEET_SUBMITTED: { name: 'Timesheet Submitted', category: 'BACK_OFFICE', mobile: true },
  TIMESHEET_DISPUTED: { name: 'Timesheet Disputed', category: 'BACK_OFFICE', mobile: true },
  INVOICE_ISSUED: { name: 'Invoice Issued', category: 'BACK_OFFICE' },
  INVOICE_PAST_DUE: { name: 'Invoice Past Due', category: 'BACK_OFFICE', emailRequired: true },
  JOURNAL_ALERT: { name: 'Journal Alert', category: 'BACK_OFFICE' },
  BROADCAST: { name: 'Broadcast', category: 'BROADCAST', required: true, mobile: true },
  RELEASE_NOTES: { name: 'Release Notes', category: 'BROADCAST', required: true, mobile: true },
  ROLE_PERMISSION_UPDATE: { name: 'Role Permission Update', category: 'BROADCAST', required: true },
  COMPANY: { name: 'Company Notification', category: 'COMPANY' },
  BOARD_ALARM: { name: 'Board Alarm', category: 'BROADCAST', required: true, mobile: true },
};

/** 'All notifications' is never offered for these. */
export const WITHOUT_ALL_OPTION: readonly SubCategoryCode[] = [
  'TASK_DUE',
  'CANDIDATE_JOB_MATCHING',
  'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG',
  'COMPANY',
  'AUTOMATED_JOB_UPDATES',
  'DEAL_APPROVAL_STATUS',
  'COMPLIANCE_VERIFIED',
  'JOURNAL_ALERT',
  'BOARD_ALARM',
];
