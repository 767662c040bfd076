/** Saving, choosing and deleting saved searches; loaded with the first of these. */
import { CHOICE_FIELDS } from '../../../../contract/dashboards/filter';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import {
  call,
  cancel,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLeading,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { applyFormInput } from './applyFilter.saga';
import { normalForm, withUnoffered, type FilterForm, type FilterPlace } from './filterForm';
import { refetchFilterOptions } from './filterOptions.saga';
import { selectAllChoices } from './choices.selectors';
import { selectDashboardAt, selectFilterOptions, selectFilters, selectPlace } from './filters.selectors';
import { TAKES_PLACE } from './filters.saga';
import {
  filterApplied,
  filterDrawerClosed,
  savingBegun,
  savingEnded,
  searchChosen,
  searchDeleted,
  searchSaveRequested,
  type SavedSearch,
  type SearchToSave,
} from './filters.slice';
import { fittingForm } from './narrowDependents.saga';
import { parseSaved, savedText, type SavedChip, type SavedFilter } from './savedFilter';
import { attempt, type Attempt } from '../../../base/http/attempt.saga';

const DEFAULT_ALREADY_SET = 'Cannot make this search default because it is already set to another search.';

/** A late part: saves, deletes and applies saved searches. */
export function* watchSavedSearches(): SagaGenerator<void> {
  // A second press while saving is ignored.
  yield* takeLeading(searchSaveRequested, saveSearch);
  yield* takeLeading(searchDeleted, deleteSearch);
  yield* takeEvery(searchChosen, chooseSearch);
}

/** Saves a search, and applies it unless a filter is chosen meanwhile, which takes its place, or the tab is left. */
export function* saveSearch({ payload: search }: ReturnType<typeof searchSaveRequested>): SagaGenerator<void> {
  const place = yield* select(selectPlace);
  if (place === null) return;
  const newer = yield* fork(newerChoice);
  const saved = yield* call(storeSearch, search, place);
  const isNewest = newer.isRunning();
  yield* cancel(newer);
  const now = yield* select(selectPlace);
  const isStill = now?.dashboard === place.dashboard && now.tab === place.tab;
  if (saved !== null && search.apply && isNewest && isStill)
    yield* call(applyFormInput, saved.form, { by: 'search', id: saved.id, name: saved.name });
}

/** Ends when another filter is chosen, or the drawer is closed. */
function* newerChoice(): SagaGenerator<void> {
  yield* take([filterApplied, ...TAKES_PLACE]);
}

/** What can be applied of a search. */
interface StoredSearch {
  readonly id: string;
  readonly name: string;
  readonly form: FilterForm;
}

/**
 * Stores a search, or what changed of one; a second default is refused with a notice. Null if it is not stored, or its
 * filter was not changed.
 */
function* storeSearch(search: SearchToSave, place: FilterPlace): SagaGenerator<StoredSearch | null> {
  const { dashboard } = place;
  const { form: input, apply: _, ...facts } = search;
  const kept = (yield* savedOn(dashboard)).find(({ id }) => id === search.id);
  yield* put(savingBegun());
  const before = kept === undefined ? null : parseSaved(kept.filter);
  const form = input === undefined ? null : yield* call(wholeForm, input, before, place);
  if (search.default && (yield* hasOtherDefault(dashboard, search.id))) {
    yield* put(savingEnded({ failure: DEFAULT_ALREADY_SET }));
    yield* put(noticeShown({ tone: 'warning', text: DEFAULT_ALREADY_SET }));
    return null;
  }
  const searchName = search.searchName?.trim();
  const body = {
    ...facts,
    dashboard,
    ...(searchName !== undefined && { searchName }),
    ...(form !== null && { filter: yield* call(textOf, form, before, dashboard) }),
  };
  const attempted = yield* attempt(request('saveDashboardFilter', { body }, { stays: true }));
  const isUpdate = search.id !== null && form !== null;
  const name = searchName ?? kept?.searchName ?? '';
  yield* endSaving(dashboard, attempted, `The search '${name}' has been ${isUpdate ? 'updated' : 'saved'}.`);
  return attempted.answer === null || form === null ? null : { id: attempted.answer.id, name, form };
}

/** Asks the server before it says so: another tab may have removed that default. */
function* hasOtherDefault(dashboard: Dashboard, id: string | null): SagaGenerator<boolean> {
  const isOther = (other: SavedSearch) => other.default && other.id !== id;
  if (!(yield* savedOn(dashboard)).some(isOther)) return false;
  yield* call(refetchFilterOptions, dashboard);
  return (yield* savedOn(dashboard)).some(isOther);
}

function* savedOn(dashboard: Dashboard): SagaGenerator<readonly SavedSearch[]> {
  return (yield* select(selectFilters)).options[dashboard]?.savedFilters ?? [];
}

/** Deletes a search, with a notice. */
function* deleteSearch({ payload: { id } }: ReturnType<typeof searchDeleted>): SagaGenerator<void> {
  const dashboard = yield* select(selectDashboardAt);
  if (dashboard === null) return;
  const name = (yield* select(selectFilterOptions))?.savedFilters.find((search) => search.id === id)?.searchName;
  yield* put(savingBegun());
  const attempted = yield* attempt(request('deleteDashboardFilter', { params: { id } }, { stays: true }));
  yield* endSaving(dashboard, attempted, `The search '${name ?? ''}' has been deleted.`);
}

/** Applies a saved search; one that cannot be read is kept, with a notice. */
function* chooseSearch({ payload: { id } }: ReturnType<typeof searchChosen>): SagaGenerator<void> {
  const search = (yield* select(selectFilterOptions))?.savedFilters.find((each) => each.id === id);
  if (search === undefined) return;
  const saved = parseSaved(search.filter);
  if (saved === null) {
    const text = `The search '${search.searchName}' cannot be read, so it is not applied. Update it or delete it under Filters.`;
    yield* put(noticeShown({ tone: 'warning', text }));
    return;
  }
  yield* call(applyFormInput, saved.form, { by: 'search', id, name: search.searchName });
  yield* put(filterDrawerClosed());
}

/**
 * Without what does not fit. An update keeps what the page did not offer, which may be left by now, unless all was
 * cleared.
 */
function* wholeForm(input: FilterForm, before: SavedFilter | null, place: FilterPlace): SagaGenerator<FilterForm> {
  const { isCleared } = yield* select(selectFilters);
  const form = yield* call(fittingForm, input);
  return before === null || isCleared ? normalForm(form) : withUnoffered(form, before.form, place);
}

/** Saved with the labels of the chosen values, which may be deleted later. */
function* textOf(form: FilterForm, before: SavedFilter | null, dashboard: Dashboard): SagaGenerator<string> {
  const filters = yield* select(selectFilters);
  const choices = selectAllChoices.resultFunc(filters.options[dashboard] ?? null, filters, form);
  const chips = CHOICE_FIELDS.flatMap((field): readonly SavedChip[] =>
    (form[field] ?? []).flatMap((value) => {
      const isIt = (each: { readonly value: string }) => each.value === value;
      const known = choices[field].find(isIt) ?? before?.chips.find((chip) => chip.field === field && isIt(chip));
      const label = known?.label;
      return label === undefined ? [] : [{ field, value, label }];
    }),
  );
  return savedText({ form, chips });
}

/** The server's refusal has a sentence: a duplicate name, a second default, or a deleted search. */
function* endSaving(dashboard: Dashboard, attempted: Attempt<unknown>, done: string): SagaGenerator<void> {
  if (attempted.failure === null) yield* call(refetchFilterOptions, dashboard);
  const text = attempted.failure && (attempted.serverText ?? failureText(attempted.failure));
  yield* put(savingEnded({ failure: text }));
  yield* put(noticeShown(text === null ? { tone: 'positive', text: done } : { tone: 'negative', text }));
}
