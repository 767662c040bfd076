import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ListName, ResponseOf } from '../../contract';
import type { Failure } from '../../machines/failure';

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
  readonly columns: ColumnChoices;
  readonly exporting: boolean;
}

const KEPT_PAGES = 8;
const NOTHING: ListsState = {
  wanted: null,
  loading: false,
  failure: null,
  pages: [],
  options: {},
  columns: {},
  exporting: false,
};

export const listWanted = createAction<{ readonly key: RequestKey | null }>('lists/wanted');
export const pageArrived = createAction<{ readonly key: RequestKey; readonly page: ListPage }>('lists/pageArrived');
export const totalArrived = createAction<{ readonly key: RequestKey; readonly total: number }>('lists/totalArrived');
export const listFailed = createAction<{ readonly failure: Failure }>('lists/failed');
export const optionsArrived = createAction<{ readonly list: ListName; readonly options: ListOptions }>(
  'lists/optionsArrived',
);
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
    return { ...state, options: { ...state.options, [list]: options } };
  }
  if (columnsRecalled.match(action)) return { ...state, columns: action.payload };
  if (exportMoved.match(action)) return { ...state, exporting: action.payload.under };
  return state;
}
