/** What a person can do with a list. Everything that the address holds goes through `listChanged`. */
import { createAction } from '@reduxjs/toolkit';
import type { ListName } from '../../contract';
import type { ListQuery } from './list.query';

interface ListChange {
  readonly change: Partial<ListQuery>;
  /** Without a step in the history: while somebody types. */
  readonly replace?: boolean;
}

/** Any other change than of the page goes back to the first page. */
export const listChanged = createAction<ListChange>('lists/changed');
/** One filter's values; none takes it off. */
export const listFilterSet = createAction<{ readonly name: string; readonly values: readonly string[] }>(
  'lists/filterSet',
);
export const listFiltersCleared = createAction('lists/filtersCleared');
/** Every letter that is typed into the search field; it is looked for when the person pauses. */
export const listSearchTyped = createAction<{ readonly text: string }>('lists/searchTyped');
/** Look for it now. */
export const listSearchSubmitted = createAction<{ readonly text: string }>('lists/searchSubmitted');
/** A press on the head of a column. */
export const listSortPressed = createAction<{ readonly column: string }>('lists/sortPressed');
export const listReloadRequested = createAction('lists/reloadRequested');
export const listExportRequested = createAction('lists/exportRequested');
/** Which columns to show, in order; null for those of the definition. */
export const listColumnsChosen = createAction<{ readonly list: ListName; readonly columns: readonly string[] | null }>(
  'lists/columnsChosen',
);
/** The filters are about to be used: what they can be set to is wanted. */
export const listOptionsWanted = createAction('lists/optionsWanted');
/** The rows rest at this height, in pixels, at this step of the history. */
export const listScrolled = createAction<{ readonly step: string; readonly top: number }>('lists/scrolled');
