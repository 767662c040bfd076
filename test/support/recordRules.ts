/** The actions on records by the business rules: written by hand, independently of the contract's table. */
import type { ActionKind } from '../../contract/records/action';

type Party = 'VMS' | 'CLIENT' | 'AGENCY';

export interface Rule {
  readonly kind: ActionKind;
  readonly action: string;
  /** States by 'part=value'; alternatives by '|', parts by a space. */
  readonly from: string;
  readonly to: string;
  readonly who: readonly Party[];
  readonly permission: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** It can be undone. */
  readonly undo?: true;
  /** The sub-category of the notification that is sent. */
  readonly sends?: string;
}

const reason = 'Because of a test';

export const RULES: readonly Rule[] = [
  // prettier-ignore
  ...([
    ['approve', 'status=PENDING_REVIEW', 'status=APPROVED', ['VMS'], 'DOCUMENT_REVIEW', {}, 'COMPLIANCE_VERIFIED', true],
    ['reject', 'status=PENDING_REVIEW', 'status=DECLINED', ['VMS'], 'DOCUMENT_REVIEW', { reason }, 'DOCUMENT_DECLINED', true],
  ] as const).map(rule('document')),
  // prettier-ignore
  ...([
    ['submit', 'status=MISSING|SAVED', 'status=SUBMITTED', ['VMS', 'AGENCY'], 'TIMESHEET_SUBMIT', { minutes: 2_160 }, 'TIMESHEET_SUBMITTED', false],
    ['approve', 'status=SUBMITTED', 'status=APPROVED', ['VMS', 'CLIENT'], 'TIMESHEET_APPROVE', {}, null, true],
    ['dispute', 'status=SUBMITTED', 'status=DISPUTED', ['VMS', 'CLIENT'], 'TIMESHEET_APPROVE', { reason }, 'TIMESHEET_DISPUTED', false],
    ['resolve', 'status=DISPUTED', 'status=SUBMITTED', ['VMS', 'AGENCY'], 'TIMESHEET_SUBMIT', { minutes: 2_100, reason }, 'TIMESHEET_SUBMITTED', false],
    ['finalize', 'status=APPROVED', 'status=FINALIZED', ['VMS'], 'TIMESHEET_ADJUST', {}, null, true],
    ['adjust', 'status=FINALIZED', '', ['VMS'], 'TIMESHEET_ADJUST', { minutes: 2_200, reason }, 'JOURNAL_ALERT', false],
    ['releaseExpense', 'status=SUBMITTED|APPROVED expense=PENDING', 'expense=RELEASED', ['VMS', 'CLIENT'], 'EXPENSE_DECIDE', {}, null, true],
    ['refuseExpense', 'status=SUBMITTED|APPROVED expense=PENDING', 'expense=REFUSED', ['VMS', 'CLIENT'], 'EXPENSE_DECIDE', { reason }, null, false],
  ] as const).map(rule('timesheet')),
  // prettier-ignore
  ...([
    ['qualify', 'status=SUBMITTED', 'status=QUALIFIED', ['VMS', 'CLIENT'], 'SUBMISSION_DECIDE', {}, 'SUBMISSION_STATUS_CHANGED', true],
    ['interview', 'status=QUALIFIED', 'status=INTERVIEWING', ['VMS', 'CLIENT'], 'SUBMISSION_DECIDE', { date: '2099-01-15' }, 'INTERVIEW_SCHEDULED', false],
    ['offer', 'status=INTERVIEWING', 'status=OFFERED dealSheet=NONE', ['VMS', 'CLIENT'], 'SUBMISSION_OFFER', { rateCents: 5_000 }, 'OFFER_MADE', false],
    ['approveDeal', 'status=OFFERED dealSheet=NONE', 'dealSheet=DEAL_APPROVED', ['VMS'], 'DEAL_SHEET_APPROVE_FOR_SUBMITTAL', { rateCents: 5_000 }, 'DEAL_APPROVAL_STATUS', false],
    ['accept', 'status=OFFERED', 'status=OFFER_ACCEPTED', ['VMS', 'AGENCY'], 'SUBMISSION_ANSWER', {}, 'OFFER_ACCEPTED', false],
    ['decline', 'status=OFFERED', 'status=OFFER_REJECTED', ['VMS', 'AGENCY'], 'SUBMISSION_ANSWER', { reason }, 'SUBMISSION_STATUS_CHANGED', false],
    ['book', 'status=OFFER_ACCEPTED', 'status=BOOKED', ['VMS'], 'SUBMISSION_OFFER', { date: '2099-01-15' }, 'ASSIGNMENT_BOOKED', false],
    ['reject', 'status=SUBMITTED|QUALIFIED|INTERVIEWING', 'status=REJECTED', ['VMS', 'CLIENT'], 'SUBMISSION_DECIDE', { reason }, 'SUBMISSION_STATUS_CHANGED', false],
    ['withdraw', 'status=SUBMITTED|QUALIFIED|INTERVIEWING|OFFERED|OFFER_ACCEPTED', 'status=WITHDRAWN', ['VMS', 'AGENCY'], 'SUBMISSION_ANSWER', { reason }, 'SUBMISSION_STATUS_CHANGED', false],
  ] as const).map(rule('submission')),
  // prettier-ignore
  ...([
    ['requestExtension', 'status=ACTIVE extension=NONE|DUE|DECLINED', 'extension=REQUESTED', ['VMS', 'CLIENT', 'AGENCY'], 'EXTENSION_DECIDE', { date: '2099-01-15' }, 'EXTENSION_DUE', false],
    ['extend', 'status=ACTIVE extension=DUE|REQUESTED', 'extension=NONE', ['VMS', 'CLIENT'], 'EXTENSION_DECIDE', { date: '2099-01-15' }, null, false],
    ['declineExtension', 'status=ACTIVE extension=DUE|REQUESTED', 'extension=DECLINED', ['VMS', 'CLIENT'], 'EXTENSION_DECIDE', { reason }, null, false],
    ['endEarly', 'status=ACTIVE', 'status=EARLY_TERM extension=NONE', ['VMS', 'CLIENT', 'AGENCY'], 'ASSIGNMENT_END', { date: 'TODAY', endedBy: 'FACILITY', reason }, 'EARLY_TERMINATION', false],
    ['cancel', 'status=BOOKED', 'status=CANCELLED extension=NONE', ['VMS', 'CLIENT'], 'ASSIGNMENT_END', { endedBy: 'FACILITY', reason }, 'ASSIGNMENT_CANCELLED', false],
  ] as const).map(rule('assignment')),
  // prettier-ignore
  ...([
    ['post', 'status=PENDING_APPROVAL|PENDING_REVIEW', 'status=OPEN', ['VMS'], 'JOB_MANAGE', {}, 'NEW_JOB_POSTED', false],
    ['hold', 'status=OPEN', 'status=ON_HOLD', ['VMS', 'CLIENT'], 'JOB_MANAGE', { reason }, 'JOB_UPDATED', true],
    ['reopen', 'status=ON_HOLD|CLOSED', 'status=OPEN', ['VMS', 'CLIENT'], 'JOB_MANAGE', {}, 'JOB_UPDATED', true],
    ['changeOpenings', 'status=PENDING_APPROVAL|PENDING_REVIEW|OPEN|ON_HOLD|EXTENSION|CLOSED', '', ['VMS', 'CLIENT'], 'JOB_MANAGE', { openings: 90 }, 'JOB_UPDATED', false],
    ['close', 'status=OPEN|ON_HOLD|EXTENSION', 'status=CLOSED', ['VMS', 'CLIENT'], 'JOB_MANAGE', { reason }, 'JOB_CLOSED', false],
  ] as const).map(rule('job')),
];

type Line = readonly [
  action: string,
  from: string,
  to: string,
  who: readonly Party[],
  permission: string,
  fields: Readonly<Record<string, unknown>>,
  sends: string | null,
  undo: boolean,
];

function rule(kind: ActionKind): (line: Line) => Rule {
  return ([action, from, to, who, permission, fields, sends, undo]) => ({
    kind,
    action,
    from,
    to,
    who,
    permission,
    fields,
    ...(sends && { sends }),
    ...(undo && { undo }),
  });
}

const pairs = (text: string): [part: string, values: string[]][] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((pair) => {
      const [part = '', values = ''] = pair.split('=');
      return [part, values.split('|')];
    });

export const holdsIn = ({ from }: Rule, state: Readonly<Record<string, string>>): boolean =>
  pairs(from).every(([part, values]) => values.includes(state[part] ?? ''));

export const followsIn = ({ to }: Rule, state: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...state,
  ...Object.fromEntries(pairs(to).map(([part, [value = '']]) => [part, value])),
});
