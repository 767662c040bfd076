import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { departmentsArrived, filterOptionsArrived, filterOptionsFailed } from './filters.slice';
import { selectDashboardAt, selectDraft, selectFields, selectFilterOptions, selectFilters } from './filters.selectors';
import { attempt } from '../../../base/http/attempt.saga';

/** Once per dashboard and session; saving a search reloads them. */
export function* fetchFilterOptions(): SagaGenerator<void> {
  if ((yield* select(selectFilterOptions)) === null) yield* call(refetchFilterOptions);
  yield* call(fetchDepartments);
}

/** Fetches the choices of the dashboard at the address; a failure is shown where they are offered. */
export function* refetchFilterOptions(): SagaGenerator<void> {
  const dashboard = yield* select(selectDashboardAt);
  if (dashboard === null) return;
  const { answer: options } = yield* attempt(request('dashboardFilters', { query: { dashboard } }));
  yield* put(options === null ? filterOptionsFailed() : filterOptionsArrived({ dashboard, options }));
}

/** Departments of the chosen facilities, when the chips need their names or the drawer is open. */
export function* fetchDepartments(): SagaGenerator<void> {
  const form = yield* select(selectDraft);
  const { drawer, departments } = yield* select(selectFilters);
  const offered = (yield* select(selectFields)).includes('departmentIds');
  if (form === null || !offered || (drawer === null && form.departmentIds === undefined)) return;
  const clientIds = [...(form.clientIds ?? [])];
  if (departments?.choices && departments.clientIds.join() === clientIds.join()) return;
  const { answer } = yield* attempt(request('dashboardDepartments', { body: { clientIds } }));
  // After a failure the field has no options; changing the facility or opening the drawer retries.
  yield* put(departmentsArrived({ clientIds, choices: answer?.departments ?? null }));
}
