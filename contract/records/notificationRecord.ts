/** The record that a notification is about, if such records have actions. */
import { isUuid } from '../base/uuid';
import { ACTION_KINDS, type ActionKind, type RecordState } from './action';
import type { SubCategoryCode } from '../notifications/kinds';
import type { Notification } from '../notifications/notification';

/** Its `entityId` is the record's. Other kinds are about no record, or about one without actions. */
const RECORD_KIND_OF: Readonly<Partial<Record<SubCategoryCode, ActionKind>>> = {
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

/** Kinds without actions in the panel, which are settled when their record is. */
const SETTLED_ELSEWHERE: Readonly<Partial<Record<SubCategoryCode, 'invoice' | 'task'>>> = {
  INVOICE_PAST_DUE: 'invoice',
  TASK_DUE: 'task',
};
/** Kinds of records whose notifications are settled. */
export const SETTLED_KINDS = [...ACTION_KINDS, 'invoice', 'task'] as const;
export type SettlingKind = (typeof SETTLED_KINDS)[number];

/**
 * Kinds that request an action, with the states of their record in which they do. A notification is settled once its
 * record has left these states.
 */
export const OPEN_WHILE: Readonly<
  Partial<Record<SubCategoryCode, { readonly part: string; readonly values: readonly string[] }>>
> = {
  NEW_JOB_POSTED: { part: 'status', values: ['OPEN'] },
  SUBMISSION_CREATED: { part: 'status', values: ['SUBMITTED'] },
  INTERVIEW_SCHEDULED: { part: 'status', values: ['INTERVIEWING'] },
  OFFER_MADE: { part: 'status', values: ['OFFERED'] },
  OFFER_ACCEPTED: { part: 'status', values: ['OFFER_ACCEPTED'] },
  DOCUMENT_UPLOADED: { part: 'status', values: ['PENDING_REVIEW'] },
  DOCUMENT_DECLINED: { part: 'status', values: ['DECLINED'] },
  DOCUMENT_EXPIRING: { part: 'status', values: ['APPROVED', 'EXPIRED'] },
  EXTENSION_DUE: { part: 'extension', values: ['DUE', 'REQUESTED'] },
  TIMESHEET_SUBMITTED: { part: 'status', values: ['SUBMITTED'] },
  TIMESHEET_DISPUTED: { part: 'status', values: ['DISPUTED'] },
  INVOICE_PAST_DUE: { part: 'status', values: ['PAST_DUE'] },
  TASK_DUE: { part: 'status', values: ['OPEN'] },
};

/** The kinds of notifications that request an action on records of this kind. */
export const codesAskingAbout = (kind: SettlingKind): readonly SubCategoryCode[] =>
  (Object.keys(OPEN_WHILE) as SubCategoryCode[]).filter(
    (code) => (RECORD_KIND_OF[code] ?? SETTLED_ELSEWHERE[code]) === kind,
  );

/** Whether a notification of this kind still requests an action while its record is in this state. */
export function asksForAction(code: SubCategoryCode, state: RecordState): boolean {
  const openWhile = OPEN_WHILE[code];
  return openWhile?.values.includes(state[openWhile.part] ?? '') === true;
}

/** Whether a notification requests an action, and is neither settled nor done. */
export const awaitsAction = ({ subCategoryCode, state }: Pick<Notification, 'subCategoryCode' | 'state'>): boolean =>
  OPEN_WHILE[subCategoryCode] !== undefined && state?.settled === undefined && state?.done !== true;

export interface RecordReference {
  readonly kind: ActionKind;
  readonly id: string;
}

/** Null if the subject of the notification has no actions. */
export function recordOf({
  subCategoryCode,
  entityId,
}: Pick<Notification, 'subCategoryCode' | 'entityId'>): RecordReference | null {
  const kind = RECORD_KIND_OF[subCategoryCode];
  return kind !== undefined && isUuid(entityId) ? { kind, id: entityId } : null;
}
