/**
 * The actions on records: in which state, by whom, which input they require, and the state that follows. The server and
 * the buttons (`machines/record/`) both decide by this table; neither has rules of its own about states and
 * permissions.
 */
import type { Permission } from '../base/permissions';
import { mayAct, type ActionKind, type Actor, type RecordAction, type StateOf } from './action';
import { REASONS } from './reasons';

const reason = (suggestions: readonly string[], label = 'Reason') => ({ reason: { label, suggestions } });

const action = <K extends ActionKind>(
  made: Omit<RecordAction, 'from' | 'to' | 'fields'> & {
    readonly from: { readonly [Part in keyof StateOf<K>]?: readonly StateOf<K>[Part][] };
    readonly to: Partial<StateOf<K>>;
    readonly fields?: RecordAction['fields'];
  },
): RecordAction => ({ fields: {}, ...made }) as RecordAction;

const job = action<'job'>;
const submission = action<'submission'>;
const assignment = action<'assignment'>;
const document = action<'document'>;
const timesheet = action<'timesheet'>;

const MANAGER = (permission: Permission) => ({ VMS: permission });
const FACILITY = (permission: Permission) => ({ VMS: permission, CLIENT: permission });
const SUPPLIER = (permission: Permission) => ({ VMS: permission, AGENCY: permission });
const EVERYONE = (permission: Permission) => ({ VMS: permission, CLIENT: permission, AGENCY: permission });

