/** The requests for the KPI dashboard at the address, and its tabs. */
import { createSelector } from 'reselect';
import { selectPersistentQuery, selectClientId } from '../../../navigation/location/location.selectors';
import { resolve, rootOf } from '../../../navigation/routes/resolve';
import { KPI_TABS, kpiTabPath } from '../../../navigation/routes/sections';
import { selectUser } from '../../../session/session.selectors';
import type { CardRequest } from '../cards/card';
import { searchWith } from '../filters/filterAddress';
import { DEFAULT_FORM, narrowed, withUnoffered, type FilterForm } from '../filters/filterForm';
import { selectEffectiveForm } from '../filters/choices.selectors';
import {
  selectDefaultSearch,
  selectFilterOptions,
  selectForm,
  selectOptionsStatus,
  selectPlace,
} from '../filters/filters.selectors';
import { parseSaved } from '../filters/savedFilter';
import { kpiDashboardAt, breakdownRequest, comparisonRequest, requestsOf, type KpiRequest } from './kpiDashboards';
import { selectKpi } from './kpi.slice';
import { MEDIAN_ONLY, selectCompared, selectMinimumVolume, selectOpenBreakdown } from './kpiAddress';
import { selectReportRequest } from './reportFigure.selectors';
import { selectGroupsRequest } from './reportGroups.selectors';
import { selectTotalsRequest } from './reportTotals.selectors';

export interface KpiCardRequest extends KpiRequest, CardRequest {}

/** The suppliers a managing organization can choose from. */
export const selectSuppliers = createSelector([selectFilterOptions], (options) => options?.agencyNames ?? []);

/**
 * The supplier whose scorecard a managing organization sees: the chosen one, or the first. Null on other dashboards
 * and for suppliers.
 */
export const selectScoredSupplier = createSelector(
  [selectUser, selectPlace, selectForm, selectSuppliers],
  (user, place, form, suppliers): string | null => {
    if (user === null || place === null || kpiDashboardAt(place) !== 'scores' || user.organizationType === 'AGENCY')
      return null;
    return form?.agencyIds?.[0] ?? suppliers[0]?.value ?? null;
  },
);

/** What the shown supplier is compared with. The address may still name that supplier, which was chosen later. */
export const selectComparedWith = createSelector(
  [selectCompared, selectScoredSupplier],
  (compared, scored): string | null => (compared === scored ? null : compared),
);

/** Empty until the filter is known, and while another page is shown. Scorecards name the suppliers of the options. */
export const selectKpiRequests = createSelector(
  [
    selectUser,
    selectEffectiveForm,
    selectPlace,
    selectClientId,
    selectSuppliers,
    selectOptionsStatus,
    selectMinimumVolume,
    selectOpenBreakdown,
    selectReportRequest,
    selectTotalsRequest,
    selectGroupsRequest,
    selectComparedWith,
    selectScoredSupplier,
  ],
  (
    user,
    form,
    place,
    clientId,
    options,
    optionsStatus,
    volume,
    opened,
    figure,
    totals,
    groups,
    compared,
    scored,
  ): readonly KpiCardRequest[] => {
    if (totals !== null) return [figure, totals, groups].filter((request) => request !== null);
    const dashboard = place === null ? null : kpiDashboardAt(place);
    if (user === null || form === null || dashboard === null) return [];
    if (dashboard === 'scores' && user.organizationType !== 'AGENCY' && optionsStatus === 'waiting') return [];
    const suppliers = options.map(({ value }) => value);
    const requested = { ...form, ...(clientId !== null && { clientId }) };
    const requests = requestsOf(dashboard, user, requested, suppliers, volume);
    const ofOne = scored === null ? requested : { ...requested, agencyIds: [scored] };
    const further = opened === null ? [] : [breakdownRequest(opened.kpi, opened.by, ofOne)];
    const first = user.organizationType === 'AGENCY' ? user.organizationId : scored;
    const beside = compared === MEDIAN_ONLY || compared === null ? [] : [compared];
    const comparison =
      dashboard !== 'scores' || requests.length === 0 || compared === null || first === null
        ? []
        : [comparisonRequest([first, ...beside], requested)];
    return [...requests, ...comparison, ...further].map((request) => ({
      ...request,
      key: JSON.stringify(request.body),
    }));
  },
);

export interface TabLink {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
}

/** What was chosen on all tabs: in this session, else by the default saved search. */
const selectOfAllTabs = createSelector(
  [selectKpi, selectDefaultSearch],
  ({ ofAllTabs }, preset): FilterForm => ofAllTabs ?? parseSaved(preset?.filter ?? '')?.form ?? DEFAULT_FORM,
);

/** Each tab is an address that keeps the filters valid there, and what was chosen there before. */
export const selectKpiTabs = createSelector(
  [selectUser, selectPlace, selectForm, selectOfAllTabs, selectPersistentQuery],
  (user, place, form, ofAllTabs, persistentQuery): readonly TabLink[] => {
    if (user === null || place === null) return [];
    const whole = form === null ? null : withUnoffered(form, ofAllTabs, place);
    return KPI_TABS.flatMap(({ segment, label }) => {
      const pathname = `/${rootOf(user)}/${kpiTabPath(segment)}`;
      if (resolve(user, pathname).kind !== 'screen') return [];
      const search =
        whole === null
          ? persistentQuery
          : searchWith(narrowed(whole, { ...place, tab: segment }), new URLSearchParams(persistentQuery));
      return [{ label, to: pathname + search, current: place.tab === segment }];
    });
  },
);
