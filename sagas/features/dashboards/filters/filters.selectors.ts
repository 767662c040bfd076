/** What the filter bar and its drawer show, and the filter the dashboards apply. */
import { createSelector } from 'reselect';
import { CHOICE_FIELDS, CHOICE_LABELS, type ChoiceField } from '../../../../contract/dashboards/filter';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { JOB_TYPE_OPTIONS } from '../../../../contract/base/statuses';
import { dayText } from '../../../base/dates';
import { selectQuery, selectRoute } from '../../../navigation/location/location.selectors';
import type { ScreenId } from '../../../navigation/routes/route.types';
import { kpiTabAt } from '../../../navigation/routes/sections';
import { selectUser } from '../../../session/session.selectors';
import { readForm } from './filterAddress';
import {
  OTHER_LABELS,
  fieldsOf,
  offersField,
  sameForm,
  type FilterField,
  type FilterForm,
  type FilterPlace,
} from './filterForm';
import { NO_FILTERS, type FilterOptions } from './filters.slice';
import { parseSaved } from './savedFilter';
import type { FiltersState } from './filters.slice';
import type { WithPage } from '../../../navigation/location/location.selectors';

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

export const selectFilterOptions = createSelector(
  [selectFilters, selectDashboardAt],
  ({ options }, dashboard): FilterOptions | null => (dashboard === null ? null : (options[dashboard] ?? null)),
);

export const selectReadForm = createSelector([selectQuery, selectPlace], (query, place) =>
  place === null ? null : readForm(query, place),
);

/** The applied filter; null until it has been chosen. */
export const selectForm = createSelector(
  [selectReadForm, selectFilters, selectDashboardAt],
  (read, { settled }, dashboard): FilterForm | null =>
    dashboard !== null && settled === dashboard && read !== null ? read.form : null,
);

export const selectDraft = createSelector([selectForm, selectFilters], (form, { draft }) => draft ?? form);

/** Whether Apply would change something. */
export const selectDraftPending = createSelector(
  [selectForm, selectFilters],
  (form, { draft }) => draft !== null && form !== null && !sameForm(draft, form),
);

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  /** The parent's name, to distinguish options of the same name. */
  readonly of?: string;
}

/** The options of each field. Sub-offerings and specialties are limited to those of the chosen parents. */
export const selectFieldChoices = createSelector(
  [selectFilterOptions, selectFilters, selectDraft],
  (options, { departments }, draft): Readonly<Record<ChoiceField, readonly FieldChoice[]>> => {
    const offerings = new Map(options?.organizationOfferingDTO.map((each) => [each.offeringId, each.offering]));
    const professionOf = new Map(options?.professions.map(({ value, label }) => [value, label]));
    const under = (chosen: readonly string[] | undefined, parent: string) =>
      chosen === undefined || chosen.length === 0 || chosen.includes(parent);
    return {
      clientIds: options?.clientNames ?? [],
      departmentIds: departments?.choices ?? [],
      professionIds: options?.professions ?? [],
      specialtyIds: (options?.specialties ?? [])
        .filter(({ professionId }) => under(draft?.professionIds, professionId))
        .map(({ value, label, professionId }) => {
          const of = professionOf.get(professionId);
          return { value, label, ...(of !== undefined && { of }) };
        }),
      agencyIds: options?.agencyNames ?? [],
      salesRepIds: options?.salesRep ?? [],
      jobTypes: options?.jobTypes ?? JOB_TYPE_OPTIONS,
      offeringIds: [...offerings].map(([value, label]) => ({ value, label })),
      subOfferingIds: (options?.organizationOfferingDTO ?? [])
        .filter(({ offeringId }) => under(draft?.offeringIds, offeringId))
        .map(({ subofferingId, subOffering, offering }) => ({
          value: subofferingId,
          label: subOffering,
          of: offering,
        })),
    };
  },
);

