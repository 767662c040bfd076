/** The figures that wait for this person, from the cards that are shown, each with the card's own link. */
import { createSelector } from 'reselect';
import type { OrganizationType } from '../../../../contract/base/organizations';
import { codeLabel, type Widget } from '../../../../contract/dashboards/widgets';
import { selectKeptQuery } from '../../../navigation/location/location.selectors';
import { selectUser } from '../../../session/session.selectors';
import { selectAskedForm } from '../filters/choices.selectors';
import { selectHome, selectShownCards } from './cardRequests.selectors';
import { drillLink } from './drillLinks';

type Figure = readonly [widget: Widget, code: string, label?: string];

/** Most urgent first, at most five. All are stock: the time frame does not change what waits. */
export const WAITING: Readonly<Partial<Record<OrganizationType, readonly Figure[]>>> = {
  VMS: [
    ['INVOICE', 'INVOICE_PAST_DUE', 'Invoices Past Due'],
    ['TIMESHEET', 'DISPUTES', 'Timesheet Disputes'],
    ['COMPLIANCE', 'DOCS_PENDING_REVIEW'],
    ['COMPLIANCE', 'FILES_DUE'],
    ['JOBS', 'HOT_WITHOUT_SUBMISSION'],
  ],
  CLIENT: [
    ['INVOICE', 'INVOICE_PAST_DUE', 'Invoices Past Due'],
    ['TIMESHEET', 'SUBMITTED', 'Timesheets to Approve'],
    ['JOBS', 'PENDING_APPROVAL', 'Jobs Pending Approval'],
    ['COMPLIANCE', 'FILES_DUE'],
    ['JOBS', 'HOT_WITHOUT_SUBMISSION'],
  ],
  AGENCY: [
    ['TIMESHEET', 'DISPUTES', 'Timesheet Disputes'],
    ['TIMESHEET', 'MISSING', 'Missing Timesheets'],
    ['COMPLIANCE', 'FILES_DUE'],
    ['COMPLIANCE', 'DOCS_EXPIRING_FIFTEEN_DAYS'],
    ['JOBS', 'HOT_JOB'],
  ],
};

export interface Waiting {
  readonly code: string;
  readonly label: string;
  readonly count: number;
  /** Null for a list that this person may not open. */
  readonly to: string | null;
}

/** Without those that are zero; null until a card has its numbers. */
export const selectNeedsYou = createSelector(
  [selectHome, selectShownCards, selectUser, selectAskedForm, selectKeptQuery],
  ({ cards }, shown, user, form, keptQuery): readonly Waiting[] | null => {
    if (user === null || form === null) return null;
    const figures = (WAITING[user.organizationType] ?? []).filter(([widget]) => shown.includes(widget));
    if (figures.length > 0 && figures.every(([widget]) => (cards[widget]?.data ?? null) === null)) return null;
    return figures.flatMap(([widget, code, label = codeLabel(widget, code)]) => {
      const data = cards[widget]?.data ?? null;
      const count = data?.counts[code] ?? 0;
      if (data === null || count === 0) return [];
      return [{ code, label, count, to: drillLink(widget, code, { user, form, data, keptQuery }) }];
    });
  },
);
