/**
 * Chooses the filter when a dashboard is entered: from the address, else the one applied earlier in this session, else
 * the default saved search, else the default time frame. From then on the address is the state.
 */
import type { Task } from 'redux-saga';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { port } from '../../../base/ports/ports';
import { pageMoved } from '../../../navigation/location/location.slice';
import { selectArrivedBy, selectLocation, selectQuery } from '../../../navigation/location/location.selectors';
import { hasFilterParams, searchWith } from './filterAddress';
import { DEFAULT_FORM, narrowed, sameForm, type FilterForm, type FilterPlace } from './filterForm';
import { parseSaved } from './savedFilter';
import { filtersInitialized, searchChosen, type FilterSource } from './filters.slice';
import { selectDashboardAt, selectDefaultSearch, selectFilters, selectForm, selectPlace } from './filters.selectors';
import { fetchDepartments, fetchFilterOptions } from './filterOptions.saga';
import { chosenForm, ofAllTabs, loadForm, saveForm } from './applyFilter.saga';

/** Leaving the page cancels an entry in progress. */
export function* enterDashboards(): SagaGenerator<void> {
  let at: Dashboard | null = null;
  let entering: Task | null = null;
  while (true) {
    yield* take(pageMoved);
    const dashboard = yield* select(selectDashboardAt);
    const { settled } = yield* select(selectFilters);
    // A link without filters to the dashboard on screen, such as the menu's, chooses the filter as if the dashboard
    // were entered.
    const isAgain = settled === null && (yield* select(selectArrivedBy)) === 'push';
    if (dashboard === at && !isAgain) {
      yield* call(followShown);
      // Back may have changed the facilities, and with them the departments.
      yield* fork(fetchDepartments);
      continue;
    }
    if (entering !== null) yield* cancel(entering);
    if (at !== null) yield* put(filtersInitialized({ dashboard: null, source: { by: 'default' } }));
    at = dashboard;
    const place = yield* select(selectPlace);
    entering = place === null ? null : yield* fork(enter, place);
  }
}

/** After Back or a link, a reload shows the filter on screen, not the last chosen one. */
function* followShown(): SagaGenerator<void> {
  yield* call(saveShown);
  const dashboard = yield* select(selectDashboardAt);
  const form = yield* select(selectForm);
  if (form === null || (yield* select(selectArrivedBy)) !== 'pop') return;
  yield* put(filtersInitialized({ dashboard, source: { by: sameForm(form, DEFAULT_FORM) ? 'default' : 'chosen' } }));
}

/** Stores the filter on screen, unless entering would choose the same: a default search must stay the default. */
function* saveShown(): SagaGenerator<void> {
  const place = yield* select(selectPlace);
  const form = yield* select(selectForm);
  if (place === null || form === null) return;
  if (!sameForm(narrowed(yield* call(chosenForm, place), place), form))
    yield* call(saveForm, place.dashboard, yield* call(ofAllTabs, form, place));
}

function* enter(place: FilterPlace): SagaGenerator<void> {
  const { dashboard } = place;
  if (hasFilterParams(yield* select(selectQuery))) {
    yield* put(filtersInitialized({ dashboard, source: { by: 'address' } }));
    yield* call(saveShown);
    return yield* call(fetchFilterOptions);
  }
  const kept = yield* call(loadForm, dashboard);
  if (kept !== null) {
    const isDefault = sameForm(narrowed(kept, place), DEFAULT_FORM);
    yield* call(settle, dashboard, kept, { by: isDefault ? 'default' : 'session' });
    return yield* call(fetchFilterOptions);
  }
  yield* call(fetchFilterOptions);
  // If the saved searches cannot be loaded, the default applies: showing numbers matters more.
  const search = yield* select(selectDefaultSearch);
  const form = parseSaved(search?.filter ?? '')?.form;
  if (search && form) yield* call(settle, dashboard, form, { by: 'search', id: search.id, name: search.searchName });
  else yield* call(settle, dashboard, DEFAULT_FORM, { by: 'default' });
  // Choosing one that cannot be read says so.
  if (search && !form) yield* put(searchChosen({ id: search.id }));
  yield* call(fetchDepartments);
}

/** Puts the form into the address without a step in the history. */
function* settle(dashboard: Dashboard, kept: FilterForm, source: FilterSource): SagaGenerator<void> {
  const page = yield* port('page');
  const place = yield* select(selectPlace);
  const form = place === null ? kept : narrowed(kept, place);
  const search = searchWith(form, yield* select(selectQuery));
  const location = yield* select(selectLocation);
  if (location !== null && location.search !== search) {
    yield* call(page.replace, location.pathname + search);
    while ((yield* select(selectLocation))?.search !== search) yield* take(pageMoved);
  }
  yield* put(filtersInitialized({ dashboard, source }));
}
