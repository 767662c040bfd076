/** The lists' state and actions. Filters, order and page are in the address and change by `listChanged`. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { ListName } from '../../../contract/lists/list';
import type { Failure } from '../../../machines/failure';
import { pageMoved } from '../../navigation/location/location.slice';
import type { ListQuery } from './listQuery';

interface ListChange {
  readonly change: Partial<ListQuery>;
  /** Without a step in the history, as while typing. */
  readonly replace?: boolean;
}

/** All changes except of the page go back to the first page. */
export const listChanged = createAction<ListChange>('lists/changed');
/** Sets one filter; no values remove it. */
export const listFilterSet = createAction<{ readonly name: string; readonly values: readonly string[] }>(
  'lists/filterSet',
);
/** A column head was pressed. */
export const listSortPressed = createAction<{ readonly column: string }>('lists/sortPressed');
/** Selects or deselects these rows. */
export const listRowsSelected = createAction<{ readonly ids: readonly string[]; readonly chosen: boolean }>(
  'lists/rowsSelected',
);
/** Selects all rows that match, on all pages. */
export const listAllChosen = createAction('lists/allChosen');
export const listReloadRequested = createAction('lists/reloadRequested');
/** Only the audit is exported as JSON lines. */
export type ExportFormat = 'csv' | 'xlsx' | 'jsonl';
export const listExportRequested = createAction<{ readonly format: ExportFormat }>('lists/exportRequested');
/** The columns to show, in order; null for the default. */
export const listColumnsChosen = createAction<{ readonly columns: readonly string[] | null }>('lists/columnsChosen');

export type ListPage = ResponseOf<'listSearch'>;
export type ListOptions = ResponseOf<'listOptions'>;
/** By the name of the list, or the path of a page with default columns of its own. */
export type ColumnChoices = Readonly<Record<string, readonly string[]>>;

/** Key of a request: the same list, filters, order and page have the same key. */
export type RequestKey = string;

export type TabCounts = Readonly<Record<RequestKey, readonly number[] | null>>;

export interface Chosen {
  /** The list and its filters, without order and page; null while nothing is chosen. */
  readonly of: RequestKey | null;
  readonly ids: readonly string[];
}

interface KeptPage {
  readonly list: ListName;
  readonly key: RequestKey;
  readonly page: ListPage;
}

export interface ListsState {
  /** The query on screen; null while no list is shown. */
  readonly wanted: RequestKey | null;
  readonly loading: boolean;
  readonly failure: Failure | null;
  /** The last pages, newest first: going back shows the old rows immediately and reloads them. */
  readonly pages: readonly KeptPage[];
  readonly options: Readonly<Partial<Record<ListName, ListOptions>>>;
  /** The last list whose look-ups failed to load. */
  readonly optionsMissing: ListName | null;
  readonly columns: ColumnChoices;
  readonly exporting: boolean;
  /** How many rows the tabs have, by request; null if counting took too long. */
  readonly counts: TabCounts;
  /** Whether these are newer than the rows and their total. */
  readonly countsAreNewer: boolean;
  /** The selected rows; they apply only to the filters they were selected under. */
  readonly chosen: Chosen;
  /** The text in the search field before it is in the address; null if the same. */
  readonly typed: string | null;
  /** Scroll positions at the last steps of the history, in CSS pixels from the top, newest first. */
  readonly scrolls: readonly { readonly step: string; readonly top: number }[];
}

const KEPT_PAGES = 8;
const KEPT_SCROLLS = 50;
const NOTHING: ListsState = {
  wanted: null,
  loading: false,
  failure: null,
  pages: [],
  options: {},
  optionsMissing: null,
  columns: {},
  exporting: false,
  counts: {},
  countsAreNewer: false,
  chosen: { of: null, ids: [] },
  typed: null,
  scrolls: [],
};

interface LoadedOptions {
  readonly list: ListName;
  readonly options: ListOptions;
}

interface SearchText {
  readonly text: string;
}

const slice = createSlice({
  name: 'lists',
  initialState: NOTHING,
  reducers: {
    listRequested: (state, { payload: { key } }: PayloadAction<{ readonly key: RequestKey | null }>) => ({
      ...state,
      wanted: key,
      loading: key !== null,
      failure: null,
    }),
    pageArrived: (state, { payload }: PayloadAction<KeptPage>): ListsState => {
      const others = state.pages.filter(({ key }) => key !== payload.key);
      const pages = [payload, ...others].slice(0, KEPT_PAGES);
      return { ...state, loading: false, failure: null, pages, countsAreNewer: false };
    },
    totalArrived: (
      state,
      { payload: { key, total } }: PayloadAction<{ readonly key: RequestKey; readonly total: number }>,
    ) => {
      for (const kept of state.pages) if (kept.key === key) kept.page.total = total;
      state.countsAreNewer = false;
    },
    listFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>) => ({
      ...state,
      loading: false,
      failure,
    }),
    optionsArrived: (state, { payload: { list, options } }: PayloadAction<LoadedOptions>) => ({
      ...state,
      options: { ...state.options, [list]: options },
      optionsMissing: null,
    }),
    optionsFailed: (state, { payload: { list } }: PayloadAction<{ readonly list: ListName }>) => {
      state.optionsMissing = list;
    },
    /** The filter bar needs its options. */
    listOptionsRequested: (state) => {
      state.optionsMissing = null;
    },
    columnsLoaded: (state, { payload }: PayloadAction<ColumnChoices>): ListsState => ({ ...state, columns: payload }),
    /** These were changed from here: their new versions count as shown, also on pages that are not loaded again. */
    rowsChanged: (state, { payload }: PayloadAction<{ readonly versions: Readonly<Record<string, number>> }>) => {
      for (const row of state.pages.flatMap(({ page }) => page.rows)) {
        if (row.version !== undefined) row.version = Math.max(row.version, payload.versions[row.id] ?? 0);
      }
    },
    rowsChosen: (state, { payload }: PayloadAction<Chosen>): ListsState => ({ ...state, chosen: payload }),
    countsArrived: (state, { payload }: PayloadAction<TabCounts>): ListsState => ({
      ...state,
      counts: payload,
      countsAreNewer: true,
    }),
    exportStarted: (state) => {
      state.exporting = true;
    },
    exportFinished: (state) => {
      state.exporting = false;
    },
    /** A keystroke in the search field; the search starts when typing pauses. */
    listSearchTyped: (state, { payload }: PayloadAction<SearchText>) => {
      state.typed = payload.text;
    },
    /** Searches immediately. */
    listSearchSubmitted: (state, { payload }: PayloadAction<SearchText>) => {
      state.typed = payload.text;
    },
    listFiltersCleared: (state) => {
      state.typed = null;
    },
    /** The scroll position, in pixels, at this step of the history. */
    listScrolled: (state, { payload }: PayloadAction<{ readonly step: string; readonly top: number }>) => {
      const others = state.scrolls.filter(({ step }) => step !== payload.step);
      state.scrolls = [payload, ...others].slice(0, KEPT_SCROLLS);
    },
  },
  extraReducers: (builder) =>
    builder.addCase(pageMoved, (state, { payload }) => {
      if (payload.by !== 'replace') state.typed = null;
    }),
});

export const {
  listRequested,
  pageArrived,
  totalArrived,
  listFailed,
  optionsArrived,
  optionsFailed,
  listOptionsRequested,
  columnsLoaded,
  countsArrived,
  rowsChanged,
  rowsChosen,
  exportStarted,
  exportFinished,
  listSearchTyped,
  listSearchSubmitted,
  listFiltersCleared,
  listScrolled,
} = slice.actions;
export const listsReducer = slice.reducer;
