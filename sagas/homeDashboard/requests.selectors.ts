/** What is asked for the cards that are on the screen: one call each, and none for a card that is not. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../contract';
import {
  COMPLIANCE_VIEW_PERMISSION,
  statusesFor,
  WIDGET_PERMISSIONS,
  WIDGETS,
  type ComplianceView,
  type TimesheetView,
  type Widget,
} from '../../contract/dashboard';
import type { Question } from '../cards/keepAsked.saga';
import type { FilterForm } from '../filters/filter.form';
import { selectFilterOptions, selectFilters, selectForm } from '../filters/filters.selectors';
import { selectUser } from '../session/session.selectors';
import { selectClientId } from '../shell/shell.selectors';
import type { AppState } from '../state';
import { arrangementOf, selectedOf, type Arrangement } from './arrangement';
import type { WidgetBody, WidgetCall, WidgetQuestion } from './cards';
import { NO_CARDS } from './homeDashboard.state';

export const selectHome = (state: AppState) => state.shell?.homeDashboard ?? NO_CARDS;

const permits = (user: UserInfo, widget: Widget): boolean =>
  WIDGET_PERMISSIONS[widget].some((permission) => user.permissions.includes(permission));

/** The cards this person may see, whether or not they want to. */
export const selectPermitted = createSelector([selectUser], (user): readonly Widget[] =>
  user === null || user.organizationType === 'OWNER' ? [] : WIDGETS.filter((widget) => permits(user, widget)),
);

/** All permitted cards in this person's order. */
export const selectArrangement = createSelector(
  [selectHome, selectFilterOptions, selectPermitted],
  ({ arranged }, options, permitted): Arrangement<Widget> =>
    arrangementOf(arranged === null ? (options?.widgetPreferences ?? '') : JSON.stringify(arranged), permitted),
);

export const selectShownCards = createSelector([selectArrangement], (arrangement) => selectedOf(arrangement));

export const selectComplianceViews = createSelector([selectUser], (user): readonly ComplianceView[] =>
  (['ACTIVE', 'BOOKED'] as const).filter((view) => user?.permissions.includes(COMPLIANCE_VIEW_PERMISSION[view])),
);
/** The one that is permitted, where only one is. */
export const selectComplianceView = createSelector(
  [selectHome, selectComplianceViews],
  ({ complianceView }, views): ComplianceView => views.find((view) => view === complianceView) ?? views[0] ?? 'ACTIVE',
);

/** Facilities look at their own status, everybody else at the supplier's; managing organisations choose. */
export const selectTimesheetView = createSelector(
  [selectHome, selectUser],
  ({ timesheetView }, user): TimesheetView => {
    if (user?.organizationType === 'CLIENT') return 'facility';
    return user?.organizationType === 'VMS' ? (timesheetView ?? 'supplier') : 'supplier';
  },
);

/** The statuses of a card in this person's order, with what is chosen of them. */
export const selectStatuses = createSelector(
  [selectHome, selectFilterOptions, selectUser],
  ({ statuses }, options, user) => {
    const kept = new Map(options?.widgetStatuses.map(({ value, label }) => [value, label]));
    return (widget: Widget): Arrangement<string> =>
      statuses[widget] ??
      (user === null ? [] : arrangementOf<string>(kept.get(widget) ?? '', statusesFor(widget, user.organizationType)));
  },
);

export interface CardRequest extends WidgetQuestion, Question {
  readonly widget: Widget;
}

/** None while it is not clear yet what holds, or while another page is shown. */
export const selectCardRequests = createSelector(
  [
    selectUser,
    selectForm,
    selectFilters,
    selectShownCards,
    selectClientId,
    selectComplianceView,
    selectTimesheetView,
    (_: AppState, today: string) => today,
  ],
  (user, form, { optionsStatus }, shown, clientId, complianceView, timesheetView, today): readonly CardRequest[] => {
    if (user === null || form === null || optionsStatus === 'waiting') return [];
    const filter = { ...form, ...(clientId !== null && { clientId }) };
    return shown.map((widget) => {
      const call = callOf(widget, user, complianceView);
      const body = bodyOf(widget, filter, user, timesheetView, today);
      return { widget, call, body, key: `${call} ${JSON.stringify(body)}` };
    });
  },
);

function callOf(widget: Widget, { organizationType }: UserInfo, view: ComplianceView): WidgetCall {
  const ofAgency = organizationType === 'AGENCY';
  switch (widget) {
    case 'SUBMISSIONS':
      return ofAgency ? 'agencySubmissionsWidget' : 'submissionsWidget';
    case 'JOBS':
      return ofAgency ? 'agencyJobsWidget' : 'jobsWidget';
    case 'ASSIGNMENTS':
      return ofAgency ? 'agencyAssignmentsWidget' : 'assignmentsWidget';
    case 'COMPLIANCE':
      return view === 'ACTIVE' ? 'activeComplianceWidget' : 'bookedComplianceWidget';
    case 'TIMESHEET':
      return 'timesheetWidget';
    case 'INVOICE':
      return 'invoiceWidget';
  }
}

function bodyOf(widget: Widget, filter: FilterForm, user: UserInfo, view: TimesheetView, today: string): WidgetBody {
  if (widget === 'JOBS') return { ...filter, notificationDate: today };
  if (widget !== 'TIMESHEET' || user.organizationType !== 'VMS') return filter;
  return { ...filter, agencyToggle: view === 'supplier', clientToggle: view === 'facility' };
}

/** Only managing organisations look at either side. */
export const selectHasTimesheetToggle = (state: AppState): boolean => selectUser(state)?.organizationType === 'VMS';
