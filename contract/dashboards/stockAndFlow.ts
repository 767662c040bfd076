/**
 * What each figure of the home dashboard means. Stock is how things stand now, whatever the time frame; flow is what
 * happened in the period. The server counts by this table, the cards say it, and the links open lists by it.
 */
import type { Period } from './filter';
import { statusesFor, type Widget, type WidgetCode } from './widgets';
import type { OrganizationType } from '../base/organizations';

export interface Meaning {
  readonly kind: 'stock' | 'flow';
  /** Flow of the user's own day, whatever the time frame. */
  readonly today?: true;
  /** Why, as a sentence. */
  readonly reason: string;
  /** The code of the same card whose rows contain these: the figure is a part of that one, not of the total. */
  readonly within?: WidgetCode;
}

const stock = (reason: string, within?: WidgetCode): Meaning => ({ kind: 'stock', reason, ...(within && { within }) });
const flow = (reason: string): Meaning => ({ kind: 'flow', reason });

const SUBMITTED = flow('Submitted in the period, by the status they have now.');
const OPEN = stock('Waits to be filled, whenever it was posted.');
const PAUSED = stock('Waits, whenever it was posted.');
const CLOSED = flow('Posted in the period and closed since.');
const AT_WORK = stock('At work or booked today.');
const ENDED = flow('Ended in the period.');
const FILE = stock('The files as they are today.');
const OWED_HOURS = stock('Waits for somebody, whatever the week.');
const SETTLED_HOURS = flow('Of the weeks that ended in the period.');
const UNPAID = stock('Not paid yet, whenever it was issued.');
const PAID = flow('Issued in the period and paid since.');

export const MEANINGS: { readonly [W in Widget]: Readonly<Record<WidgetCode<W>, Meaning>> } = {
  SUBMISSIONS: {
    SUBMITTED,
    QUALIFIED: SUBMITTED,
    INTERVIEWING: SUBMITTED,
    OFFERED: SUBMITTED,
    OFFER_ACCEPTED: SUBMITTED,
    OFFER_REJECTED: SUBMITTED,
    REJECTED: SUBMITTED,
    WITHDRAWN: SUBMITTED,
  },
  JOBS: {
    OPEN_WITHOUT_SUBMISSION: OPEN,
    OPEN_WITH_SUBMISSION: OPEN,
    ON_HOLD: PAUSED,
    EXTENSION: PAUSED,
    CLOSED_FILLED: CLOSED,
    CLOSED_OTHER: CLOSED,
    HOT_JOB: OPEN,
    HOT_WITHOUT_SUBMISSION: OPEN,
    NEWLY_POSTED: { kind: 'flow', today: true, reason: 'Posted today.' },
    PENDING_REVIEW: PAUSED,
    PENDING_APPROVAL: PAUSED,
  },
  ASSIGNMENTS: {
    ACTIVE: AT_WORK,
    BOOKED: AT_WORK,
    EARLY_TERM: ENDED,
    CANCELLED: ENDED,
    EXTENSIONS_DUE: stock('Active now, and the decision about an extension is due.', 'ACTIVE'),
    COMPLETED: ENDED,
    PERM: ENDED,
  },
  COMPLIANCE: {
    FILES_DUE: FILE,
    DOCS_PENDING_REVIEW: FILE,
    DOCS_EXPIRING_FIFTEEN_DAYS: FILE,
    LESS_TWENTYFIVE: FILE,
    TWENTYFIVE_FIFTY: FILE,
    FIFTY_SEVENTYFIVE: FILE,
    SEVENTYFIVE_NINTYNINE: FILE,
    HUNDRED: FILE,
  },
  TIMESHEET: {
    MISSING: OWED_HOURS,
    SAVED: OWED_HOURS,
    SUBMITTED: OWED_HOURS,
    APPROVED: SETTLED_HOURS,
    FINALIZED: SETTLED_HOURS,
    DISPUTES: OWED_HOURS,
    ADJUSTMENTS: flow('Corrected, of the weeks that ended in the period.'),
  },
  INVOICE: {
    INVOICE_DUE: UNPAID,
    INVOICE_PAID: PAID,
    INVOICE_PAST_DUE: UNPAID,
    REVERSE_INVOICE_PENDING: UNPAID,
    REVERSE_INVOICE_GOOD_PAY: UNPAID,
    REVERSE_INVOICE_PAID: PAID,
  },
};

export const meaningOf = (widget: Widget, code: string): Meaning | undefined =>
  (MEANINGS[widget] as Readonly<Record<string, Meaning>>)[code];

/** The dates that a figure is limited to: none for stock, and for a flow of today, whose own filter says so. */
export function periodOfFigure(widget: Widget, code: string, period: Period | null): Period | null {
  const meaning = meaningOf(widget, code);
  return meaning?.kind === 'flow' && !meaning.today ? period : null;
}

/** The statuses of a card that add up to its total of this kind, for this organization type. Parts of others are left out. */
export const totalOf = <W extends Widget>(
  widget: W,
  kind: Meaning['kind'],
  type: OrganizationType,
): readonly WidgetCode<W>[] =>
  statusesFor(widget, type).filter((code) => {
    const meaning = meaningOf(widget, code);
    return meaning?.kind === kind && meaning.within === undefined;
  });
