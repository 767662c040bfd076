/** Every change of the applied filter is a step in the history, so Back undoes it. */
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { selectLocation, selectQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested } from '../../../navigation/location/location.slice';
import { selectUser } from '../../../session/session.selectors';
import { searchWith } from './filterAddress';
import {
  DEFAULT_FORM,
  narrowed,
  normalForm,
  sameForm,
  withoutField,
  type FilterForm,
  type FilterPlace,
  type FormInput,
} from './filterForm';
import { selectDashboardAt, selectForm, selectPlace } from './filters.selectors';
import {
  filtersRestored,
  filtersInitialized,
  type FilterSource,
  type filterApplied,
  type filterChipRemoved,
} from './filters.slice';
import { formOf, isRecord, parsed } from './savedFilter';

/** Applies the chosen filter. */
export function* applyFilter({ payload }: ReturnType<typeof filterApplied>): SagaGenerator<void> {
  yield* call(applyFormInput, payload.form, { by: 'chosen' });
}

/** Removes one criterion from the applied filter. */
export function* removeChip({ payload: { field } }: ReturnType<typeof filterChipRemoved>): SagaGenerator<void> {
  const form = yield* select(selectForm);
  if (form === null) return;
  yield* call(applyFormInput, withoutField(form, field), { by: 'chosen' });
}

/** Back to the default filter; the notice offers to undo it. */
export function* clearFilters(): SagaGenerator<void> {
  const before = yield* select(selectForm);
  const dashboard = yield* select(selectDashboardAt);
  if (dashboard === null || before === null || sameForm(before, DEFAULT_FORM)) return;
  yield* call(applyFormInput, DEFAULT_FORM, { by: 'default' });
  const undo = filtersRestored({ dashboard, form: before });
  yield* put(noticeShown({ tone: 'info', text: 'All filters are cleared.', undo }));
}

/** Undoes clearing; on another page, for the next visit of the dashboard. */
export function* restoreFilters({
  payload: { dashboard, form },
}: ReturnType<typeof filtersRestored>): SagaGenerator<void> {
  if ((yield* select(selectDashboardAt)) === dashboard) yield* call(applyFormInput, form, { by: 'chosen' });
  else yield* call(rememberForm, dashboard, form);
}

/** Fields that this dashboard cannot be filtered by are dropped: a saved search of another tab may have them. */
export function* applyFormInput(input: FormInput, source: FilterSource): SagaGenerator<void> {
  const place = yield* select(selectPlace);
  const location = yield* select(selectLocation);
  if (place === null || location === null) return;
  const { dashboard } = place;
  const form = narrowed(input, place);
  const search = searchWith(form, yield* select(selectQuery));
  yield* call(rememberForm, dashboard, form);
  yield* put(filtersInitialized({ dashboard, source, isNext: true }));
  yield* put(navigateRequested({ to: location.pathname + search }));
}

/** The filter applied here earlier in this session, in this tab and by the same user; null if there is none. */
export function* recallForm(place: FilterPlace): SagaGenerator<FilterForm | null> {
  const form = (yield* call(kept))[place.dashboard];
  return isRecord(form) ? narrowed(formOf(form), place) : null;
}

/** Keeps the filter of this dashboard for the rest of the tab's session, for this user only. */
export function* rememberForm(dashboard: Dashboard, form: FormInput): SagaGenerator<void> {
  const storage = yield* port('storage');
  const owner = (yield* select(selectUser))?.userId;
  const forms = { ...(yield* call(kept)), [dashboard]: normalForm(form) };
  yield* call(storage.write, 'dashboardFilters', JSON.stringify({ owner, forms }));
}

function* kept(): SagaGenerator<Readonly<Record<string, unknown>>> {
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const value = parsed((yield* call(storage.read, 'dashboardFilters')) ?? '');
  return isRecord(value) && value['owner'] === user?.userId && isRecord(value['forms']) ? value['forms'] : {};
}
