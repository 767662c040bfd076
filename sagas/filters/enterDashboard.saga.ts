/**
 * Settles what a dashboard is filtered by when it is entered: what the address says, else what held earlier in this
 * session, else the default saved search, else the default time frame. From then on the address is the state.
 */
import type { Task } from 'redux-saga';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../effects';
import type { Dashboard } from '../../contract/dashboardFilters.endpoints';
import { port } from '../ports';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { selectLocation, selectQuery } from '../shell/shell.selectors';
import { hasFilterParams, searchWith } from './filter.address';
import { DEFAULT_FORM, narrowed, sameForm, type FilterForm } from './filter.form';
import { parseSaved } from './filter.text';
import { filtersSettled } from './filters.events';
import { selectDashboardAt, selectFilterOptions, selectPlace } from './filters.selectors';
import type { Won } from './filters.state';
import { fetchFilterOptions } from './filterOptions.saga';
import { recallForm } from './sessionForms.saga';

/** Going elsewhere ends an entering that is still under way. */
export function* enterDashboards(): SagaGenerator<void> {
  let at: Dashboard | null = null;
  let entering: Task | null = null;
  while (true) {
    yield* take(pageMoved);
    const dashboard = yield* select(selectDashboardAt);
    if (dashboard === at) continue;
    if (entering !== null) yield* cancel(entering);
    if (at !== null) yield* put(filtersSettled({ dashboard: null, won: { by: 'default' } }));
    at = dashboard;
    entering = dashboard === null ? null : yield* fork(enter, dashboard);
  }
}

function* enter(dashboard: Dashboard): SagaGenerator<void> {
  if (hasFilterParams(yield* select(selectQuery))) {
    yield* put(filtersSettled({ dashboard, won: { by: 'address' } }));
    return yield* call(fetchFilterOptions);
  }
  const kept = yield* call(recallForm, dashboard);
  if (kept !== null) {
    yield* call(settle, dashboard, kept, { by: sameForm(kept, DEFAULT_FORM) ? 'default' : 'session' });
    return yield* call(fetchFilterOptions);
  }
  yield* call(fetchFilterOptions);
  // Where the searches did not come the default holds: numbers are worth more.
  const search = (yield* select(selectFilterOptions))?.savedFilters.find((each) => each.default);
  const saved = search === undefined ? null : parseSaved(search.filter);
  if (search === undefined || saved === null) return yield* call(settle, dashboard, DEFAULT_FORM, { by: 'default' });
  yield* call(settle, dashboard, saved.form, { by: 'search', name: search.searchName });
  yield* call(fetchFilterOptions);
}

/** The form goes into the address without a step in the history, and holds from then on. */
function* settle(dashboard: Dashboard, kept: FilterForm, won: Won): SagaGenerator<void> {
  const page = yield* port('page');
  const place = yield* select(selectPlace);
  const form = place === null ? kept : narrowed(kept, place);
  const search = searchWith(form, yield* select(selectQuery));
  const location = yield* select(selectLocation);
  if (location !== null && location.search !== search) {
    yield* call(page.replace, location.pathname + search);
    while ((yield* select(selectLocation))?.search !== search) yield* take(pageMoved);
  }
  yield* put(filtersSettled({ dashboard, won }));
}
