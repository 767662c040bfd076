/** The selected rows, and what can be done with them. */
import { createSelector } from 'reselect';
import { isActionKind, type ActionKind } from '../../../../contract/records/action';
import { RECORD_LISTS, type RecordKind } from '../../../../contract/records/kinds';
import type { ActionableRecord } from '../../../../contract/records/recordActions.endpoints';
import type { RecordActionsState } from '../../recordActions/recordActions.slice';
import { selectListAt, selectListRequest, selectListView, selectLists } from '../lists.selectors';
import type { RequestKey } from '../lists.slice';

const NONE: readonly string[] = [];

/** The list and its filters: a selection survives a change of page, but not of filters. */
export const selectChosenOf = createSelector([selectListRequest], (request): RequestKey | null => {
  if (request === null) return null;
  const { list, query, clientId } = request;
  return JSON.stringify([list, query.filters, query.q, clientId]);
});

/** The ids of the chosen rows, in the order in which they were chosen. */
export const selectChosenIds = createSelector([selectLists, selectChosenOf], (state, of): readonly string[] =>
  state === undefined || of === null || state.chosen.of !== of ? NONE : state.chosen.ids,
);

/** The kind of records that the rows are; null if they are none. */
const selectRowKind = createSelector([selectListView], (view): RecordKind | null => {
  const entries = Object.entries(RECORD_LISTS) as [RecordKind, readonly string[]][];
  return entries.find(([, lists]) => view !== null && lists.includes(view.name))?.[0] ?? null;
});

/** Whether rows can be selected: for actions on them, or to export a part of a report. */
export const selectCanChoose = createSelector(
  [selectRowKind, selectListView],
  (kind, view) => kind !== null || view?.name === 'audit',
);

/** The kind of the rows, if such records have actions. */
export const selectActionKind = createSelector([selectRowKind], (kind): ActionKind | null =>
  kind !== null && isActionKind(kind) ? kind : null,
);

/** By id: the version in which the list at the address has last shown a record. */
const selectVersionsSeen = createSelector([selectLists, selectListAt], (state, at): ReadonlyMap<string, number> => {
  const versions = new Map<string, number>();
  // The newest page is the first one.
  for (const { list, page } of state?.pages ?? []) {
    if (list !== at?.name) continue;
    for (const { id, version } of page.rows) {
      if (version !== undefined && !versions.has(id)) versions.set(id, version);
    }
  }
  return versions;
});

const selectActions = (state: { readonly recordActions?: RecordActionsState }) => state.recordActions;

/** By id: the versions of these records, as far as they are known. */
export const selectKnownVersions = createSelector(
  [selectActions, (_: unknown, ids: readonly string[]) => ids],
  (actions, ids): Readonly<Record<string, number>> =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const record: ActionableRecord | undefined = actions?.known[id];
        return record === undefined ? [] : [[id, record.version]];
      }),
    ),
);

/** Selected records that have changed since the list showed them: an action would apply to an unseen version. */
export const selectChosenUnseen = createSelector(
  [selectChosenIds, selectVersionsSeen, selectActions],
  (ids, seen, actions) =>
    ids.flatMap((id) => {
      const record: ActionableRecord | undefined = actions?.known[id];
      return record !== undefined && record.version > (seen.get(id) ?? Infinity) ? [record] : [];
    }),
);

/** The ids of selected records that the list has shown in a newer version than the one that is known of them. */
export const selectChosenOutdated = createSelector(
  [selectChosenIds, selectVersionsSeen, selectActions],
  (ids, seen, actions) =>
    ids.filter((id) => {
      const record: ActionableRecord | undefined = actions?.known[id];
      return record !== undefined && record.version < (seen.get(id) ?? 0);
    }),
);

/** Whether an action is running. Until it is over, the selected records change because of it. */
export const selectIsActionRunning = createSelector(
  [selectActions],
  (actions) => actions != null && actions.run !== null && !actions.run.isOver,
);

/** The selection in the list at the address. */
export const selectRowSelection = createSelector([selectChosenIds, selectListView], (ids, view) => {
  const chosen = new Set(ids);
  const shown = view?.rows ?? [];
  const here = shown.filter(({ id }) => chosen.has(id)).length;
  return {
    ids,
    chosen,
    /** How many of them are on the page. */
    here,
    /** How much of the page is selected. */
    page: here === 0 ? ('none' as const) : here === shown.length ? ('all' as const) : ('some' as const),
  };
});
