/** What a list screen shows: rows, columns, and whether it is loading, empty or failed. */
import { createSelector } from 'reselect';
import { lists } from '../../../contract/lists/catalog';
import { visibleTo, type ListColumn, type ListDefinition, type ListName } from '../../../contract/lists/list';
import { failureText } from '../../base/http/failureText';
import {
  selectPersistentQuery,
  selectClientId,
  selectLocation,
  selectPathname,
  selectQuery,
  selectResolution,
  selectShowsCalendar,
} from '../../navigation/location/location.selectors';
import { pathTo } from '../../navigation/routes/listAddress';
import { resolve } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';
import { linksFrom, type LinkOf } from './cellLinks';
import { selectRecordAt } from './recordTabs';
import { lastPage, openFilters, rangeOf, readQuery, type ListQuery } from './listQuery';
import type { ListOptions, ListPage, ListsState, RequestKey } from './lists.slice';
import { whyAlwaysEmpty } from './whyEmpty';
import type { Filters } from '../../navigation/routes/queryText';

const NO_OPTIONS: ListOptions = {};

/** Undefined until the part that loads lists has been added to the store. */
export const selectLists = (state: { readonly lists?: ListsState }): ListsState | undefined => state.lists;

/** The list at the address, also as the tab of a record: its definition, and the filters the address fixes. */
export const selectListAt = createSelector(
  [selectResolution, selectUser, selectShowsCalendar, selectRecordAt],
  (resolution, user, showsCalendar, record) => {
    if (user === null || resolution.kind !== 'screen' || showsCalendar) return null;
    const { route } = resolution;
    if (record !== null) {
      const { id, tab } = record;
      if (tab.tab.show !== 'list') return null;
      const { list: name, filter, label } = tab.tab;
      const definition: ListDefinition = lists[name];
      const fixed: Filters = { [filter]: [id] };
      return { name, definition, fixed, columns: undefined, title: label, type: user.organizationType, route };
    }
    const { list, title } = route;
    if (list === undefined) return null;
    const definition: ListDefinition = lists[list.name];
    const fixed: Filters = { ...list.fixed };
    const columns: readonly string[] | undefined = list.columns;
    return { name: list.name, definition, fixed, columns, title, type: user.organizationType, route };
  },
);

/** Filters, order and page in the address, and unknown parts of it; null on pages without a list. */
export const selectReadQuery = createSelector([selectListAt, selectQuery], (at, params) =>
  at === null ? null : readQuery(at.definition, at.type, at.fixed, params),
);

/** The facility chosen in the shell. The lists of a record's page are of all facilities, as its tabs count them. */
const selectFacility = createSelector([selectClientId, selectRecordAt], (clientId, record) =>
  record === null ? clientId : null,
);

/** The page's request to the server; `clientId` is the facility that limits it. */
export interface ListRequest {
  readonly list: ListName;
  readonly query: ListQuery;
  readonly clientId: string | null;
}

/** The page of the list to load; null on pages without a list. */
export const selectListRequest = createSelector(
  [selectListAt, selectReadQuery, selectFacility],
  (at, read, clientId): ListRequest | null =>
    at === null || read === null ? null : { list: at.name, query: read.query, clientId },
);

/** Equal for requests that load the same page, whose rows have all columns. */
export const keyOf = ({ list, query: { columns: _shown, ...query }, clientId }: ListRequest): RequestKey =>
  JSON.stringify({ list, query, clientId });

/** What selects the rows of a list, in the body of its calls. */
export const criteriaOf = ({ query: { filters, q }, clientId }: ListRequest) => ({
  filters,
  ...(q !== '' && { q }),
  ...(clientId !== null && { clientId }),
});

const selectShown = createSelector([selectLists, selectListRequest], (state, request): ListPage | null => {
  if (state === undefined || request === null) return null;
  const key = keyOf(request);
  return state.pages.find((kept) => kept.key === key)?.page ?? null;
});

