/** The selected rows, and what can be done with them. */
import { createSelector } from 'reselect';
import { isActionKind, type ActionKind } from '../../../../contract/records/action';
import { RECORD_LISTS, type RecordKind } from '../../../../contract/records/kinds';
import { selectListRequest, selectListView, selectLists } from '../lists.selectors';
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

/** The selection in the list at the address. */
export const selectChosenRows = createSelector([selectChosenIds, selectListView], (ids, view) => {
  const chosen = new Set(ids);
  const shown = view?.rows ?? [];
  const here = shown.filter(({ id }) => chosen.has(id)).length;
  return {
    ids,
    chosen,
    /** How much of the page is selected. */
    page: here === 0 ? ('none' as const) : here === shown.length ? ('all' as const) : ('some' as const),
  };
});
