/** The lists domain: what a person does with a list, and which saga sees to it. */
import { call, fork, takeEvery, takeLatest, takeLeading, type SagaGenerator } from '../effects';
import { changeList, clearFilters } from './changeList.saga';
import { exportList } from './exportList.saga';
import { chooseColumns, recallColumns } from './listColumns.saga';
import { fetchListOptions } from './listOptions.saga';
import {
  listChanged,
  listColumnsChosen,
  listExportRequested,
  listFiltersCleared,
  listOptionsWanted,
} from './lists.intents';
import { loadLists } from './loadList.saga';

export function* watchLists(): SagaGenerator<void> {
  yield* call(recallColumns);
  yield* fork(loadLists);
  yield* takeEvery(listChanged, changeList);
  yield* takeEvery(listFiltersCleared, clearFilters);
  yield* takeEvery(listColumnsChosen, chooseColumns);
  yield* takeLatest(listOptionsWanted, fetchListOptions);
  // A second press while the file is on its way asks for nothing new.
  yield* takeLeading(listExportRequested, exportList);
}
