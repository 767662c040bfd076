/**
 * What may be done with a record: in which state, by whom, what is asked, and what follows. The server decides by this
 * table, and so do the buttons (`machines/record/`); neither has rules of its own about states and permissions.
 */
import type { OrganizationType } from '../base/organizations';
import type { Permission } from '../base/permissions';
import {
  ASSIGNMENT_STATUSES,
  COMPLIANCE_DOCUMENT_STATUSES,
  JOB_STATUSES,
  SUBMISSION_STATUSES,
  TIMESHEET_STATUSES,
} from '../base/statuses';
import type { RecordKind } from './kinds';

/**
 * The parts of a record's state, each with its values.
 *
 * - submission: BOOKED once it became an assignment
 * - assignment: `extension` is what is open about a later end; DUE: it ends soon and needs a decision
 * - timesheet: DISPUTED while a dispute is open, INVOICED once it was billed, otherwise the facility's status;
 *   `expense` is whether what it claims beside the hours is paid
 */
export const RECORD_STATES = {
  job: { status: JOB_STATUSES },
  submission: { status: [...SUBMISSION_STATUSES, 'BOOKED'] },
  assignment: { status: ASSIGNMENT_STATUSES, extension: ['NONE', 'DUE', 'REQUESTED', 'DECLINED'] },
  document: { status: COMPLIANCE_DOCUMENT_STATUSES },
  timesheet: {
    status: [...TIMESHEET_STATUSES, 'DISPUTED', 'INVOICED'],
    expense: ['NONE', 'PENDING', 'RELEASED', 'REFUSED'],
  },
} as const satisfies Partial<Record<RecordKind, Readonly<Record<string, readonly string[]>>>>;

/** Kinds of records with actions; others are only looked at. */
export type ActionKind = keyof typeof RECORD_STATES;
export const ACTION_KINDS = Object.keys(RECORD_STATES) as readonly ActionKind[];
export const isActionKind = (kind: string): kind is ActionKind => Object.hasOwn(RECORD_STATES, kind);

/** Each part of the state with its value. */
export type RecordState = Readonly<Record<string, string>>;
type StateOf<K extends ActionKind> = {
  readonly [Part in keyof (typeof RECORD_STATES)[K]]: (typeof RECORD_STATES)[K][Part] extends readonly (infer V)[]
    ? V
    : never;
};

/**
 * What an action asks for. `rateCents` is the bill rate by the hour, `minutes` the hours worked in the week, `openings`
 * how many people a job needs, `date` a calendar date.
 */
export const ACTION_FIELDS = ['reason', 'date', 'rateCents', 'minutes', 'openings', 'endedBy'] as const;
export type ActionField = (typeof ACTION_FIELDS)[number];
export interface ActionInput {
  readonly reason?: string;
  readonly date?: string;
  readonly rateCents?: number;
  readonly minutes?: number;
  readonly openings?: number;
  readonly endedBy?: EndedBy;
}
export const ENDED_BY = ['FACILITY', 'CLINICIAN', 'SUPPLIER'] as const;
export type EndedBy = (typeof ENDED_BY)[number];

export interface FieldAsked {
  readonly label: string;
  /** Proposed for a reason; any other text will do. */
  readonly suggestions?: readonly string[];
}

export interface RecordAction {
  /** On the button: what is done, in two or three words. */
  readonly label: string;
  /** In the timeline, after the person: 'approved it'. */
  readonly done: string;
  readonly looks: 'primary' | 'plain' | 'danger';
  /** Parts of the state with the values in which it may be done; parts that are left out do not matter. */
  readonly from: Readonly<Record<string, readonly string[]>>;
  /** Parts of the state with the values that follow; parts that are left out stay. */
  readonly to: RecordState;
  /** Who may: the permission that people of a type of organization need; of other types nobody may. */
  readonly who: Readonly<Partial<Record<OrganizationType, Permission>>>;
  /** All of it is required. */
  readonly asks: Readonly<Partial<Record<ActionField, FieldAsked>>>;
  /** `undo`: it happens at once and can be taken back; `confirmation`: it is asked first and stays. */
  readonly safety: 'undo' | 'confirmation';
}

