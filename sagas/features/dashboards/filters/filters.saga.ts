/** The dashboard filters: intents and their workers. */
import type { ChoiceField } from '../../../../contract/dashboards/filter';
import {
  call,
  fork,
  put,
  select,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { applyFilter, clearFilters, removeChip, restoreFilters } from './applyFilter.saga';
import { enterDashboards } from './enterDashboard.saga';
import { withChoice } from './filterForm';
import { fetchDepartments, fetchFilterOptions } from './filterOptions.saga';
import { selectFieldChoices } from './choices.selectors';
import { selectDraft, selectFilters } from './filters.selectors';
import {
  draftPruned,
  filterApplied,
  filterChipRemoved,
  filterDrafted,
  filterDrawerOpened,
  filterOptionsWanted,
  filtersCleared,
  filtersRestored,
} from './filters.slice';

/** Runs for the whole session: the filters of all dashboards and their options. */
export function* watchFilters(): SagaGenerator<void> {
  yield* fork(enterDashboards);
  yield* takeEvery(filterApplied, applyFilter);
  yield* takeEvery(filterChipRemoved, removeChip);
  yield* takeEvery(filtersCleared, clearFilters);
  yield* takeEvery(filtersRestored, restoreFilters);
  yield* takeLatest(filterDrafted, narrowDependents);
  yield* takeLatest(filterDrawerOpened, fetchDepartments);
  yield* takeLeading(filterOptionsWanted, fetchFilterOptions);
}

/** Drops departments of other facilities and specialties of other professions, with a notice. */

const DEPENDENTS: readonly { readonly field: ChoiceField; readonly on: ChoiceField; readonly words: string }[] = [
  { field: 'departmentIds', on: 'clientIds', words: 'department,departments,the chosen facilities' },
  { field: 'specialtyIds', on: 'professionIds', words: 'specialty,specialties,the chosen professions' },
  { field: 'subOfferingIds', on: 'offeringIds', words: 'sub-offering,sub-offerings,the chosen offerings' },
];

/** Only the last change counts: a change while departments are loading starts over. */
export function* narrowDependents(): SagaGenerator<void> {
  yield* call(fetchDepartments);
  const draft = yield* select(selectDraft);
  if (draft === null) return;
  const choices = yield* select(selectFieldChoices);
  const { departments } = yield* select(selectFilters);
  let form = draft;
  const dropped: string[] = [];
  for (const { field, on, words } of DEPENDENTS) {
    const chosen = draft[field] ?? [];
    const isKnown =
      field !== 'departmentIds' ||
      (departments?.choices && departments.clientIds.join()) === (draft.clientIds ?? []).join();
    if (chosen.length === 0 || (draft[on] ?? []).length === 0 || !isKnown) continue;
    const kept = chosen.filter((value) => choices[field].some((choice) => choice.value === value));
    const gone = chosen.length - kept.length;
    if (gone === 0) continue;
    const [one, many, of] = words.split(',');
    dropped.push(`${gone} ${gone === 1 ? one : many} not of ${of}`);
    form = withChoice(form, field, kept);
  }
  if (dropped.length > 0) yield* put(draftPruned({ form, dropped: `Removed: ${dropped.join('; ')}.` }));
}
