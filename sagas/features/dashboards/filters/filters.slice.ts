/**
 * The filters of the dashboards: their options, their saved searches, and the draft in the drawer. The applied filter
 * is in the address.
 */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import type { ResponseOf } from '../../../../contract/endpoints';
import { pageMoved } from '../../../navigation/location/location.slice';
import { hasFilterParams } from './filterAddress';
import type { FilterField, FilterForm } from './filterForm';

export type FilterOptions = ResponseOf<'dashboardFilters'>;
export type SavedSearch = FilterOptions['savedFilters'][number];
export type Departments = ResponseOf<'dashboardDepartments'>['departments'];

/** Where the applied filter came from, for the filter bar. */
export type FilterSource =
  | { readonly by: 'address' | 'session' | 'default' | 'chosen' }
  | { readonly by: 'search'; readonly id: string; readonly name: string };

export type OptionsStatus = 'waiting' | 'there' | 'failed';

export type DrawerTab = 'filters' | 'saved';

export interface FiltersState {
  /** The dashboard whose filter has been chosen; null while none is shown, and before that. */
  readonly settled: Dashboard | null;
  /** The address has filters that a link without any, like the menu's, must not lose. */
  readonly isFiltered: boolean;
  readonly source: FilterSource;
  /** The saved search that the applied filter began with, also after changes; null for none. */
  readonly basis: string | null;
  readonly options: Readonly<Partial<Record<Dashboard, FilterOptions>>>;
  /** Absent: waiting. */
  readonly optionsStatus: Readonly<Partial<Record<Dashboard, OptionsStatus>>>;
  /** Those of each requested choice of facilities, also of a draft that was discarded; null if loading failed. */
  readonly departments: Readonly<Partial<Record<string, Departments | null>>>;
  readonly drawer: DrawerTab | null;
  /** The draft in the drawer; null if it equals the applied filter. */
  readonly draft: FilterForm | null;
  /** The draft began with Clear All, which counts for all tabs of the dashboard. */
  readonly isCleared: boolean;
  /** Values dropped from the draft because they no longer fit, as a sentence. */
  readonly dropped: string | null;
  /** A search is being saved or deleted. */
  readonly saving: boolean;
  /** Result of the last save. */
  readonly saveFailure: string | null;
  /** Counts successful saves: the dialog closes when it changes. */
  readonly saves: number;
}

export const NO_FILTERS: FiltersState = {
  settled: null,
  isFiltered: false,
  source: { by: 'default' },
  basis: null,
  options: {},
  optionsStatus: {},
  departments: {},
  drawer: null,
  draft: null,
  isCleared: false,
  dropped: null,
  saving: false,
  saveFailure: null,
  saves: 0,
};

/** The dashboard on which it was pressed: another one may be on screen when the worker is loaded. */
interface OfDashboard {
  readonly dashboard: Dashboard | null;
}

/** Applies a form. */
export const filterApplied = createAction<{ readonly form: FilterForm }>('filters/filterApplied');
/** A chip was removed: clears its field. */
export const filterChipRemoved = createAction<OfDashboard & { readonly field: FilterField }>(
  'filters/filterChipRemoved',
);
/** Back to the default filter. */
export const filtersCleared = createAction<OfDashboard>('filters/filtersCleared');
/** Undoes clearing, of this dashboard. */
export const filtersRestored = createAction<{ readonly dashboard: Dashboard; readonly form: FilterForm }>(
  'filters/filtersRestored',
);
/** The departments of the chosen facilities are to be shown. */
export const departmentsRequested = createAction('filters/departmentsRequested');

interface SearchParts {
  readonly searchName: string;
  readonly public: boolean;
  readonly default: boolean;
  readonly form: FilterForm;
}
/** What is absent stays as it is saved: another tab may have changed it. */
export type SearchChange = Partial<SearchParts> & {
  /** Also applies the form. */
  readonly apply?: boolean;
};
export type SearchToSave =
  ({ readonly id: null } & SearchParts & Pick<SearchChange, 'apply'>) | ({ readonly id: string } & SearchChange);
