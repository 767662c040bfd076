/** Saving, choosing and deleting saved searches; loaded with the first of these. */
import { CHOICE_FIELDS } from '../../../../contract/dashboards/filter';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, put, select, takeEvery, takeLeading, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { applyFormInput } from './applyFilter.saga';
import { normalForm, withUnoffered, type FilterForm, type FilterPlace } from './filterForm';
import { refetchFilterOptions } from './filterOptions.saga';
import { selectAllChoices } from './choices.selectors';
import { selectDashboardAt, selectFilterOptions, selectFilters, selectPlace } from './filters.selectors';
import {
  filterDrawerClosed,
  savingBegun,
  savingEnded,
  searchChosen,
  searchDeleted,
  searchSaveRequested,
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

/** Saves a search, or what changed of one; a second default is refused with a notice. */
export function* saveSearch({ payload: search }: ReturnType<typeof searchSaveRequested>): SagaGenerator<void> {
  const place = yield* select(selectPlace);
  const saved = (yield* select(selectFilterOptions))?.savedFilters ?? [];
  if (place === null) return;
  const { dashboard } = place;
  if (search.default && saved.some((other) => other.default && other.id !== search.id)) {
    yield* put(noticeShown({ tone: 'warning', text: DEFAULT_ALREADY_SET }));
    return;
  }
  const { form: input, apply = false, ...facts } = search;
  const kept = saved.find(({ id }) => id === search.id);
  yield* put(savingBegun());
  const before = kept === undefined ? null : parseSaved(kept.filter);
  const form = input === undefined ? null : yield* call(wholeForm, input, before, place);
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
  // The user may have moved to another dashboard in the meantime.
  const isStill = (yield* select(selectDashboardAt)) === dashboard;
  if (attempted.answer !== null && apply && form !== null && isStill)
    yield* call(applyFormInput, form, { by: 'search', id: attempted.answer.id, name });
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
