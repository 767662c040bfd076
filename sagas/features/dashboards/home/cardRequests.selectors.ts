/** The requests for the cards on the screen, one call each. */
import { createSelector } from 'reselect';
import {
  COMPLIANCE_VIEW_PERMISSION,
  WIDGETS,
  WIDGET_PERMISSIONS,
  statusesFor,
  type ComplianceView,
  type TimesheetView,
  type Widget,
} from '../../../../contract/dashboards/widgets';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import { selectClientId, selectQuery } from '../../../navigation/location/location.selectors';
import { selectUser } from '../../../session/session.selectors';
import type { CardRequest } from '../cards/card';
import { selectEffectiveForm } from '../filters/choices.selectors';
import { selectDashboardAt, selectFilterOptions, selectOptionsStatus } from '../filters/filters.selectors';
import { arrangementOf, selectedOf, type Arrangement } from './arrangement';
import { NO_CARDS, type HomeDashboardState } from './home.slice';
import { readView } from './viewAddress';
import { widgetOf, type WidgetRequest } from './widgets';
import type { WithMachines } from '../../../base/runtime/machines.slice';

export interface WithHome {
  readonly homeDashboard?: HomeDashboardState;
}

/** Without cards until the shell is loaded. */
export const selectHome = (state: WithHome) => state.homeDashboard ?? NO_CARDS;

const permits = (user: UserInfo, widget: Widget): boolean =>
  WIDGET_PERMISSIONS[widget].some((permission) => user.permissions.includes(permission));

/** The cards this user may see, shown or hidden. */
export const selectPermitted = createSelector([selectUser], (user): readonly Widget[] =>
  user === null || user.organizationType === 'OWNER' ? [] : WIDGETS.filter((widget) => permits(user, widget)),
);

/** Whose compliance files the user may see. */
export const selectComplianceViews = createSelector([selectUser], (user): readonly ComplianceView[] =>
  (['ACTIVE', 'BOOKED'] as const).filter((view) => user?.permissions.includes(COMPLIANCE_VIEW_PERMISSION[view])),
);

/** The parameters of the address for the cards, besides the filters. */
export const selectLinkedView = createSelector(
  [selectQuery, selectPermitted, selectComplianceViews, selectUser],
  (query, permitted, views, user) => readView(query, permitted, views, user?.organizationType ?? 'OWNER'),
);

/** All permitted cards in the order of the link, else in the user's. */
export const selectArrangement = createSelector(
  [selectHome, selectFilterOptions, selectPermitted, selectLinkedView],
  ({ arranged }, options, permitted, { cards }): Arrangement<Widget> =>
    cards ??
    arrangementOf(arranged === null ? (options?.widgetPreferences ?? '') : JSON.stringify(arranged), permitted),
);

/** The cards that are not hidden, in order. */
export const selectShownCards = createSelector([selectArrangement], (arrangement) => selectedOf(arrangement));

/** If only one view is permitted, that one. */
export const selectComplianceView = createSelector(
  [selectLinkedView, selectComplianceViews],
  ({ complianceView }, views): ComplianceView => views.find((view) => view === complianceView) ?? views[0] ?? 'ACTIVE',
);

/** Facilities see their own status, suppliers theirs; managing organizations choose. */
export const selectTimesheetView = createSelector(
  [selectLinkedView, selectUser],
  ({ timesheetView }, user): TimesheetView => {
    if (user?.organizationType === 'CLIENT') return 'facility';
    return user?.organizationType === 'VMS' ? (timesheetView ?? 'supplier') : 'supplier';
  },
);

/** The statuses of a card in the user's order, with which are chosen. */
export const selectStatuses = createSelector(
  [selectHome, selectFilterOptions, selectUser, selectLinkedView],
  ({ statuses }, options, user, linked) => {
    const kept = new Map(options?.widgetStatuses.map(({ value, label }) => [value, label]));
    return (widget: Widget): Arrangement<string> =>
      linked.statuses[widget] ??
      statuses[widget] ??
      (user === null ? [] : arrangementOf<string>(kept.get(widget) ?? '', statusesFor(widget, user.organizationType)));
  },
);

export interface HomeCardRequest extends WidgetRequest, CardRequest {
  readonly widget: Widget;
}

/** Empty until the filter is known, and while another page is shown. */
export const selectCardRequests = createSelector(
  [
    selectUser,
    selectEffectiveForm,
    selectOptionsStatus,
    selectShownCards,
    selectClientId,
    selectComplianceView,
    selectTimesheetView,
    selectDashboardAt,
    (_: unknown, today: string) => today,
  ],
  (
    user,
    form,
    optionsStatus,
    shown,
    clientId,
    complianceView,
    timesheetView,
    dashboard,
    today,
  ): readonly HomeCardRequest[] => {
    if (user === null || form === null || dashboard !== 'HOME' || optionsStatus === 'waiting') return [];
    const filter = { ...form, ...(clientId !== null && { clientId }) };
    return shown.map((widget) => {
      const { call, body } = widgetOf(widget).request({ user, filter, complianceView, timesheetView, today });
      return { id: widget, widget, call, body, key: `${call} ${JSON.stringify(body)}` };
    });
  },
);

/** Only managing organizations can switch sides. */
export const selectHasTimesheetToggle = (state: WithMachines): boolean => selectUser(state)?.organizationType === 'VMS';