/** The fields this user may filter by, in order. */
export const selectFields = createSelector([selectPlace], (place): readonly ChoiceField[] =>
  place === null ? [] : fieldsOf(place),
);

const offersHere =
  (field: FilterField) =>
  (state: WithPage): boolean => {
    const place = selectPlace(state);
    return place !== null && offersField(field, place);
  };
/** Date ranges are for dashboards of one supplier; the others have time frames. */
export const selectHasDateRange = offersHere('dateRange');
/** Spend may have another time frame than the rest. */
export const selectHasBilling = offersHere('billingTimeFrame');

export interface Chip {
  readonly field: FilterField;
  readonly label: string;
  /** Labels of the chosen values, where known. */
  readonly text: string;
  /** Chosen values that are no longer offered. */
  readonly dead: readonly string[];
}

/** Names stored with saved searches, including those of deleted values. */
const selectRememberedNames = createSelector([selectFilterOptions], (options) => {
  const names = new Map<string, string>();
  for (const { filter } of options?.savedFilters ?? []) {
    for (const { value, label } of parseSaved(filter)?.chips ?? []) names.set(value, label);
  }
  return names;
});

const MOST_NAMES = 2;
function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export const selectTimeFrames = createSelector([selectFilterOptions], (options) => options?.timeFrames ?? []);

export const selectChips = createSelector(
  [selectForm, selectFieldChoices, selectFilters, selectRememberedNames, selectTimeFrames],
  (form, choices, { optionsStatus, departments }, remembered, timeFrames): readonly Chip[] => {
    if (form === null) return [];
    const chips = CHOICE_FIELDS.flatMap((field): readonly Chip[] => {
      const values = form[field] ?? [];
      if (values.length === 0) return [];
      const known = optionsStatus === 'there' && (field !== 'departmentIds' || departments !== null);
      const nameOf = (value: string) => choices[field].find((choice) => choice.value === value)?.label;
      const dead = known ? values.filter((value) => nameOf(value) === undefined) : [];
      const names = values.map((value) => nameOf(value) ?? remembered.get(value) ?? (known ? 'no longer there' : '…'));
      return [{ field, label: CHOICE_LABELS[field], text: listed(names), dead }];
    });
    const others: Chip[] = [];
    if (form.billingTimeFrame !== undefined) {
      const text = timeFrames.find(({ value }) => value === form.billingTimeFrame)?.label ?? '…';
      others.push({ field: 'billingTimeFrame', label: OTHER_LABELS.billingTimeFrame, text, dead: [] });
    }
    if (form.dateRange !== undefined) {
      const text = form.dateRange.map(dayText).join(' - ');
      others.push({ field: 'dateRange', label: OTHER_LABELS.dateRange, text, dead: [] });
    }
    return [...chips, ...others];
  },
);

export const selectSavedSearches = createSelector([selectFilterOptions], (options) =>
  (options?.savedFilters ?? []).map((search) => ({ ...search, readable: parseSaved(search.filter) !== null })),
);

/** The saved search that equals the applied filter. */
export const selectCurrentSearch = createSelector(
  [selectForm, selectFilterOptions],
  (form, options) =>
    options?.savedFilters.find(({ filter }) => {
      const saved = parseSaved(filter);
      return form !== null && saved !== null && sameForm(saved.form, form);
    }) ?? null,
);

/** Describes the applied filter in one line. */
export const selectWonText = createSelector([selectFilters, selectForm, selectTimeFrames], ({ won }, form, frames) => {
  const frame = frames.find(({ value }) => value === form?.timeFrame)?.label;
  switch (won.by) {
    case 'address':
      return 'Filters from the link';
    case 'session':
      return 'Filters from earlier in this session';
    case 'search':
      return `Saved search: ${won.name}`;
    case 'chosen':
      return 'Filters chosen by you';
    case 'default':
      return frame === undefined ? 'Default' : `Default: ${frame}`;
  }
});

export const selectIgnored = createSelector([selectReadForm], (read) => read?.ignored ?? []);