/**
 * The previous rows of the same list stay until the next ones arrive, to avoid a layout shift. That there were none
 * says nothing about the next query.
 */
const selectStale = createSelector([selectLists, selectListAt], (state, at): ListPage | null => {
  const last = state?.pages[0];
  return last !== undefined && last.page.rows.length > 0 && last.list === at?.name ? last.page : null;
});

export interface ShownColumn extends ListColumn {
  readonly name: string;
}

/** All columns this organization may see, in the order of the definition. */
export const selectAllColumns = createSelector([selectListAt], (at): readonly ShownColumn[] => {
  if (at === null) return [];
  const visible = visibleTo(at.type);
  return Object.entries(at.definition.columns)
    .filter(([, column]) => visible(column))
    .map(([name, column]) => ({ ...column, name }));
});

/** Whether the page is a report: its rows can be grouped, and its files begin with its title. */
export const selectIsReport = createSelector(
  [selectResolution],
  (resolution) => resolution.kind === 'screen' && resolution.route.screen === 'report',
);

/** The columns that the rows of the report can be grouped by. */
export const selectGroupable = createSelector(
  [selectIsReport, selectAllColumns, selectListAt],
  (isReport, all, at): readonly ShownColumn[] => {
    if (!isReport || at === null) return [];
    const open = openFilters(at.definition, at.type, at.fixed).map(([name]) => name);
    return all.filter(({ groups }) => groups !== undefined && open.includes(groups.filter));
  },
);

/** In the address of a report: `?group=facility`. */
export const GROUP = 'group';
/** The column that the rows are grouped by; null for none. */
export const selectGroupedBy = createSelector([selectGroupable, selectQuery], (columns, query): ShownColumn | null => {
  const given = query.get(GROUP);
  return columns.find(({ name }) => name === given) ?? null;
});

/** Where the user's choice of columns is stored: by list, or by page where that has default columns of its own. */
export const columnsKey = ({ name, columns, route }: NonNullable<ReturnType<typeof selectListAt>>): string =>
  columns === undefined ? name : route.path;

const named = (all: readonly ShownColumn[], names: readonly string[] = []): readonly ShownColumn[] =>
  [...new Set(names)].flatMap((name) => all.find((column) => column.name === name) ?? []);

/** The columns of the address, otherwise the user's choice; empty if the default ones apply. */
export const selectChosenColumns = createSelector(
  [selectAllColumns, selectListAt, selectReadQuery, selectLists],
  (all, at, read, state): readonly ShownColumn[] =>
    named(all, read?.query.columns ?? (at === null ? undefined : state?.columns[columnsKey(at)])),
);

/** The columns to show: the chosen ones or the default. */
export const selectColumns = createSelector(
  [selectAllColumns, selectListAt, selectChosenColumns],
  (all, at, chosen): readonly ShownColumn[] => {
    if (chosen.length > 0) return chosen;
    const own = named(all, at?.columns);
    return own.length > 0 ? own : all.filter((column) => !column.initiallyHidden);
  },
);

/** Options of the list's look-ups; empty until loaded. */
export const selectListOptions = createSelector([selectLists, selectListAt], (state, at): ListOptions =>
  at === null ? NO_OPTIONS : (state?.options[at.name] ?? NO_OPTIONS),
);

const NOWHERE: LinkOf = () => null;

/** Links of the cells of this list. */
export const selectLinkOf = createSelector(
  [selectListAt, selectUser, selectPersistentQuery, selectRecordAt],
  (at, user, persistentQuery, record): LinkOf =>
    at === null || user === null
      ? NOWHERE
      : linksFrom(user, at.name, persistentQuery, record === null ? persistentQuery : ''),
);

/** `beyond`: there are rows, but no page with this number. */
export type ListPhase = 'loading' | 'empty' | 'beyond' | 'failed' | 'full';

const OF_RECORD = 'This list belongs to one record, so the chosen facility does not limit it.';

