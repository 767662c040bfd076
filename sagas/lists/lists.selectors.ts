/** What a list screen renders: its rows, its filters, its columns, and which of its faces. */
import { createSelector } from 'reselect';
import type { ListName } from '../../contract';
import { lists, visibleTo, type ListColumn, type ListDefinition } from '../../contract/lists';
import { failureText } from '../access/access.texts';
import { selectUser } from '../session/session.selectors';
import { selectShowsCalendar } from '../tasks/tasks.selectors';
import {
  selectCarriedQuery,
  selectClientId,
  selectLocation,
  selectPathname,
  selectQuery,
  selectResolution,
} from '../shell/shell.selectors';
import { resolve } from '../shell/routes/resolve';
import type { AppState } from '../state';
import { linksFrom, type LinkOf } from './list.links';
import { nothingEver } from './list.nothing';
import { lastPage, rangeOf } from './list.pages';
import { readQuery, type Filters, type ListQuery } from './list.query';
import type { ListOptions, ListPage, ListsState, RequestKey } from './lists.reducer';

const NO_OPTIONS: ListOptions = {};

export const selectLists = (state: AppState): ListsState | undefined => state.shell?.lists;

/** The list at the address: its definition, and what the address fixes. */
export const selectListAt = createSelector(
  [selectResolution, selectUser, selectShowsCalendar],
  (resolution, user, showsCalendar) => {
    if (user === null || resolution.kind !== 'screen' || showsCalendar) return null;
    const { list, title } = resolution.route;
    if (list === undefined) return null;
    const definition: ListDefinition = lists[list.name];
    const fixed: Filters = { ...list.fixed };
    return { name: list.name, definition, fixed, title, type: user.organizationType };
  },
);

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

/** What the look-ups of this list hold; empty until they have been asked for. */
export const selectListOptions = createSelector([selectLists, selectListAt], (state, at): ListOptions =>
  at === null ? NO_OPTIONS : (state?.options[at.name] ?? NO_OPTIONS),
);

const NOWHERE: LinkOf = () => null;

/** Where the cells of this list lead. */
export const selectLinkOf = createSelector(
  [selectListAt, selectUser, selectCarriedQuery],
  (at, user, carried): LinkOf => (at === null || user === null ? NOWHERE : linksFrom(user, at.name, carried)),
);

/** `beyond`: there are rows, but not on a page with this number. */
export type ListFace = 'loading' | 'empty' | 'beyond' | 'failed' | 'full';

export const selectListView = createSelector(
  [selectListAt, selectReadQuery, selectLists, selectShown, selectStale, selectUser],
  (at, read, state, shown, stale, user) => {
    if (at === null || read === null || state === undefined || user === null) return null;
    const page = shown ?? (state.failure === null ? stale : null);
    const rows = page?.rows ?? [];
    const total = page?.total ?? null;
    const { query, ignored } = read;
    return {
      name: at.name,
      title: at.title,
      noun: at.definition.noun,
      searches: at.definition.searches,
      query,
      ignored,
      face: faceOf(page, state),
      rows,
      /** Null while it is being counted. */
      total,
      /** '1-50 of 214'; null before anything has arrived. */
      range: page === null ? null : rangeOf(page.page, page.size, rows.length, total),
      /** How many rows of the list come before the first one shown. */
      before: page === null ? 0 : (page.page - 1) * page.size,
      lastPage: lastPage(query.size, total),
      /** There may be a next page. */
      hasNext: total === null ? rows.length === query.size : query.page * query.size < total,
      /** The rows shown are not yet those asked for. */
      busy: state.loading,
      stale: shown === null && page !== null,
      exporting: state.exporting,
      error: state.failure === null ? null : failureText(state.failure),
      search: state.typed ?? query.q,
      nothingEver: nothingEver(at.name, user),
      /** Nothing is set that could be cleared to see more. */
      unfiltered: query.q === '' && Object.keys(query.filters).every((name) => name in at.fixed),
    };
  },
);
export type ListView = NonNullable<ReturnType<typeof selectListView>>;

function faceOf(page: ListPage | null, state: ListsState): ListFace {
  if (page === null) return state.failure === null ? 'loading' : 'failed';
  if (page.rows.length > 0) return 'full';
  return page.page > 1 && page.total !== 0 ? 'beyond' : 'empty';
}

/** How far the rows were scrolled when this step of the history was last on the screen. */
export const selectScroll = createSelector([selectLists, selectLocation], (state, location) => {
  const step = location?.key ?? '';
  return { step, top: state?.scrolls.find((known) => known.step === step)?.top ?? 0 };
});

/** What can be added to a list, in the words of its button. */
const ADDITIONS: Partial<Record<ListName, string>> = {
  users: 'Add user',
  supplierUsers: 'Add user',
  roles: 'Add role',
  broadcasts: 'New broadcast',
};

/** Where something is added to the list at the address, if this person may. */
export const selectAddition = createSelector(
  [selectListAt, selectUser, selectPathname, selectCarriedQuery],
  (at, user, pathname, carried) => {
    const label = at === null ? undefined : ADDITIONS[at.name];
    if (label === undefined || user === null || pathname === null) return null;
    const path = `${pathname.replace(/\/$/, '')}/add`;
    return resolve(user, path).kind === 'screen' ? { label, to: path + carried } : null;
  },
);
