import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { departmentsArrived, filterOptionsArrived, filterOptionsFailed } from './filters.slice';
import { selectDashboardAt, selectDraft, selectFields, selectFilterOptions, selectFilters } from './filters.selectors';
import { attempt } from '../../../base/http/attempt.saga';

/** Once per dashboard and session, and again after a failure; saving a search reloads them. */
export function* fetchFilterOptions(): SagaGenerator<void> {
  const dashboard = yield* select(selectDashboardAt);
  const options = yield* select(selectFilterOptions);
  const { optionsStatus } = yield* select(selectFilters);
  if (dashboard !== null && (options === null || optionsStatus !== 'there'))
    yield* call(refetchFilterOptions, dashboard);
  yield* call(fetchDepartments);
}

/** Fetches the choices of a dashboard, which may have been left by now; a failure is shown where they are offered. */
export function* refetchFilterOptions(dashboard: Dashboard): SagaGenerator<void> {
  const { answer: options } = yield* attempt(request('dashboardFilters', { query: { dashboard } }));
  const now = yield* select(selectDashboardAt);
  const isOther = now !== null && now !== dashboard;
  if (options !== null) yield* put(filterOptionsArrived({ dashboard, options, ...(isOther && { isOther }) }));
  else if (!isOther) yield* put(filterOptionsFailed());
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
