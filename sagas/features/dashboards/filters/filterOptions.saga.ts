import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import type { FilterForm } from './filterForm';
import { departmentsArrived, filterOptionsArrived, filterOptionsFailed } from './filters.slice';
import {
  departmentsOf,
  selectDashboardAt,
  selectDraft,
  selectFields,
  selectFilterOptions,
  selectFilters,
  selectOptionsStatus,
} from './filters.selectors';
import { attempt } from '../../../base/http/attempt.saga';

/** Once per dashboard and session, and again after a failure; saving a search reloads them. */
export function* fetchFilterOptions(): SagaGenerator<void> {
  const dashboard = yield* select(selectDashboardAt);
  const options = yield* select(selectFilterOptions);
  const status = yield* select(selectOptionsStatus);
  if (dashboard !== null && (options === null || status !== 'there')) yield* call(refetchFilterOptions, dashboard);
  yield* call(fetchDepartments);
}

/**
 * Fetches the choices of a dashboard, which may have been left by now; a failure is shown where they are offered. The
 * answer may be older than what was saved meanwhile of the cards and their statuses, which stays.
 */
export function* refetchFilterOptions(dashboard: Dashboard): SagaGenerator<void> {
  const before = (yield* select(selectFilters)).options[dashboard];
  const { answer } = yield* attempt(request('dashboardFilters', { query: { dashboard } }));
  if (answer === null) return void (yield* put(filterOptionsFailed({ dashboard })));
  const { widgetStatuses, widgetPreferences } = (yield* select(selectFilters)).options[dashboard] ?? answer;
  const options = {
    ...answer,
    ...(widgetStatuses !== before?.widgetStatuses && { widgetStatuses }),
    ...(widgetPreferences !== before?.widgetPreferences && { widgetPreferences }),
  };
  yield* put(filterOptionsArrived({ dashboard, options }));
}

/** Departments of the chosen facilities, when the chips need their names or the drawer is open. */
export function* fetchDepartments(): SagaGenerator<void> {
  const form = yield* select(selectDraft);
  const { drawer } = yield* select(selectFilters);
  if (drawer !== null || form?.departmentIds !== undefined) yield* call(fetchShownDepartments);
}

/** Departments of the facilities on screen. */
export function* fetchShownDepartments(): SagaGenerator<void> {
  const form = yield* select(selectDraft);
  if (form !== null) yield* call(fetchDepartmentsOf, form);
}

/** Departments of the facilities of a form, unless they are there. */
export function* fetchDepartmentsOf(form: FilterForm): SagaGenerator<void> {
  const offered = (yield* select(selectFields)).includes('departmentIds');
  if (!offered || departmentsOf(yield* select(selectFilters), form)) return;
  const clientIds = [...(form.clientIds ?? [])];
  const { answer } = yield* attempt(request('dashboardDepartments', { body: { clientIds } }));
  yield* put(departmentsArrived({ clientIds, choices: answer?.departments ?? null }));
}
