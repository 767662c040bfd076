/** The dashboard filters: intents and their workers. */
import { loadCode } from '../../../base/retry.saga';
import { call, fork, takeEvery, takeLatest, takeLeading, type SagaGenerator } from '../../../base/runtime/effects';
import { applyFilter, clearFilters, removeChip, restoreFilters } from './applyFilter.saga';
import { enterDashboards } from './enterDashboard.saga';
import { fetchFilterOptions, fetchShownDepartments } from './filterOptions.saga';
import type * as NarrowModule from './narrowDependents.saga';
import {
  departmentsRequested,
  filterApplied,
  filterChipRemoved,
  filterDrafted,
  filterDrawerOpened,
  filterOptionsRequested,
  filtersCleared,
  filtersRestored,
} from './filters.slice';

/** Runs for the whole session: the filters of all dashboards and their options. */
export function* watchFilters(): SagaGenerator<void> {
  yield* fork(enterDashboards);
  yield* takeEvery(filterApplied, applyFilter);
  yield* takeEvery(filterChipRemoved, removeChip);
  yield* takeEvery(filtersCleared, clearFilters);
  yield* takeEvery(filtersRestored, restoreFilters);
  yield* takeLatest(filterDrafted, narrowLater);
  yield* takeLatest([filterDrawerOpened, departmentsRequested], fetchShownDepartments);
  yield* takeLeading(filterOptionsRequested, fetchFilterOptions);
}

const load = (): Promise<typeof NarrowModule> =>
  import(/* webpackChunkName: "filter-sagas" */ './narrowDependents.saga');

function* narrowLater(): SagaGenerator<void> {
  const { narrowDependents } = yield* call(loadCode<typeof NarrowModule>, load);
  yield* call(narrowDependents);
}
