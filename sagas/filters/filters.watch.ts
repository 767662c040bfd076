/** The filters domain: what a person does with the filters of a dashboard, and which saga sees to it. */
import { fork, takeEvery, takeLatest, takeLeading, type SagaGenerator } from '../effects';
import { applyFilter, clearFilters, removeChip, restoreFilters } from './applyFilter.saga';
import { narrowDependents } from './dependents.saga';
import { enterDashboards } from './enterDashboard.saga';
import { fetchDepartments, fetchFilterOptions } from './filterOptions.saga';
import {
  filterApplied,
  filterChipRemoved,
  filterDrafted,
  filterDrawerOpened,
  filterOptionsWanted,
  filtersCleared,
  filtersRestored,
  searchChosen,
  searchDeleted,
  searchSaved,
} from './filters.intents';
import { chooseSearch, deleteSearch, saveSearch } from './savedSearches.saga';

export function* watchFilters(): SagaGenerator<void> {
  yield* fork(enterDashboards);
  yield* takeEvery(filterApplied, applyFilter);
  yield* takeEvery(filterChipRemoved, removeChip);
  yield* takeEvery(filtersCleared, clearFilters);
  yield* takeEvery(filtersRestored, restoreFilters);
  yield* takeLatest(filterDrafted, narrowDependents);
  yield* takeLatest(filterDrawerOpened, fetchDepartments);
  yield* takeLeading(filterOptionsWanted, fetchFilterOptions);
  // A second press while one is on its way saves nothing twice.
  yield* takeLeading(searchSaved, saveSearch);
  yield* takeLeading(searchDeleted, deleteSearch);
  yield* takeEvery(searchChosen, chooseSearch);
}
