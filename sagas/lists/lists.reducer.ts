import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ListName, ResponseOf } from '../../contract';
import type { Failure } from '../../machines/failure';
import { pageMoved } from '../shell/navigation/navigation.actions';
import {
  listFiltersCleared,
  listOptionsWanted,
  listScrolled,
  listSearchSubmitted,
  listSearchTyped,
} from './lists.intents';

export type ListPage = ResponseOf<'listSearch'>;
export type ListOptions = ResponseOf<'listOptions'>;
export type ColumnChoices = Readonly<Partial<Record<ListName, readonly string[]>>>;

/** Names a request: the same list, filters, order and page have the same key. */
export type RequestKey = string;

export interface ListsState {
  /** What is wanted on the screen; null while no list is shown. */
  readonly wanted: RequestKey | null;
  readonly loading: boolean;
  readonly failure: Failure | null;
  /** The last pages, newest first: going back shows the old rows at once, and asks again. */
  readonly pages: readonly { readonly key: RequestKey; readonly page: ListPage }[];
  readonly options: Readonly<Partial<Record<ListName, ListOptions>>>;
  /** The list whose look-ups did not come when they were last asked for. */
  readonly optionsMissing: ListName | null;
  readonly columns: ColumnChoices;
  readonly exporting: boolean;
  /** What stands in the search field and not yet in the address; null where the address says it. */
  readonly typed: string | null;
  /** How far the rows were scrolled at the last steps of the history, newest first. */
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
  typed: null,
  scrolls: [],
};

export const listWanted = createAction<{ readonly key: RequestKey | null }>('lists/wanted');
export const pageArrived = createAction<{ readonly key: RequestKey; readonly page: ListPage }>('lists/pageArrived');
export const totalArrived = createAction<{ readonly key: RequestKey; readonly total: number }>('lists/totalArrived');
export const listFailed = createAction<{ readonly failure: Failure }>('lists/failed');
export const optionsArrived = createAction<{ readonly list: ListName; readonly options: ListOptions }>(
  'lists/optionsArrived',
);
export const optionsFailed = createAction<{ readonly list: ListName }>('lists/optionsFailed');
export const columnsRecalled = createAction<ColumnChoices>('lists/columnsRecalled');
export const exportMoved = createAction<{ readonly under: boolean }>('lists/exportMoved');

export function listsReducer(state: ListsState = NOTHING, action: UnknownAction): ListsState {
  if (listWanted.match(action)) {
    return { ...state, wanted: action.payload.key, loading: action.payload.key !== null, failure: null };
  }
  if (pageArrived.match(action)) {
    const others = state.pages.filter(({ key }) => key !== action.payload.key);
    return { ...state, loading: false, failure: null, pages: [action.payload, ...others].slice(0, KEPT_PAGES) };
  }
  if (totalArrived.match(action)) {
    const { key, total } = action.payload;
    const pages = state.pages.map((kept) => (kept.key === key ? { ...kept, page: { ...kept.page, total } } : kept));
    return { ...state, pages };
  }
  if (listFailed.match(action)) return { ...state, loading: false, failure: action.payload.failure };
  if (optionsArrived.match(action)) {
    const { list, options } = action.payload;
    return { ...state, options: { ...state.options, [list]: options }, optionsMissing: null };
  }
  if (optionsFailed.match(action)) return { ...state, optionsMissing: action.payload.list };
  if (listOptionsWanted.match(action)) return { ...state, optionsMissing: null };
  if (columnsRecalled.match(action)) return { ...state, columns: action.payload };
  if (exportMoved.match(action)) return { ...state, exporting: action.payload.under };
  return screenReducer(state, action);
}

/** What the screen itself would forget. */
function screenReducer(state: ListsState, action: UnknownAction): ListsState {
  if (listSearchTyped.match(action) || listSearchSubmitted.match(action)) {
    return { ...state, typed: action.payload.text };
  }
  const movedOn = pageMoved.match(action) && action.payload.by !== 'replace';
  if (movedOn || listFiltersCleared.match(action)) return state.typed === null ? state : { ...state, typed: null };
  if (listScrolled.match(action)) {
    const others = state.scrolls.filter(({ step }) => step !== action.payload.step);
    return { ...state, scrolls: [action.payload, ...others].slice(0, KEPT_SCROLLS) };
  }
  return state;
}
