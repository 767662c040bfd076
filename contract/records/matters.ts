/** Which record a notification is about, where something can be done with such records. */
import { isId } from '../lists/lookups';
import type { ActionKind } from './action';
import type { SubCategoryCode } from '../notifications/categories';
import type { Notification } from '../notifications/notification';

/** Its `entityId` is the record's; other kinds are about no record, or about one that is only looked at. */
const MATTERS: Readonly<Partial<Record<SubCategoryCode, ActionKind>>> = {
  NEW_JOB_POSTED: 'job',
  JOB_UPDATED: 'job',
  JOB_CLOSED: 'job',
  AUTOMATED_JOB_UPDATES: 'job',
  SUBMISSION_CREATED: 'submission',
  SUBMISSION_STATUS_CHANGED: 'submission',
  INTERVIEW_SCHEDULED: 'submission',
  OFFER_MADE: 'submission',
  OFFER_ACCEPTED: 'submission',
  DEAL_APPROVAL_STATUS: 'submission',
  DOCUMENT_UPLOADED: 'document',
  DOCUMENT_DECLINED: 'document',
  DOCUMENT_EXPIRING: 'document',
  COMPLIANCE_VERIFIED: 'document',
  ASSIGNMENT_BOOKED: 'assignment',
  EXTENSION_DUE: 'assignment',
  EARLY_TERMINATION: 'assignment',
  ASSIGNMENT_CANCELLED: 'assignment',
  TIMESHEET_SUBMITTED: 'timesheet',
  TIMESHEET_DISPUTED: 'timesheet',
  JOURNAL_ALERT: 'timesheet',
};

export interface Matter {
  readonly kind: ActionKind;
  readonly id: string;
}

/** Null where nothing can be done with what it is about. */
export function matterOf({
  subCategoryCode,
  entityId,
}: Pick<Notification, 'subCategoryCode' | 'entityId'>): Matter | null {
  const kind = MATTERS[subCategoryCode];
  return kind !== undefined && isId(entityId) ? { kind, id: entityId } : null;
}