export const RECORD_ACTIONS = {
  document: {
    approve: document({
      label: 'Approve',
      done: 'approved it',
      variant: 'primary',
      from: { status: ['PENDING_REVIEW'] },
      to: { status: 'APPROVED' },
      who: MANAGER('DOCUMENT_REVIEW'),
      safety: 'undo',
    }),
    reject: document({
      label: 'Decline',
      done: 'declined it',
      variant: 'danger',
      from: { status: ['PENDING_REVIEW'] },
      to: { status: 'DECLINED' },
      who: MANAGER('DOCUMENT_REVIEW'),
      fields: reason(REASONS.documentDeclined),
      safety: 'undo',
    }),
  },
  timesheet: {
    submit: timesheet({
      label: 'Submit',
      done: 'submitted it',
      variant: 'primary',
      from: { status: ['MISSING', 'SAVED'] },
      to: { status: 'SUBMITTED' },
      who: SUPPLIER('TIMESHEET_SUBMIT'),
      fields: { minutes: { label: 'Hours worked' } },
      safety: 'confirmation',
    }),
    approve: timesheet({
      label: 'Approve',
      done: 'approved it',
      variant: 'primary',
      from: { status: ['SUBMITTED'] },
      to: { status: 'APPROVED' },
      who: FACILITY('TIMESHEET_APPROVE'),
      safety: 'undo',
    }),
    dispute: timesheet({
      label: 'Dispute',
      done: 'disputed it',
      variant: 'danger',
      from: { status: ['SUBMITTED'] },
      to: { status: 'DISPUTED' },
      who: FACILITY('TIMESHEET_APPROVE'),
      fields: reason(REASONS.dispute),
      safety: 'confirmation',
    }),
    resolve: timesheet({
      label: 'Resolve dispute',
      done: 'resolved the dispute',
      variant: 'primary',
      from: { status: ['DISPUTED'] },
      to: { status: 'SUBMITTED' },
      who: SUPPLIER('TIMESHEET_SUBMIT'),
      fields: { minutes: { label: 'Hours worked' }, ...reason(REASONS.disputeAnswered, 'What was agreed') },
      safety: 'confirmation',
    }),
    finalize: timesheet({
      label: 'Finalize',
      done: 'finalized it',
      variant: 'primary',
      from: { status: ['APPROVED'] },
      to: { status: 'FINALIZED' },
      who: MANAGER('TIMESHEET_ADJUST'),
      safety: 'undo',
    }),
    adjust: timesheet({
      label: 'Adjust hours',
      done: 'adjusted the hours',
      variant: 'plain',
      from: { status: ['FINALIZED'] },
      to: {},
      who: MANAGER('TIMESHEET_ADJUST'),
      fields: { minutes: { label: 'Hours worked' }, ...reason(REASONS.adjusted) },
      safety: 'confirmation',
    }),
    releaseExpense: timesheet({
      label: 'Approve expense',
      done: 'approved the expense',
      variant: 'plain',
      from: { status: ['SUBMITTED', 'APPROVED'], expense: ['PENDING'] },
      to: { expense: 'RELEASED' },
      who: FACILITY('EXPENSE_DECIDE'),
      safety: 'undo',
    }),
    refuseExpense: timesheet({
      label: 'Reject expense',
      done: 'rejected the expense',
      variant: 'danger',
      from: { status: ['SUBMITTED', 'APPROVED'], expense: ['PENDING'] },
      to: { expense: 'REFUSED' },
      who: FACILITY('EXPENSE_DECIDE'),
      fields: reason(REASONS.expenseRefused),
      safety: 'confirmation',
    }),
  },
  submission: {
    qualify: submission({
      label: 'Qualify',
      done: 'qualified it',
      variant: 'primary',
      from: { status: ['SUBMITTED'] },
      to: { status: 'QUALIFIED' },
      who: FACILITY('SUBMISSION_DECIDE'),
      safety: 'undo',
    }),
    interview: submission({
      label: 'Schedule interview',
      done: 'scheduled an interview',
      variant: 'primary',
      from: { status: ['QUALIFIED'] },
      to: { status: 'INTERVIEWING' },
      who: FACILITY('SUBMISSION_DECIDE'),
      fields: { date: { label: 'Day of the interview' } },
      safety: 'confirmation',
    }),
    offer: submission({
      label: 'Make an offer',
      done: 'made an offer',
      variant: 'primary',
      from: { status: ['INTERVIEWING'] },
      to: { status: 'OFFERED', dealSheet: 'NONE' },
      who: FACILITY('SUBMISSION_OFFER'),
      fields: { rateCents: { label: 'Hourly bill rate' } },
      safety: 'confirmation',
    }),
    approveDeal: submission({
      label: 'Approve deal sheet',
      done: 'approved the deal sheet',
      variant: 'plain',
      from: { status: ['OFFERED'], dealSheet: ['NONE'] },
      to: { dealSheet: 'DEAL_APPROVED' },
      who: MANAGER('DEAL_SHEET_APPROVE_FOR_SUBMITTAL'),
      fields: { rateCents: { label: 'Hourly bill rate' } },
      safety: 'confirmation',
    }),
    accept: submission({
      label: 'Accept offer',
      done: 'accepted the offer',
      variant: 'primary',
      from: { status: ['OFFERED'] },
      to: { status: 'OFFER_ACCEPTED' },
      who: SUPPLIER('SUBMISSION_ANSWER'),
      safety: 'confirmation',
    }),
    decline: submission({
      label: 'Decline offer',
      done: 'declined the offer',
      variant: 'danger',
      from: { status: ['OFFERED'] },
      to: { status: 'OFFER_REJECTED' },
      who: SUPPLIER('SUBMISSION_ANSWER'),
      fields: reason(REASONS.offerRejected),
      safety: 'confirmation',
    }),
    book: submission({
      label: 'Book',
      done: 'booked the candidate',
      variant: 'primary',
      from: { status: ['OFFER_ACCEPTED'] },
      to: { status: 'BOOKED' },
      who: MANAGER('SUBMISSION_OFFER'),
      fields: { date: { label: 'First day' } },
      safety: 'confirmation',
    }),
    reject: submission({
      label: 'Reject',
      done: 'rejected it',
      variant: 'danger',
      from: { status: ['SUBMITTED', 'QUALIFIED', 'INTERVIEWING'] },
      to: { status: 'REJECTED' },
      who: FACILITY('SUBMISSION_DECIDE'),
      fields: reason(REASONS.rejected),
      safety: 'confirmation',
    }),
    withdraw: submission({
      label: 'Withdraw',
      done: 'withdrew it',
      variant: 'danger',
      from: { status: ['SUBMITTED', 'QUALIFIED', 'INTERVIEWING', 'OFFERED', 'OFFER_ACCEPTED'] },
      to: { status: 'WITHDRAWN' },
      who: SUPPLIER('SUBMISSION_ANSWER'),
      fields: reason(REASONS.withdrawn),
      safety: 'confirmation',
    }),
  },
  assignment: {
    requestExtension: assignment({
      label: 'Ask for an extension',
      done: 'asked for an extension',
      variant: 'plain',
      from: { status: ['ACTIVE'], extension: ['NONE', 'DUE', 'DECLINED'] },
      to: { extension: 'REQUESTED' },
      who: EVERYONE('EXTENSION_DECIDE'),
      fields: { date: { label: 'New last day' } },
      safety: 'confirmation',
    }),
    extend: assignment({
      label: 'Extend',
      done: 'extended it',
      variant: 'primary',
      from: { status: ['ACTIVE'], extension: ['DUE', 'REQUESTED'] },
      to: { extension: 'NONE' },
      who: FACILITY('EXTENSION_DECIDE'),
      fields: { date: { label: 'New last day' } },
      safety: 'confirmation',
    }),
    declineExtension: assignment({
      label: 'Decline extension',
      done: 'declined the extension',
      variant: 'danger',
      from: { status: ['ACTIVE'], extension: ['DUE', 'REQUESTED'] },
      to: { extension: 'DECLINED' },
      who: FACILITY('EXTENSION_DECIDE'),
      fields: reason(REASONS.extensionDeclined),
      safety: 'confirmation',
    }),
    endEarly: assignment({
      label: 'End early',
      done: 'ended it early',
      variant: 'danger',
      from: { status: ['ACTIVE'] },
      to: { status: 'EARLY_TERM', extension: 'NONE' },
      who: EVERYONE('ASSIGNMENT_END'),
      fields: { date: { label: 'Last day worked' }, endedBy: { label: 'Ended by' }, ...reason(REASONS.earlyTerm) },
      safety: 'confirmation',
    }),
    cancel: assignment({
      label: 'Cancel',
      done: 'cancelled it',
      variant: 'danger',
      from: { status: ['BOOKED'] },
      to: { status: 'CANCELLED', extension: 'NONE' },
      who: FACILITY('ASSIGNMENT_END'),
      fields: { endedBy: { label: 'Cancelled by' }, ...reason(REASONS.cancelled) },
      safety: 'confirmation',
    }),
  },
  job: {
    post: job({
      label: 'Approve and post',
      done: 'posted it',
      variant: 'primary',
      from: { status: ['PENDING_APPROVAL', 'PENDING_REVIEW'] },
      to: { status: 'OPEN' },
      who: MANAGER('JOB_MANAGE'),
      safety: 'confirmation',
    }),
    hold: job({
      label: 'Put on hold',
      done: 'put it on hold',
      variant: 'plain',
      from: { status: ['OPEN'] },
      to: { status: 'ON_HOLD' },
      who: FACILITY('JOB_MANAGE'),
      fields: reason(REASONS.jobOnHold),
      safety: 'undo',
    }),
    reopen: job({
      label: 'Reopen',
      done: 'reopened it',
      variant: 'primary',
      from: { status: ['ON_HOLD', 'CLOSED'] },
      to: { status: 'OPEN' },
      who: FACILITY('JOB_MANAGE'),
      safety: 'undo',
    }),
    changeOpenings: job({
      label: 'Change openings',
      done: 'changed the openings',
      variant: 'plain',
      from: { status: ['PENDING_APPROVAL', 'PENDING_REVIEW', 'OPEN', 'ON_HOLD', 'EXTENSION', 'CLOSED'] },
      to: {},
      who: FACILITY('JOB_MANAGE'),
      fields: { openings: { label: 'Openings' } },
      safety: 'confirmation',
    }),
    close: job({
      label: 'Close',
      done: 'closed it',
      variant: 'danger',
      from: { status: ['OPEN', 'ON_HOLD', 'EXTENSION'] },
      to: { status: 'CLOSED' },
      who: FACILITY('JOB_MANAGE'),
      fields: reason(REASONS.jobClosed),
      safety: 'confirmation',
    }),
  },
} as const satisfies Record<ActionKind, Readonly<Record<string, RecordAction>>>;

export type ActionName<K extends ActionKind = ActionKind> = K extends ActionKind
  ? Extract<keyof (typeof RECORD_ACTIONS)[K], string>
  : never;

/** The actions on records of a kind, by name. */
export const actionsOf = (kind: ActionKind): Readonly<Record<string, RecordAction>> => RECORD_ACTIONS[kind];

/** Undefined if records of this kind have no such action. */
export function findAction(kind: ActionKind, name: string): RecordAction | undefined {
  const actions = actionsOf(kind);
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}

const UNDO = '.undo';
/** In the timeline, the name of the undo of an action. */
export const undoOf = (action: string): string => `${action}${UNDO}`;
/** The action that an undo of this name took back; null for other names. */
export const undoneBy = (name: string): string | null => (name.endsWith(UNDO) ? name.slice(0, -UNDO.length) : null);

/** Whether a user may do any action on records of a kind. */
export const actsOn = (kind: ActionKind, actor: Actor): boolean =>
  Object.values(actionsOf(kind)).some((action) => mayAct(action, actor));
