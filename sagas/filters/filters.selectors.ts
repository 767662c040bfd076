/** What the filter bar and its drawer render, and what the dashboards are filtered by. */
import { createSelector } from 'reselect';
import { JOB_TYPE_OPTIONS } from '../../contract/lists';
import { CHOICE_FIELDS, CHOICE_LABELS, type ChoiceField } from '../../contract/dashboard';
import type { Dashboard } from '../../contract/dashboardFilters.endpoints';
import { selectUser } from '../session/session.selectors';
import { selectQuery, selectRoute } from '../shell/shell.selectors';
import type { AppState } from '../state';
import { kpiTabAt } from '../shell/routes/kpiTabs';
import type { ScreenId } from '../shell/routes/route.types';
import { fieldsOf, offersField, OTHER_LABELS, type FilterField, type FilterPlace } from './fields';
import { readForm } from './filter.address';
import { dayText, sameForm, type FilterForm } from './filter.form';
import { parseSaved } from './filter.text';
import { NO_FILTERS, type FilterOptions } from './filters.state';

export const selectFilters = (state: AppState) => state.shell?.filters ?? NO_FILTERS;

const DASHBOARD_OF: Partial<Record<ScreenId, Dashboard>> = {
  homeDashboard: 'HOME',
  kpiDashboard: 'KPI',
  facilityKpi: 'FACILITY_KPI',
  supplierScorecard: 'SUPPLIER_KPI',
};

/** The dashboard at the address, if it is one with filters. */
export const selectDashboardAt = (state: AppState): Dashboard | null => {
  const route = selectRoute(state);
  return route === null ? null : (DASHBOARD_OF[route.screen] ?? null);
};

/** Where one filters; null on other pages. */
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

/** What is in effect; null until it is clear. */
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
  /** What it belongs to. */
  readonly of?: string;
}

/** What each field can be set to. Sub-offerings and specialties are narrowed down to what is chosen above them. */
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

/** The fields this person may filter by, in their order. */
export const selectFields = createSelector([selectPlace], (place): readonly ChoiceField[] =>
  place === null ? [] : fieldsOf(place),
);

const offersHere =
  (field: FilterField) =>
  (state: AppState): boolean => {
    const place = selectPlace(state);
    return place !== null && offersField(field, place);
  };
/** A range of days is for what looks at one supplier; the others have time frames. */
export const selectHasDateRange = offersHere('dateRange');
/** Spend may be looked at over another time than the rest. */
export const selectHasBilling = offersHere('billingTimeFrame');

export interface Chip {
  readonly field: FilterField;
  readonly label: string;
  /** What is chosen, as far as it has names. */
  readonly text: string;
  /** Values that are no longer among the choices. */
  readonly dead: readonly string[];
}

/** Names that saved searches remember, also of what has vanished since. */
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

/** The saved search that is the same as what is in effect. */
export const selectCurrentSearch = createSelector(
  [selectForm, selectFilterOptions],
  (form, options) =>
    options?.savedFilters.find(({ filter }) => {
      const saved = parseSaved(filter);
      return form !== null && saved !== null && sameForm(saved.form, form);
    }) ?? null,
);

/** Whose filters hold, as one line. */
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
