/** The tabs above a list: their addresses, and how many rows each has. */
import { createSelector } from 'reselect';
import { lists } from '../../../../contract/lists/catalog';
import { visibleTo, type ListDefinition, type ListName } from '../../../../contract/lists/list';
import { selectClientId, selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { selectTabRoutes } from '../../../navigation/menus/siblingReports.selectors';
import { searchOf, type Filters } from '../../../navigation/routes/queryText';
import { rootOf } from '../../../navigation/routes/resolve';
import type { Route } from '../../../navigation/routes/route.types';
import { selectUser } from '../../../session/session.selectors';
import { takeValues } from '../filterValues';
import { writeQuery, type ListQuery } from '../listQuery';
import { selectListAt, selectLists, selectReadQuery } from '../lists.selectors';
import type { RequestKey } from '../lists.slice';

type ListAt = NonNullable<ReturnType<typeof selectListAt>>;

interface Tab {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
  readonly list: ListName;
  /** Its own filters and those that are kept: the same as on its page. */
  readonly filters: Filters;
}

/** Filters stay from tab to tab, if the other list has them, except `own`, which one of the two tabs stands for. */
function keptFilters({ type }: ListAt, own: Filters, query: ListQuery, definition: ListDefinition): Filters {
  const kept = Object.entries(query.filters).flatMap(([name, given]): [string, readonly string[]][] => {
    const filter = definition.filters[name];
    if (name in own || filter === undefined || !visibleTo(type)(filter)) return [];
    const { values } = takeValues(filter, given, type);
    return values.length === 0 ? [] : [[name, values]];
  });
  return Object.fromEntries(kept);
}

interface TabList {
  readonly list: { readonly name: ListName; readonly fixed: Filters };
  readonly definition: ListDefinition;
}

function listOf({ list }: Route): TabList | null {
  if (list === undefined) return null;
  return { list: { name: list.name, fixed: { ...list.fixed } }, definition: lists[list.name] };
}

/** Whether the whole list is filtered as the tab is, for example by a link of a dashboard. */
const isSelected = (fixed: Filters, filters: Filters): boolean =>
  Object.keys(fixed).length > 0 &&
  Object.entries(fixed).every(
    ([name, values]) => [...(filters[name] ?? [])].sort().join() === [...values].sort().join(),
  );

const selectTabs = createSelector(
  [selectTabRoutes, selectListAt, selectReadQuery, selectUser, selectPersistentQuery],
  (routes, at, read, user, persistentQuery): readonly Tab[] => {
    if (at === null || read === null || user === null) return [];
    const { query } = read;
    const selected =
      Object.keys(at.fixed).length > 0
        ? undefined
        : routes.find(
            ({ route }) => route.list?.name === at.name && isSelected({ ...route.list.fixed }, query.filters),
          );
    const here = selected?.route ?? at.route;
    const own: Filters = selected?.route.list?.fixed ?? at.fixed;
    return routes.flatMap(({ label, route }) => {
      const target = listOf(route);
      if (target === null) return [];
      const { name, fixed } = target.list;
      const filters = { ...keptFilters(at, { ...own, ...fixed }, query, target.definition), ...fixed };
      const sort = name === at.name ? query.sort : target.definition.sort;
      // Columns of the address are those of this tab; others have their own.
      const columns = route === here ? query.columns : null;
      const params = writeQuery(
        target.definition,
        fixed,
        { ...query, filters, sort, columns, page: 1 },
        new URLSearchParams(persistentQuery),
      );
      const to = `/${rootOf(user)}/${route.path}${searchOf(params)}`;
      return { label, to, current: route === here, list: name, filters };
    });
  },
);

/** One request for all tabs of a list: a count for each of `selections`, in their order. */
export interface CountRequest {
  readonly list: ListName;
  readonly q: string;
  readonly clientId: string | null;
  readonly selections: readonly Filters[];
}

/** Equal for requests that count the same. */
export const countKey = (request: CountRequest): RequestKey => JSON.stringify(request);

/** The counts to request, one for each list that the tabs show. */
export const selectCountRequests = createSelector(
  [selectTabs, selectReadQuery, selectClientId],
  (tabs, read, clientId): readonly CountRequest[] => {
    const names = [...new Set(tabs.map(({ list }) => list))];
    const selectionsOf = (name: ListName) => tabs.filter(({ list }) => list === name).map(({ filters }) => filters);
    return names.map((list) => ({ list, q: read?.query.q ?? '', clientId, selections: selectionsOf(list) }));
  },
);

export interface ShownTab {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
  /** Null until known. */
  readonly count: number | null;
}

/** The tabs of the list at the address; empty for a list without tabs. */
export const selectListTabs = createSelector(
  [selectTabs, selectCountRequests, selectLists],
  (tabs, requests, state): readonly ShownTab[] =>
    tabs.map(({ label, to, current, list, filters }) => {
      const request = requests.find((each) => each.list === list);
      const totals = request === undefined ? null : (state?.counts[countKey(request)] ?? null);
      return { label, to, current, count: totals?.[request?.selections.indexOf(filters) ?? -1] ?? null };
    }),
);

/** The last count of the tab at the address; null until known. */
export const selectCountHere = (state: Parameters<typeof selectListTabs>[0]): number | null =>
  selectListTabs(state).find(({ current }) => current)?.count ?? null;

/** The same if it is newer than the rows, so that they may have changed; null otherwise. */
export const selectNewCount = (state: Parameters<typeof selectListTabs>[0]): number | null =>
  selectLists(state)?.countsAreNewer === true ? selectCountHere(state) : null;
