/** Changes of the draft, and of the applied filter outside of the drawer; loaded later, because showing needs none. */
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { applyFormInput, ofAllTabs, saveForm } from './applyFilter.saga';
import { DEFAULT_FORM, sameForm, withoutField } from './filterForm';
import { selectDashboardAt, selectForm, selectPlace } from './filters.selectors';
import { filterChipRemoved, filterDrawerClosed, filtersCleared, filtersRestored } from './filters.slice';
import { narrowDrafts } from './narrowDependents.saga';

export function* watchFilterChanges(): SagaGenerator<void> {
  yield* fork(narrowDrafts);
  yield* takeEvery(filterChipRemoved, removeChip);
  yield* takeEvery(filtersCleared, clearFilters);
  yield* takeEvery(filtersRestored, restoreFilters);
}

/** Removes one criterion from the applied filter. */
function* removeChip({ payload: { dashboard, field } }: ReturnType<typeof filterChipRemoved>): SagaGenerator<void> {
  const form = yield* select(selectForm);
  if (form === null || dashboard !== (yield* select(selectDashboardAt))) return;
  yield* call(applyFormInput, withoutField(form, field), { by: 'chosen' });
}

/** Back to the default filter on all tabs; the notice offers to undo it. */
function* clearFilters({ payload: { dashboard } }: ReturnType<typeof filtersCleared>): SagaGenerator<void> {
  const shown = yield* select(selectForm);
  const place = yield* select(selectPlace);
  if (place === null || place.dashboard !== dashboard || shown === null) return;
  const form = yield* call(ofAllTabs, shown, place);
  if (sameForm(form, DEFAULT_FORM)) return void (yield* put(filterDrawerClosed()));
  yield* call(applyFormInput, DEFAULT_FORM, { by: 'default' });
  const undo = filtersRestored({ dashboard, form });
  yield* put(noticeShown({ tone: 'info', text: 'All filters are cleared.', undo, undoes: dashboard }));
}

/** Undoes clearing; on another page, for the next visit of the dashboard. */
function* restoreFilters({ payload: { dashboard, form } }: ReturnType<typeof filtersRestored>): SagaGenerator<void> {
  if ((yield* select(selectDashboardAt)) === dashboard) yield* call(applyFormInput, form, { by: 'chosen' });
  else yield* call(saveForm, dashboard, form);
}
