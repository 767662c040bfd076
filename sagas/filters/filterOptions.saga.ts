import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { departmentsArrived, filterOptionsArrived, filterOptionsFailed } from './filters.events';
import { selectDashboardAt, selectDraft, selectFields, selectFilterOptions, selectFilters } from './filters.selectors';

/** Once a dashboard and session; what was saved since has been folded in, and asking again is free to fail. */
export function* fetchFilterOptions(): SagaGenerator<void> {
  if ((yield* select(selectFilterOptions)) === null) yield* call(refetchFilterOptions);
  yield* call(fetchDepartments);
}

export function* refetchFilterOptions(): SagaGenerator<void> {
  const dashboard = yield* select(selectDashboardAt);
  if (dashboard === null) return;
  try {
    const options = yield* call(request<'dashboardFilters'>, 'dashboardFilters', { query: { dashboard } });
    yield* put(filterOptionsArrived({ dashboard, options }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(filterOptionsFailed());
  }
}

/** Of the facilities in the form, as far as they are wanted: for names in the chips, and for the drawer. */
export function* fetchDepartments(): SagaGenerator<void> {
  const form = yield* select(selectDraft);
  const { drawer, departments } = yield* select(selectFilters);
  const offered = (yield* select(selectFields)).includes('departmentIds');
  if (form === null || !offered || (drawer === null && form.departmentIds === undefined)) return;
  const clientIds = [...(form.clientIds ?? [])];
  if (departments !== null && departments.clientIds.join() === clientIds.join()) return;
  try {
    const answer = yield* call(request<'dashboardDepartments'>, 'dashboardDepartments', { body: { clientIds } });
    yield* put(departmentsArrived({ clientIds, choices: answer.departments }));
  } catch (error) {
    // The field says that it has no choices; changing the facility or opening the drawer asks again.
    if (!(error instanceof CallFailed)) throw error;
  }
}
