/** The dashboard filters: intents and their workers. */
import { tryToLoad } from '../../../base/retry.saga';
import { call, fork, race, take, takeLatest, takeLeading, type SagaGenerator } from '../../../base/runtime/effects';
import { applyFormInput } from './applyFilter.saga';
import { enterDashboards } from './enterDashboard.saga';
import { mayNotFit, type FilterForm } from './filterForm';
import { fetchFilterOptions, fetchShownDepartments } from './filterOptions.saga';
import {
  departmentsRequested,
  filterApplied,
  filterDrafted,
  filterDrawerClosed,
  filterDrawerOpened,
  filterOptionsRequested,
  filtersInitialized,
} from './filters.slice';

/** Runs for the whole session: the filters of all dashboards and their options. */
export function* watchFilters(): SagaGenerator<void> {
  yield* fork(enterDashboards);
  yield* takeLatest(filterApplied, applyFilter);
  yield* takeLatest([filterDrawerOpened, departmentsRequested], fetchShownDepartments);
  yield* takeLeading(filterOptionsRequested, fetchFilterOptions);
}

const load = () => import(/* webpackChunkName: "filter-sagas" */ './narrowDependents.saga');

/** The form without what does not fit; as it is where that cannot be found out, as the chips mark what does not fit. */
function* fittingLater(form: FilterForm): SagaGenerator<FilterForm> {
  const part = yield* tryToLoad(load);
  return part === null ? form : yield* call(part.fittingForm, form);
}

export const TAKES_PLACE = [filtersInitialized, filterDrafted, filterDrawerClosed];
/**
 * Applies the chosen filter, without what does not fit. What is chosen before that is known takes its place;
 * closing the drawer cancels it.
 */
function* applyFilter({ payload: { form } }: ReturnType<typeof filterApplied>): SagaGenerator<void> {
  const { fitting } = mayNotFit(form)
    ? yield* race({ fitting: call(fittingLater, form), other: take(TAKES_PLACE) })
    : { fitting: form };
  if (fitting) yield* call(applyFormInput, fitting, { by: 'chosen' });
}