/** For so long an action can be taken back. */
export const UNDO_SECONDS = 10;
/** The server takes an undo for a little longer, because it has to travel. */
export const UNDO_GRACE_SECONDS = 5;
/** An idempotency key is remembered for so long. */
export const REQUEST_ID_HOURS = 24;
/** Of one call; more are sent in several. */
export const RECORDS_PER_CALL = 50;
export const REASON_MAX_LENGTH = 500;
/** Billed by the hour, in cents. */
export const RATE_MAX_CENTS = 100_000;
export const WEEK_MINUTES = 7 * 24 * 60;
export const OPENINGS_MAX = 999;

/** What is usually said, by action. */
export const REASONS = {
  rejected: [
    'Position filled',
    'Experience does not match',
    'Failed screening',
    'Rate too high',
    'Unit manager declined',
  ],
  withdrawn: ['Accepted another offer', 'Personal reasons', 'No longer available'],
  offerRejected: ['Pay', 'Schedule', 'Location', 'Accepted another offer'],
  cancelled: ['Low census', 'Budget', 'Personal reasons', 'Credentials lapsed'],
  earlyTerm: ['Performance', 'Attendance', 'Low census', 'Personal reasons', 'Credentials lapsed'],
  jobClosed: ['Budget', 'Filled internally', 'Low census', 'Requirement changed'],
  jobOnHold: ['Budget', 'Low census', 'Requirement changed'],
  documentDeclined: ['Illegible', 'Expired', 'Wrong document', 'Signature missing', 'Incomplete'],
  dispute: ['Hours differ from schedule', 'Missed meal break', 'Wrong rate', 'Overtime not approved'],
  disputeAnswered: ['Hours are right', 'Corrected with the unit', 'Rate corrected'],
  expenseRefused: ['Receipt missing', 'Not agreed', 'Over the limit'],
  adjusted: ['Hours reported late', 'Meal break corrected', 'Entered wrongly'],
  extensionDeclined: ['Low census', 'Budget', 'Personal reasons', 'Performance'],
} as const;

const reason = (suggestions: readonly string[], label = 'Reason') => ({ reason: { label, suggestions } });

const action = <K extends ActionKind>(
  made: Omit<RecordAction, 'from' | 'to' | 'asks'> & {
    readonly from: { readonly [Part in keyof StateOf<K>]?: readonly StateOf<K>[Part][] };
    readonly to: Partial<StateOf<K>>;
    readonly asks?: RecordAction['asks'];
  },
): RecordAction => ({ asks: {}, ...made }) as RecordAction;

const job = action<'job'>;
const submission = action<'submission'>;
const assignment = action<'assignment'>;
const document = action<'document'>;
const timesheet = action<'timesheet'>;

const MANAGER = (permission: Permission) => ({ VMS: permission });
const FACILITY = (permission: Permission) => ({ VMS: permission, CLIENT: permission });
const SUPPLIER = (permission: Permission) => ({ VMS: permission, AGENCY: permission });
const ANYBODY = (permission: Permission) => ({ VMS: permission, CLIENT: permission, AGENCY: permission });

