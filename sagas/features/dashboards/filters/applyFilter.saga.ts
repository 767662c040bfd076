/** Applies and keeps filters. Every change of the applied filter is a step in the history, so Back undoes it. */
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { isRecord, parsed } from '../../../base/json';
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
  withUnoffered,
  type FilterForm,
  type FilterPlace,
  type FormInput,
} from './filterForm';
import { selectDefaultSearch, selectFilters, selectPlace } from './filters.selectors';
import { filtersInitialized, type FilterSource } from './filters.slice';
import { formOf, parseSaved } from './savedFilter';

/**
 * Shows what this tab can be filtered by; the rest is kept for the other tabs. What was chosen here leaves theirs as it
 * was; a saved search, the default and what was chosen after Clear All do not.
 */
export function* applyFormInput(input: FormInput, source: FilterSource): SagaGenerator<void> {
  const place = yield* select(selectPlace);
  const location = yield* select(selectLocation);
  if (place === null || location === null) return;
  const { dashboard } = place;
  const search = searchWith(narrowed(input, place), yield* select(selectQuery));
  const isOfThisTab = source.by === 'chosen' && !(yield* select(selectFilters)).isCleared;
  yield* call(saveForm, dashboard, isOfThisTab ? yield* call(ofAllTabs, input, place) : input);
  yield* put(filtersInitialized({ dashboard, source, isNext: true }));
  yield* put(navigateRequested({ to: location.pathname + search }));
}

/**
 * The filter applied earlier in this session, in this browser tab and by the same user, with the fields of all tabs of
 * the dashboard; null if there is none.
 */
export function* loadForm(dashboard: Dashboard): SagaGenerator<FilterForm | null> {
  const form = (yield* call(kept))[dashboard];
  return isRecord(form) ? formOf(form) : null;
}

/** What was chosen on all tabs of the dashboard on screen: in this session, else by the default saved search. */
export function* chosenForm({ dashboard }: FilterPlace): SagaGenerator<FilterForm> {
  const search = yield* select(selectDefaultSearch);
  return (yield* call(loadForm, dashboard)) ?? parseSaved(search?.filter ?? '')?.form ?? DEFAULT_FORM;
}

/** The filter of this tab with what was chosen on the others. */
export function* ofAllTabs(form: FormInput, place: FilterPlace): SagaGenerator<FilterForm> {
  return withUnoffered(form, yield* call(chosenForm, place), place);
}

/** Keeps the filter of this dashboard for the rest of the tab's session, for this user only. */
export function* saveForm(dashboard: Dashboard, form: FormInput): SagaGenerator<void> {
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