export const searchSaveRequested = createAction<SearchToSave>('filters/searchSaveRequested');
export const searchChosen = createAction<{ readonly id: string }>('filters/searchChosen');
export const searchDeleted = createAction<{ readonly id: string }>('filters/searchDeleted');

const slice = createSlice({
  name: 'filters',
  initialState: NO_FILTERS,
  reducers: {
    /** The filter of the dashboard on screen has been chosen; null when it is left. `isNext`: the address follows. */
    filtersInitialized: (
      state,
      {
        payload: { dashboard, source, isNext },
      }: PayloadAction<{
        readonly dashboard: Dashboard | null;
        readonly source: FilterSource;
        readonly isNext?: true;
      }>,
    ): FiltersState => ({
      ...state,
      settled: dashboard,
      // The new address may have no filters, since defaults are left out.
      isFiltered: isNext ? false : state.isFiltered,
      source,
      basis: source.by === 'search' ? source.id : source.by === 'chosen' ? state.basis : null,
      drawer: null,
      draft: null,
      isCleared: false,
      dropped: null,
    }),
    /** Retries loading the options of the dashboard on screen. */
    filterOptionsRequested: (state) => {
      if (state.settled !== null) state.optionsStatus[state.settled] = 'waiting';
    },
    filterOptionsArrived: (
      state,
      {
        payload: { dashboard, options },
      }: PayloadAction<{ readonly dashboard: Dashboard; readonly options: FilterOptions }>,
    ): FiltersState => ({
      ...state,
      optionsStatus: { ...state.optionsStatus, [dashboard]: 'there' },
      options: { ...state.options, [dashboard]: options },
    }),
    filterOptionsFailed: (state, { payload: { dashboard } }: PayloadAction<{ readonly dashboard: Dashboard }>) => {
      state.optionsStatus[dashboard] = 'failed';
    },
    departmentsArrived: (
      state,
      {
        payload: { clientIds, choices },
      }: PayloadAction<{ readonly clientIds: readonly string[]; readonly choices: Departments | null }>,
    ): FiltersState => ({ ...state, departments: { ...state.departments, [clientIds.join()]: choices } }),
    filterDrawerOpened: (state, { payload }: PayloadAction<{ readonly tab: DrawerTab }>) => {
      state.drawer = payload.tab;
      state.saveFailure = null;
    },
    filterDrawerClosed: (state): FiltersState => ({
      ...state,
      drawer: null,
      draft: null,
      isCleared: false,
      dropped: null,
    }),
    /** Changes the draft in the drawer without applying it. */
    filterDrafted: (
      state,
      { payload: { form, isCleared } }: PayloadAction<{ readonly form: FilterForm; readonly isCleared?: true }>,
    ): FiltersState => ({ ...state, draft: form, isCleared: isCleared ?? state.isCleared, dropped: null }),
    /** Values that no longer fit were removed from the draft. */
    draftPruned: (
      state,
      { payload: { form, dropped } }: PayloadAction<{ readonly form: FilterForm; readonly dropped: string }>,
    ): FiltersState => ({ ...state, draft: form, dropped }),
    savingBegun: (state) => {
      state.saving = true;
      state.saveFailure = null;
    },
    /** Null on success. */
    savingEnded: (state, { payload: { failure } }: PayloadAction<{ readonly failure: string | null }>) => {
      state.saving = false;
      state.saveFailure = failure;
      if (failure === null) state.saves += 1;
    },
  },
  extraReducers: (builder) =>
    builder.addCase(pageMoved, (state, { payload: { location, by } }): FiltersState => {
      const isFiltered = hasFilterParams(new URLSearchParams(location.search));
      const isLost = by === 'push' && state.isFiltered && !isFiltered;
      return { ...state, isFiltered, settled: isLost ? null : state.settled };
    }),
});

export const {
  filtersInitialized,
  filterOptionsRequested,
  filterOptionsArrived,
  filterOptionsFailed,
  departmentsArrived,
  filterDrawerOpened,
  filterDrawerClosed,
  filterDrafted,
  draftPruned,
  savingBegun,
  savingEnded,
} = slice.actions;
export const filtersReducer = slice.reducer;
