/** What an action on a record is: the state it needs and leads to, who may do it, and its required input. */
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
 * - submission: BOOKED once it became an assignment; `dealSheet` is whether the one of its offer was approved
 * - assignment: `extension` is what is open about a later end; DUE: it ends soon and needs a decision
 * - timesheet: DISPUTED while a dispute is open, INVOICED once it was billed, otherwise the facility's status;
 *   `expense` is whether what it claims beside the hours is paid
 */
export const RECORD_STATES = {
  job: { status: JOB_STATUSES },
  submission: { status: [...SUBMISSION_STATUSES, 'BOOKED'], dealSheet: ['NONE', 'DEAL_APPROVED'] },
  assignment: { status: ASSIGNMENT_STATUSES, extension: ['NONE', 'DUE', 'REQUESTED', 'DECLINED'] },
  document: { status: COMPLIANCE_DOCUMENT_STATUSES },
  timesheet: {
    status: [...TIMESHEET_STATUSES, 'DISPUTED', 'INVOICED'],
    expense: ['NONE', 'PENDING', 'RELEASED', 'REFUSED'],
  },
} as const satisfies Partial<Record<RecordKind, Readonly<Record<string, readonly string[]>>>>;

/** Kinds of records with actions; others are read-only. */
export type ActionKind = keyof typeof RECORD_STATES;
export const ACTION_KINDS = Object.keys(RECORD_STATES) as readonly ActionKind[];
/** Whether records of this kind have actions. */
export const isActionKind = (kind: string): kind is ActionKind => Object.hasOwn(RECORD_STATES, kind);

/** Each part of the state with its value. */
export type RecordState = Readonly<Record<string, string>>;
export type StateOf<K extends ActionKind> = {
  readonly [Part in keyof (typeof RECORD_STATES)[K]]: (typeof RECORD_STATES)[K][Part] extends readonly (infer V)[]
    ? V
    : never;
};

/**
 * The input that an action requires. `rateCents` is the bill rate by the hour, `minutes` the hours worked in the week,
 * `openings` how many people a job needs, `date` a calendar date.
 */
export type ActionField = 'reason' | 'date' | 'rateCents' | 'minutes' | 'openings' | 'endedBy';
/**
 * The user's input: only fields that the action requires, in the units of `ActionField`; `date` is YYYY-MM-DD.
 */
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

export interface RequestedField {
  readonly label: string;
  /** Suggestions for a reason; any text is accepted. */
  readonly suggestions?: readonly string[];
}

export interface RecordAction {
  /** The button's label, in two or three words. */
  readonly label: string;
  /** In the timeline, after the person: 'approved it'. */
  readonly done: string;
  readonly variant: 'primary' | 'plain' | 'danger';
  /** Parts of the state with the values in which it may be done; parts that are left out do not matter. */
  readonly from: Readonly<Record<string, readonly string[]>>;
  /** Parts of the state with the values that follow; parts that are left out stay. */
  readonly to: RecordState;
  /** The permission that users of each organization type need; other types may not perform it. */
  readonly who: Readonly<Partial<Record<OrganizationType, Permission>>>;
  /** All fields are required. */
  readonly fields: Readonly<Partial<Record<ActionField, RequestedField>>>;
  /**
   * `undo`: done immediately, and can be undone for UNDO_SECONDS; `confirmation`: needs a confirmation, and cannot be
   * undone.
   */
  readonly safety: 'undo' | 'confirmation';
}

/** How long an action can be undone. */
export const UNDO_SECONDS = 10;
/** The server takes an undo for a little longer, because it has to travel. */
export const UNDO_GRACE_SECONDS = 5;
/** How long an idempotency key is remembered. */
export const REQUEST_ID_HOURS = 24;
/** At most this many in one call; the app splits larger selections. */
export const RECORDS_PER_CALL = 50;
export const REASON_MAX_LENGTH = 500;
/** The highest bill rate, in cents per hour. */
export const RATE_MAX_CENTS = 100_000;
/** No timesheet has more. */
export const WEEK_MINUTES = 7 * 24 * 60;
export const OPENINGS_MAX = 999;

/** Who acts. */
export interface Actor {
  readonly organizationType: OrganizationType;
  readonly permissions: readonly string[];
}

/** Whether the actor has the permission that the action needs in their type of organization. */
export function mayAct({ who }: RecordAction, { organizationType, permissions }: Actor): boolean {
  const permission = who[organizationType];
  return permission !== undefined && permissions.includes(permission);
}

/** Whether the action may be done in this state. */
export const isIn = ({ from }: RecordAction, state: RecordState): boolean =>
  Object.entries(from).every(([part, values]) => values.includes(state[part] ?? ''));

/** The state after the action; parts that the action does not name stay as they are. */
export const stateAfter = ({ to }: RecordAction, state: RecordState): RecordState => ({ ...state, ...to });
