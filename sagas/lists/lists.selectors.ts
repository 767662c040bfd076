/** What a list screen renders: its rows, its filters, its columns, and which of its faces. */
import { createSelector } from 'reselect';
import type { ListName } from '../../contract';
import { lists, visibleTo, type ListColumn, type ListDefinition, type ListFilter } from '../../contract/lists';
import { failureText } from '../access/access.texts';
import { selectUser } from '../session/session.selectors';
import { selectClientId, selectQuery, selectRoute } from '../shell/shell.selectors';
import type { AppState } from '../state';
import { openFilters, readQuery, type Filters, type ListQuery } from './list.query';
import type { ListOptions, ListPage, ListsState, RequestKey } from './lists.reducer';

const NO_FILTERS: Filters = {};
const NO_OPTIONS: ListOptions = {};

const selectLists = (state: AppState): ListsState | undefined => state.shell?.lists;

/** The list at the address: its definition, and what the address fixes. */
export const selectListAt = createSelector([selectRoute, selectUser], (route, user) => {
  if (user === null || route?.list === undefined) return null;
  const { name, fixed = NO_FILTERS } = route.list;
  const definition: ListDefinition = lists[name];
  return { name, definition, fixed: fixed, title: route.title, type: user.organizationType };
});

export const selectReadQuery = createSelector([selectListAt, selectQuery], (at, params) =>
  at === null ? null : readQuery(at.definition, at.type, at.fixed, params),
);

export interface ListRequest {
  readonly list: ListName;
  readonly query: ListQuery;
  readonly clientId: string | null;
}

export const selectListRequest = createSelector(
  [selectListAt, selectReadQuery, selectClientId],
  (at, read, clientId): ListRequest | null =>
    at === null || read === null ? null : { list: at.name, query: read.query, clientId },
);

export const keyOf = (request: ListRequest): RequestKey => JSON.stringify(request);

const selectShown = createSelector([selectLists, selectListRequest], (state, request): ListPage | null => {
  if (state === undefined || request === null) return null;
  const key = keyOf(request);
  return state.pages.find((kept) => kept.key === key)?.page ?? null;
});

/** While the next page is on its way the last one of the same list stays, so that nothing jumps. */
const selectStale = createSelector([selectLists, selectListAt], (state, at): ListPage | null => {
  const last = state?.pages[0];
  return last !== undefined && at !== null && last.key.startsWith(`{"list":"${at.name}"`) ? last.page : null;
});

export interface ShownColumn extends ListColumn {
  readonly name: string;
}

/** All columns this organisation may see, in the order of the definition. */
export const selectAllColumns = createSelector([selectListAt], (at): readonly ShownColumn[] => {
  if (at === null) return [];
  const visible = visibleTo(at.type);
  return Object.entries(at.definition.columns)
    .filter(([, column]) => visible(column))
    .map(([name, column]) => ({ ...column, name }));
});

/** Those to show: the person's choice, or those of the definition. */
export const selectColumns = createSelector(
  [selectAllColumns, selectListAt, selectLists],
  (all, at, state): readonly ShownColumn[] => {
    const chosen = (at === null ? undefined : state?.columns[at.name])?.flatMap(
      (name) => all.find((column) => column.name === name) ?? [],
    );
    return chosen && chosen.length > 0 ? chosen : all.filter((column) => !column.initiallyHidden);
  },
);

export interface OpenFilter {
  readonly name: string;
  readonly filter: ListFilter;
  readonly values: readonly string[];
}

/** The filters that can be set here, with what they are set to. */
export const selectOpenFilters = createSelector([selectListAt, selectReadQuery], (at, read): readonly OpenFilter[] =>
  at === null || read === null
    ? []
    : openFilters(at.definition, at.type, at.fixed).map(([name, filter]) => ({
        name,
        filter,
        values: read.query.filters[name] ?? [],
      })),
);

/** What the look-ups of this list hold; empty until they have been asked for. */
export const selectListOptions = createSelector([selectLists, selectListAt], (state, at): ListOptions =>
  at === null ? NO_OPTIONS : (state?.options[at.name] ?? NO_OPTIONS),
);

export type ListFace = 'loading' | 'empty' | 'failed' | 'full';

export const selectListView = createSelector(
  [selectListAt, selectReadQuery, selectLists, selectShown, selectStale],
  (at, read, state, shown, stale) => {
    if (at === null || read === null || state === undefined) return null;
    const page = shown ?? (state.failure === null ? stale : null);
    return {
      title: at.title,
      noun: at.definition.noun,
      searches: at.definition.searches,
      query: read.query,
      ignored: read.ignored,
      face: faceOf(page, state),
      rows: page?.rows ?? [],
      /** Null while it is being counted. */
      total: page?.total ?? null,
      /** The rows shown are not yet those asked for. */
      busy: state.loading,
      exporting: state.exporting,
      error: state.failure === null ? null : failureText(state.failure),
      /** Nothing is set that could be cleared to see more. */
      unfiltered: read.query.q === '' && Object.keys(read.query.filters).every((name) => name in at.fixed),
    };
  },
);

function faceOf(page: ListPage | null, state: ListsState): ListFace {
  if (page === null) return state.failure === null ? 'loading' : 'failed';
  return page.rows.length > 0 ? 'full' : 'empty';
}
