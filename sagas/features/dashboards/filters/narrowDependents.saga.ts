/**
 * Drops departments of other facilities, specialties of other professions and the like from the draft, with a notice.
 * Loaded with the first change of a draft, because showing a dashboard does not need it.
 */
import type { ChoiceField } from '../../../../contract/dashboards/filter';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { selectFieldChoices } from './choices.selectors';
import { withChoice } from './filterForm';
import { fetchDepartments } from './filterOptions.saga';
import { departmentsOf, selectDraft, selectFilters } from './filters.selectors';
import { draftPruned } from './filters.slice';

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
    const isKnown = field !== 'departmentIds' || departmentsOf(departments, draft)?.choices != null;
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
