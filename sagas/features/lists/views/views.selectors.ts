/** The views of the list at the address, and what a view opens. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import { visibleTo, type ListDefinition } from '../../../../contract/lists/list';
import type { ListViewSettings } from '../../../../contract/lists/views.endpoints';
import { failureText } from '../../../base/http/failureText';
import { selectLocation, selectMenuPress } from '../../../navigation/location/location.selectors';
import { ROUTES, rootOf } from '../../../navigation/routes/resolve';
import { isAllowed, type Route } from '../../../navigation/routes/route.types';
import { selectUser } from '../../../session/session.selectors';
import { isSort, visibleColumn } from '../listQuery';
import { selectChosenColumns, selectListAt, selectReadQuery } from '../lists.selectors';
import { selectRecordAt } from '../recordTabs';
import type { ListViewsState, SavedView } from './views.slice';

const selectViewsState = (state: { readonly listViews?: ListViewsState }): ListViewsState | undefined =>
  state.listViews;

/** The list as shown, as a view would save it; null without views: on pages of records and on reports. */
export const selectShownSettings = createSelector(
  [selectListAt, selectReadQuery, selectChosenColumns, selectRecordAt],
  (at, read, chosen, record): ListViewSettings | null => {
    if (at === null || read === null || record !== null || at.route.screen === 'report') return null;
    const { q, sort } = read.query;
    const kept = Object.entries(read.query.filters).filter(
      // Not saved, because changes are stored for some weeks only.
      ([name]) => !(name in at.fixed) && at.definition.filters[name]?.kind !== 'change',
    );
    return {
      part: at.route.path,
      filters: Object.fromEntries(kept),
      q,
      sort,
      columns: chosen.length === 0 ? null : chosen.map(({ name }) => name),
    };
  },
);

/** Equal for settings that show the same. */
function signOf({ part, filters, q, sort, columns }: ListViewSettings): string {
  const set = Object.entries(filters).map(([name, values]) => [name, [...values].sort()] as const);
  return JSON.stringify([part, set.sort(([a], [b]) => a.localeCompare(b)), q, sort, columns]);
}

/** The settings of a view, as the server keeps them. */
const settingsOf = ({ part, filters = {}, q = '', sort = '', columns }: SavedView): ListViewSettings => ({
  part,
  filters,
  q,
  sort,
  columns,
});

export interface ShownView extends SavedView {
  /** What it opens is what is shown now. */
  readonly current: boolean;
  /** What it keeps is not what is shown now, perhaps because a part of it no longer exists. */
  readonly updatable: boolean;
  /** The title of its part; null for the whole list. */
  readonly partTitle: string | null;
}

/** Null where views are not offered. */
export const selectViews = createSelector(
  [selectViewsState, selectListAt, selectShownSettings, selectUser],
  (state, at, shown, user) => {
    if (state === undefined || at === null || shown === null || user === null) return null;
    const loaded = state.lists[at.name];
    const now = signOf(shown);
    return {
      /** Null while they are loading. */
      views:
        loaded?.views.map((view): ShownView => ({
          ...view,
          current: signOf(openingOfView(view, at, user).settings) === now,
          updatable: signOf(settingsOf(view)) !== now,
          partTitle: ROUTES[rootOf(user)].find(({ path }) => path === view.part)?.title ?? null,
        })) ?? null,
      mayShare: loaded?.mayShare ?? false,
      error: state.failure === null ? null : failureText(state.failure),
      saving: state.saving,
      saveFailure: state.saveFailure,
      saves: state.saves,
    };
  },
);

/** The default view, if an entry of the menu led to the list; null otherwise, and until the views are loaded. */
export const selectPressedDefault = createSelector(
  [selectViews, selectMenuPress, selectLocation],
  (state, press, location): ShownView | null => {
    if (location === null || press !== location.pathname + location.search) return null;
    return state?.views?.find((view) => view.default) ?? null;
  },
);

export interface OpenedView {
  /** The page that it opens. */
  readonly route: Route;
  readonly definition: ListDefinition;
  readonly settings: ListViewSettings;
  /** Labels of settings that no longer exist or do not apply to this user. */
  readonly omitted: readonly string[];
}

type ListAt = NonNullable<ReturnType<typeof selectListAt>>;

/** What a view of the list at the address opens for this user, whose permissions apply rather than its author's. */
export function openingOfView(view: SavedView, at: ListAt, user: UserInfo): OpenedView {
  const settings = settingsOf(view);
  const part = ROUTES[rootOf(user)].find(({ path }) => path === view.part);
  const isOpen = part?.list?.name === at.name && isAllowed(part, user);
  const route = isOpen ? part : at.route;
  const isSeen = visibleTo(at.type);
  const omitted: string[] = isOpen ? [] : [`the tab ${part?.title ?? view.part}`];
  const filters = Object.entries(settings.filters).filter(([name]) => {
    const filter = at.definition.filters[name];
    if (filter !== undefined && isSeen(filter)) return true;
    omitted.push(`the filter ${filter?.label ?? name}`);
    return false;
  });
  const labelOf = (name: string): string => at.definition.columns[name]?.label ?? name;
  const isSortKnown = isSort(at.definition, at.type, settings.sort);
  if (!isSortKnown) omitted.push(`the order by ${labelOf(settings.sort.replace(/^-/, ''))}`);
  const columns = settings.columns?.filter((name) => {
    if (visibleColumn(at.definition, at.type, name) !== undefined) return true;
    omitted.push(`the column ${labelOf(name)}`);
    return false;
  });
  return {
    route,
    definition: at.definition,
    settings: {
      ...settings,
      part: route.path,
      filters: Object.fromEntries(filters),
      sort: isSortKnown ? settings.sort : at.definition.sort,
      columns: columns === undefined || columns.length === 0 ? null : columns,
    },
    omitted,
  };
}