export const RECORD_ACTIONS = {
  document: {
    approve: document({
      label: 'Approve',
      done: 'approved it',
      looks: 'primary',
      from: { status: ['PENDING_REVIEW'] },
      to: { status: 'APPROVED' },
      who: MANAGER('DOCUMENT_REVIEW'),
      safety: 'undo',
    }),
    reject: document({
      label: 'Reject',
      done: 'rejected it',
      looks: 'danger',
      from: { status: ['PENDING_REVIEW'] },
      to: { status: 'DECLINED' },
      who: MANAGER('DOCUMENT_REVIEW'),
      asks: reason(REASONS.documentDeclined),
      safety: 'undo',
    }),
  },
  timesheet: {
    submit: timesheet({
      label: 'Submit',
      done: 'submitted it',
      looks: 'primary',
      from: { status: ['MISSING', 'SAVED'] },
      to: { status: 'SUBMITTED' },
      who: SUPPLIER('TIMESHEET_SUBMIT'),
      asks: { minutes: { label: 'Hours worked' } },
      safety: 'confirmation',
    }),
    approve: timesheet({
      label: 'Approve',
      done: 'approved it',
      looks: 'primary',
      from: { status: ['SUBMITTED'] },
      to: { status: 'APPROVED' },
      who: FACILITY('TIMESHEET_APPROVE'),
      safety: 'undo',
    }),
    dispute: timesheet({
      label: 'Dispute',
      done: 'disputed it',
      looks: 'danger',
      from: { status: ['SUBMITTED'] },
      to: { status: 'DISPUTED' },
      who: FACILITY('TIMESHEET_APPROVE'),
      asks: reason(REASONS.dispute),
      safety: 'confirmation',
    }),
    resolve: timesheet({
      label: 'Resolve dispute',
      done: 'resolved the dispute',
      looks: 'primary',
      from: { status: ['DISPUTED'] },
      to: { status: 'SUBMITTED' },
      who: SUPPLIER('TIMESHEET_SUBMIT'),
      asks: { minutes: { label: 'Hours worked' }, ...reason(REASONS.disputeAnswered, 'What was agreed') },
      safety: 'confirmation',
    }),
    finalize: timesheet({
      label: 'Finalize',
      done: 'finalized it',
      looks: 'primary',
      from: { status: ['APPROVED'] },
      to: { status: 'FINALIZED' },
      who: MANAGER('TIMESHEET_ADJUST'),
      safety: 'undo',
    }),
    adjust: timesheet({
      label: 'Adjust hours',
      done: 'adjusted the hours',
      looks: 'plain',
      from: { status: ['FINALIZED'] },
      to: {},
      who: MANAGER('TIMESHEET_ADJUST'),
      asks: { minutes: { label: 'Hours worked' }, ...reason(REASONS.adjusted) },
      safety: 'confirmation',
    }),
    releaseExpense: timesheet({
      label: 'Release expense',
      done: 'released the expense',
      looks: 'plain',
      from: { status: ['SUBMITTED', 'APPROVED'], expense: ['PENDING'] },
      to: { expense: 'RELEASED' },
      who: FACILITY('EXPENSE_DECIDE'),
      safety: 'undo',
    }),
    refuseExpense: timesheet({
      label: 'Refuse expense',
      done: 'refused the expense',
      looks: 'danger',
      from: { status: ['SUBMITTED', 'APPROVED'], expense: ['PENDING'] },
      to: { expense: 'REFUSED' },
      who: FACILITY('EXPENSE_DECIDE'),
      asks: reason(REASONS.expenseRefused),
      safety: 'confirmation',
    }),
  },
  submission: {
    qualify: submission({
      label: 'Qualify',
      done: 'qualified it',
      looks: 'primary',
      from: { status: ['SUBMITTED'] },
      to: { status: 'QUALIFIED' },
      who: FACILITY('SUBMISSION_DECIDE'),
      safety: 'undo',
    }),
    interview: submission({
      label: 'Schedule interview',
      done: 'scheduled an interview',
      looks: 'primary',
      from: { status: ['QUALIFIED'] },
      to: { status: 'INTERVIEWING' },
      who: FACILITY('SUBMISSION_DECIDE'),
      asks: { date: { label: 'Day of the interview' } },
      safety: 'confirmation',
    }),
    offer: submission({
      label: 'Make an offer',
      done: 'made an offer',
      looks: 'primary',
      from: { status: ['INTERVIEWING'] },
      to: { status: 'OFFERED' },
      who: FACILITY('SUBMISSION_OFFER'),
      asks: { rateCents: { label: 'Bill rate an hour' } },
      safety: 'confirmation',
    }),
    approveDeal: submission({
      label: 'Approve deal sheet',
      done: 'approved the deal sheet',
      looks: 'plain',
      from: { status: ['OFFERED'] },
      to: {},
      who: MANAGER('DEAL_SHEET_APPROVE_FOR_SUBMITTAL'),
      asks: { rateCents: { label: 'Bill rate an hour' } },
      safety: 'confirmation',
    }),
    accept: submission({
      label: 'Accept offer',
      done: 'accepted the offer',
      looks: 'primary',
      from: { status: ['OFFERED'] },
      to: { status: 'OFFER_ACCEPTED' },
      who: SUPPLIER('SUBMISSION_ANSWER'),
      safety: 'confirmation',
    }),
    decline: submission({
      label: 'Decline offer',
      done: 'declined the offer',
      looks: 'danger',
      from: { status: ['OFFERED'] },
      to: { status: 'OFFER_REJECTED' },
      who: SUPPLIER('SUBMISSION_ANSWER'),
      asks: reason(REASONS.offerRejected),
      safety: 'confirmation',
    }),
    book: submission({
      label: 'Book',
      done: 'booked the candidate',
      looks: 'primary',
      from: { status: ['OFFER_ACCEPTED'] },
      to: { status: 'BOOKED' },
      who: MANAGER('SUBMISSION_OFFER'),
      asks: { date: { label: 'First day' } },
      safety: 'confirmation',
    }),
    reject: submission({
      label: 'Reject',
      done: 'rejected it',
      looks: 'danger',
      from: { status: ['SUBMITTED', 'QUALIFIED', 'INTERVIEWING'] },
      to: { status: 'REJECTED' },
      who: FACILITY('SUBMISSION_DECIDE'),
      asks: reason(REASONS.rejected),
      safety: 'confirmation',
    }),
    withdraw: submission({
      label: 'Withdraw',
      done: 'withdrew it',
      looks: 'danger',
      from: { status: ['SUBMITTED', 'QUALIFIED', 'INTERVIEWING', 'OFFERED', 'OFFER_ACCEPTED'] },
      to: { status: 'WITHDRAWN' },
      who: SUPPLIER('SUBMISSION_ANSWER'),
      asks: reason(REASONS.withdrawn),
      safety: 'confirmation',
    }),
  },
  assignment: {
    requestExtension: assignment({
      label: 'Ask for an extension',
      done: 'asked for an extension',
      looks: 'plain',
      from: { status: ['ACTIVE'], extension: ['NONE', 'DUE', 'DECLINED'] },
      to: { extension: 'REQUESTED' },
      who: ANYBODY('EXTENSION_DECIDE'),
      asks: { date: { label: 'New last day' } },
      safety: 'confirmation',
    }),
    extend: assignment({
      label: 'Extend',
      done: 'extended it',
      looks: 'primary',
      from: { status: ['ACTIVE'], extension: ['DUE', 'REQUESTED'] },
      to: { extension: 'NONE' },
      who: FACILITY('EXTENSION_DECIDE'),
      asks: { date: { label: 'New last day' } },
      safety: 'confirmation',
    }),
    declineExtension: assignment({
      label: 'Decline extension',
      done: 'declined the extension',
      looks: 'danger',
      from: { status: ['ACTIVE'], extension: ['DUE', 'REQUESTED'] },
      to: { extension: 'DECLINED' },
      who: FACILITY('EXTENSION_DECIDE'),
      asks: reason(REASONS.extensionDeclined),
      safety: 'confirmation',
    }),
    endEarly: assignment({
      label: 'End early',
      done: 'ended it early',
      looks: 'danger',
      from: { status: ['ACTIVE'] },
      to: { status: 'EARLY_TERM', extension: 'NONE' },
      who: ANYBODY('ASSIGNMENT_END'),
      asks: { date: { label: 'Last day worked' }, endedBy: { label: 'Ended by' }, ...reason(REASONS.earlyTerm) },
      safety: 'confirmation',
    }),
    cancel: assignment({
      label: 'Cancel',
      done: 'cancelled it',
      looks: 'danger',
      from: { status: ['BOOKED'] },
      to: { status: 'CANCELLED', extension: 'NONE' },
      who: FACILITY('ASSIGNMENT_END'),
      asks: { endedBy: { label: 'Cancelled by' }, ...reason(REASONS.cancelled) },
      safety: 'confirmation',
    }),
  },
  job: {
    post: job({
      label: 'Approve and post',
      done: 'posted it',
      looks: 'primary',
      from: { status: ['PENDING_APPROVAL', 'PENDING_REVIEW'] },
      to: { status: 'OPEN' },
      who: MANAGER('JOB_MANAGE'),
      safety: 'confirmation',
    }),
    hold: job({
      label: 'Put on hold',
      done: 'put it on hold',
      looks: 'plain',
      from: { status: ['OPEN'] },
      to: { status: 'ON_HOLD' },
      who: FACILITY('JOB_MANAGE'),
      asks: reason(REASONS.jobOnHold),
      safety: 'undo',
    }),
    reopen: job({
      label: 'Reopen',
      done: 'reopened it',
      looks: 'primary',
      from: { status: ['ON_HOLD', 'CLOSED'] },
      to: { status: 'OPEN' },
      who: FACILITY('JOB_MANAGE'),
      safety: 'undo',
    }),
    changeOpenings: job({
      label: 'Change openings',
      done: 'changed the openings',
      looks: 'plain',
      from: { status: ['PENDING_APPROVAL', 'PENDING_REVIEW', 'OPEN', 'ON_HOLD', 'EXTENSION'] },
      to: {},
      who: FACILITY('JOB_MANAGE'),
      asks: { openings: { label: 'Openings' } },
      safety: 'confirmation',
    }),
    close: job({
      label: 'Close',
      done: 'closed it',
      looks: 'danger',
      from: { status: ['OPEN', 'ON_HOLD', 'EXTENSION'] },
      to: { status: 'CLOSED' },
      who: FACILITY('JOB_MANAGE'),
      asks: reason(REASONS.jobClosed),
      safety: 'confirmation',
    }),
  },
} as const satisfies Record<ActionKind, Readonly<Record<string, RecordAction>>>;

export type ActionName<K extends ActionKind = ActionKind> = K extends ActionKind
  ? Extract<keyof (typeof RECORD_ACTIONS)[K], string>
  : never;

export const actionsOf = (kind: ActionKind): Readonly<Record<string, RecordAction>> => RECORD_ACTIONS[kind];

/** Undefined when records of this kind have no such action. */
export function findAction(kind: ActionKind, name: string): RecordAction | undefined {
  const actions = actionsOf(kind);
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}

/** Who acts. */
export interface Actor {
  readonly organizationType: OrganizationType;
  readonly permissions: readonly string[];
}

export function mayAct({ who }: RecordAction, { organizationType, permissions }: Actor): boolean {
  const permission = who[organizationType];
  return permission !== undefined && permissions.includes(permission);
}

/** Whether somebody may do anything at all to records of a kind. */
export const actsOn = (kind: ActionKind, actor: Actor): boolean =>
  Object.values(actionsOf(kind)).some((action) => mayAct(action, actor));

export const isIn = ({ from }: RecordAction, state: RecordState): boolean =>
  Object.entries(from).every(([part, values]) => values.includes(state[part] ?? ''));

export const stateAfter = ({ to }: RecordAction, state: RecordState): RecordState => ({ ...state, ...to });