/** What the list at the address shows; null on pages without one. */
export const selectListView = createSelector(
  [selectListAt, selectReadQuery, selectLists, selectShown, selectStale, selectUser, selectClientId, selectRecordAt],
  (at, read, state, shown, stale, user, clientId, record) => {
    if (at === null || read === null || state === undefined || user === null) return null;
    const page = shown ?? (state.failure === null ? stale : null);
    const rows = page?.rows ?? [];
    const total = page?.total ?? null;
    const { query, ignored } = read;
    const whyNotOfFacility = record !== null ? OF_RECORD : (at.definition.ofNoFacility ?? null);
    return {
      name: at.name,
      title: at.title,
      noun: at.definition.noun,
      searches: at.definition.searches,
      query,
      ignored,
      phase: phaseOf(page, state),
      rows,
      /** Null while it is being counted. */
      total,
      /** '1-50 of 214'; null until the first page arrives. */
      range: page === null ? null : rangeOf(page.page, page.size, rows.length, total),
      /** Index of the first row shown. */
      before: page === null ? 0 : (page.page - 1) * page.size,
      lastPage: lastPage(query.size, total),
      /** Whether there may be a next page. */
      hasNext: total === null ? rows.length === query.size : query.page * query.size < total,
      /** The rows shown belong to an earlier query. */
      busy: state.loading,
      stale: shown === null && page !== null,
      exporting: state.exporting,
      error: state.failure === null ? null : failureText(state.failure),
      search: state.typed ?? query.q,
      /** Why the chosen facility does not limit the rows; null if it does, or none is chosen. */
      whyNotOfFacility: clientId === null ? null : whyNotOfFacility,
      /** Only rows of the chosen facility. */
      ofFacility: clientId !== null && whyNotOfFacility === null,
      /** Only rows that belong on this page, of a list with more. */
      isPart: record === null && Object.keys(at.fixed).length > 0,
      whyAlwaysEmpty: whyAlwaysEmpty(at.name, user),
      /** No filter or search is set that could be cleared. */
      unfiltered: query.q === '' && Object.keys(query.filters).every((name) => name in at.fixed),
    };
  },
);
export type ListView = NonNullable<ReturnType<typeof selectListView>>;

function phaseOf(page: ListPage | null, state: ListsState): ListPhase {
  if (page === null) return state.failure === null ? 'loading' : 'failed';
  if (page.rows.length > 0) return 'full';
  return page.page > 1 && page.total !== 0 ? 'beyond' : 'empty';
}

/** Scroll position when this step of the history was last on screen. */
export const selectScroll = createSelector([selectLists, selectLocation], (state, location) => {
  const step = location?.key ?? '';
  return { step, top: state?.scrolls.find((known) => known.step === step)?.top ?? 0 };
});

/** The page of the whole list, for the page of a part; null if this user may not open it. */
export const selectWholeList = createSelector(
  [selectListAt, selectUser, selectPersistentQuery],
  (at, user, persistentQuery): string | null => {
    const path = at === null || user === null ? null : pathTo(user, at.name);
    return path === null ? null : path + persistentQuery;
  },
);

/** Label of the button that adds to a list. */
const ADDITIONS: Partial<Record<ListName, string>> = {
  users: 'Add user',
  supplierUsers: 'Add user',
  organizations: 'Add organization',
  roles: 'Add role',
  broadcasts: 'New broadcast',
};

/** Where to add to the list at the address; null if this user may not. */
export const selectAddition = createSelector(
  [selectListAt, selectUser, selectPathname, selectPersistentQuery],
  (at, user, pathname, persistentQuery) => {
    const label = at === null ? undefined : ADDITIONS[at.name];
    if (label === undefined || user === null || pathname === null) return null;
    const path = `${pathname.replace(/\/$/, '')}/add`;
    return resolve(user, path).kind === 'screen' ? { label, to: path + persistentQuery } : null;
  },
);
