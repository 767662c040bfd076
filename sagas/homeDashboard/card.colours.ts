/** One colour for each status of a card: in its chart, its legend and its table. */
import type { Widget, WidgetCode } from '../../contract/dashboard';

export type CardColour = 'warning' | 'primary' | 'purple' | 'blue' | 'success' | 'tertiary' | 'rose' | 'teal';

const COLOURS: { readonly [W in Widget]: Partial<Record<WidgetCode<W>, CardColour>> } = {
  SUBMISSIONS: {
    SUBMITTED: 'primary',
    QUALIFIED: 'blue',
    INTERVIEWING: 'purple',
    OFFERED: 'warning',
    OFFER_ACCEPTED: 'success',
    OFFER_REJECTED: 'rose',
    REJECTED: 'tertiary',
    WITHDRAWN: 'teal',
  },
  JOBS: {
    OPEN_WITHOUT_SUBMISSION: 'warning',
    OPEN_WITH_SUBMISSION: 'primary',
    ON_HOLD: 'tertiary',
    EXTENSION: 'purple',
    CLOSED_FILLED: 'success',
    CLOSED_OTHER: 'rose',
  },
  ASSIGNMENTS: {
    ACTIVE: 'success',
    BOOKED: 'primary',
    EARLY_TERM: 'rose',
    CANCELLED: 'tertiary',
    EXTENSIONS_DUE: 'warning',
    COMPLETED: 'blue',
    PERM: 'purple',
  },
  COMPLIANCE: {
    FILES_DUE: 'primary',
    DOCS_PENDING_REVIEW: 'teal',
    DOCS_EXPIRING_FIFTEEN_DAYS: 'tertiary',
    LESS_TWENTYFIVE: 'rose',
    TWENTYFIVE_FIFTY: 'warning',
    FIFTY_SEVENTYFIVE: 'purple',
    SEVENTYFIVE_NINTYNINE: 'blue',
    HUNDRED: 'success',
  },
  TIMESHEET: { MISSING: 'rose', SAVED: 'tertiary', SUBMITTED: 'primary', APPROVED: 'purple', FINALIZED: 'success' },
  INVOICE: {
    INVOICE_DUE: 'primary',
    INVOICE_PAID: 'success',
    INVOICE_PAST_DUE: 'rose',
    REVERSE_INVOICE_PENDING: 'warning',
    REVERSE_INVOICE_GOOD_PAY: 'blue',
    REVERSE_INVOICE_PAID: 'teal',
  },
};

export const colourOf = (widget: Widget, code: string): CardColour | null =>
  (COLOURS[widget] as Readonly<Record<string, CardColour>>)[code] ?? null;
