/** The dashboard filters: intents and their workers. */
import { loadCode } from '../../../base/retry.saga';
import { call, fork, race, take, takeLatest, takeLeading, type SagaGenerator } from '../../../base/runtime/effects';
import { applyFormInput } from './applyFilter.saga';
import { enterDashboards } from './enterDashboard.saga';
import { hasDependents, type FilterForm } from './filterForm';
import { fetchFilterOptions, fetchShownDepartments } from './filterOptions.saga';
import type * as NarrowModule from './narrowDependents.saga';
import {
  departmentsRequested,
  filterApplied,
  filterDrafted,
  filterDrawerOpened,
  filterOptionsRequested,
  filtersInitialized,
} from './filters.slice';

/** Runs for the whole session: the filters of all dashboards and their options. */
export function* watchFilters(): SagaGenerator<void> {
  yield* fork(enterDashboards);
  yield* takeLatest(filterApplied, applyFilter);
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

function* fittingLater(form: FilterForm): SagaGenerator<FilterForm> {
  const { fittingForm } = yield* call(loadCode<typeof NarrowModule>, load);
  return yield* call(fittingForm, form);
}

/** Applies the chosen filter, without what does not fit. What is applied before that is known takes its place. */
function* applyFilter({ payload: { form } }: ReturnType<typeof filterApplied>): SagaGenerator<void> {
  const { fitting } = hasDependents(form)
    ? yield* race({ fitting: call(fittingLater, form), other: take(filtersInitialized) })
    : { fitting: form };
  if (fitting) yield* call(applyFormInput, fitting, { by: 'chosen' });
}
