/** The lists domain: what a person does with a list, and which saga sees to it. */
import type { Action } from '@reduxjs/toolkit';
import { call, fork, takeEvery, takeLatest, takeLeading, type SagaGenerator } from '../effects';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { changeList, clearFilters, searchNow, searchWhileTyping, setFilter, sortList } from './changeList.saga';
import { exportList } from './exportList.saga';
import { chooseColumns, recallColumns } from './listColumns.saga';
import { fetchListOptions, fetchNamesInUse } from './listOptions.saga';
import {
  listChanged,
  listColumnsChosen,
  listExportRequested,
  listFiltersCleared,
  listFilterSet,
  listOptionsWanted,
  listSearchSubmitted,
  listSearchTyped,
  listSortPressed,
} from './lists.intents';
import { pageArrived } from './lists.reducer';
import { loadLists } from './loadList.saga';

export function* watchLists(): SagaGenerator<void> {
  yield* call(recallColumns);
  yield* fork(loadLists);
  yield* takeEvery(listChanged, changeList);
  yield* takeEvery(listFilterSet, setFilter);
  yield* takeEvery(listFiltersCleared, clearFilters);
  yield* takeEvery(listSortPressed, sortList);
  yield* takeEvery(listColumnsChosen, chooseColumns);
  yield* takeLatest(concernsSearch, search);
  yield* takeLeading(listOptionsWanted, fetchListOptions);
  yield* takeEvery(pageArrived, fetchNamesInUse);
  // A second press while the file is on its way asks for nothing new.
  yield* takeLeading(listExportRequested, exportList);
}

/** Going elsewhere, but not following what was typed: see `replace` of searchWhileTyping. */
const concernsSearch = (action: Action): boolean =>
  listSearchTyped.match(action) ||
  listSearchSubmitted.match(action) ||
  listFiltersCleared.match(action) ||
  (pageMoved.match(action) && action.payload.by !== 'replace');

/** What is typed waits for a pause; searching now, clearing or going elsewhere takes the place of what still waits. */
function* search(action: Action): SagaGenerator<void> {
  if (listSearchTyped.match(action)) yield* call(searchWhileTyping, action);
  if (listSearchSubmitted.match(action)) yield* call(searchNow, action);
}
