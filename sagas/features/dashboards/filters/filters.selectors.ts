/** What the filter bar and its drawer show, and the filter the dashboards apply. */
import { createSelector } from 'reselect';
import type { ChoiceField } from '../../../../contract/dashboards/filter';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { dayText } from '../../../base/dates';
import { selectQuery, selectRoute } from '../../../navigation/location/location.selectors';
import type { ScreenId } from '../../../navigation/routes/route.types';
import { kpiTabAt } from '../../../navigation/routes/sections';
import { selectUser } from '../../../session/session.selectors';
import { readForm } from './filterAddress';
import { fieldsOf, narrowed, sameForm, type FilterForm, type FilterPlace } from './filterForm';
import { NO_FILTERS, type FilterOptions, type OptionsStatus, type SavedSearch } from './filters.slice';
import { parseSaved } from './savedFilter';
import type { FiltersState } from './filters.slice';
import type { WithPage } from '../../../navigation/location/location.selectors';

/** Filters of all dashboards; empty until the shell is loaded. */
export const selectFilters = (state: { readonly filters?: FiltersState }) => state.filters ?? NO_FILTERS;

const DASHBOARD_OF: Partial<Record<ScreenId, Dashboard>> = {
  homeDashboard: 'HOME',
  kpiDashboard: 'KPI',
  facilityKpi: 'FACILITY_KPI',
  supplierScorecard: 'SUPPLIER_KPI',
};

/** The dashboard at the address; null on pages without filters. */
export const selectDashboardAt = (state: WithPage): Dashboard | null => {
  const route = selectRoute(state);
  return route === null ? null : (DASHBOARD_OF[route.screen] ?? null);
};

/** Null on pages without filters. */
export const selectPlace = createSelector(
  [selectDashboardAt, selectRoute, selectUser],
  (dashboard, route, user): FilterPlace | null =>
    dashboard === null || route === null || user === null
      ? null
      : { dashboard, tab: kpiTabAt(route.path), type: user.applicationTypeId },
);

/** What can be chosen on the dashboard at the address; null until loaded. */
export const selectFilterOptions = createSelector(
  [selectFilters, selectDashboardAt],
  ({ options }, dashboard): FilterOptions | null => (dashboard === null ? null : (options[dashboard] ?? null)),
);

/** Whether what can be chosen on the dashboard at the address is loaded. */
export const selectOptionsStatus = createSelector(
  [selectFilters, selectDashboardAt],
  ({ optionsStatus }, dashboard): OptionsStatus =>
    dashboard === null ? 'waiting' : (optionsStatus[dashboard] ?? 'waiting'),
);

/** The departments of the form's facilities; undefined until loaded, null if loading failed. */
export const departmentsOf = ({ departments }: FiltersState, form: FilterForm | null) =>
  departments[(form?.clientIds ?? []).join()];

/** The filter in the address, and unknown parts of it; null outside of dashboards. */
const selectReadForm = createSelector([selectQuery, selectPlace], (query, place) =>
  place === null ? null : readForm(query, place),
);

/** The applied filter; null until it has been chosen. */
export const selectForm = createSelector(
  [selectReadForm, selectFilters, selectDashboardAt],
  (read, { settled }, dashboard): FilterForm | null =>
    dashboard !== null && settled === dashboard && read !== null ? read.form : null,
);

/** The unapplied draft in the drawer, or the applied filter. */
export const selectDraft = createSelector([selectForm, selectFilters], (form, { draft }) => draft ?? form);

/** The fields this user may filter by, in order. */
export const selectFields = createSelector([selectPlace], (place): readonly ChoiceField[] =>
  place === null ? [] : fieldsOf(place),
);

/** The time frames to choose from; empty until loaded. */
export const selectTimeFrames = createSelector([selectFilterOptions], (options) => options?.timeFrames ?? []);

/** Own and public saved searches; those of an unknown format are not `readable`. */
export const selectSavedSearches = createSelector([selectFilterOptions], (options) =>
  (options?.savedFilters ?? []).map((search) => ({ ...search, readable: parseSaved(search.filter) !== null })),
);

/** The saved search that is applied when the dashboard is opened. */
export const selectDefaultSearch = createSelector([selectFilterOptions], (options) =>
  options?.savedFilters.find((search) => search.default),
);

/** Whether a saved search would filter this dashboard by the form: fields that it does not offer do not count. */
export function meansHere({ filter }: SavedSearch, form: FilterForm, place: FilterPlace): boolean {
  const saved = parseSaved(filter);
  return saved !== null && sameForm(narrowed(saved.form, place), form);
}

/**
 * The saved search that is applied: the one that was chosen, or one that equals the filter without the fields of other
 * tabs.
 */
export const selectCurrentSearch = createSelector(
  [selectForm, selectFilters, selectFilterOptions, selectPlace],
  (form, { basis }, options, place) => {
    if (form === null || place === null) return null;
    const searches = options?.savedFilters ?? [];
    const equalsShown = ({ filter }: SavedSearch) => {
      const saved = parseSaved(filter);
      return saved !== null && sameForm(saved.form, form);
    };
    return (
      searches.find((each) => each.id === basis && meansHere(each, form, place)) ?? searches.find(equalsShown) ?? null
    );
  },
);

/** The chosen period in words; null if the description of the filter contains it, or until it is known. */
export const selectPeriodWords = createSelector(
  [selectFilters, selectForm, selectTimeFrames],
  ({ source }, form, frames) => {
    if (form?.dateRange !== undefined) return form.dateRange.map(dayText).join(' – ');
    if (source.by === 'default') return null;
    return frames.find(({ value }) => value === form?.timeFrame)?.label ?? null;
  },
);

/** Describes the applied filter in one line. */
export const selectFilterSource = createSelector(
  [selectFilters, selectForm, selectTimeFrames],
  ({ source }, form, frames) => {
    const frame = frames.find(({ value }) => value === form?.timeFrame)?.label;
    switch (source.by) {
      case 'address':
        return 'Filters from the link';
      case 'session':
        return 'Filters from earlier in this session';
      case 'search':
        return `Saved search: ${source.name}`;
      case 'chosen':
        return 'Filters chosen by you';
      case 'default':
        return frame === undefined ? 'Default' : `Default: ${frame}`;
    }
  },
);

/** Labels of filters in the address that this dashboard does not offer the user. */
export const selectIgnored = createSelector([selectReadForm], (read) => read?.ignored ?? []);
