/** Departments belong to facilities and specialties to professions: what no longer fits is dropped, and said. */
import { call, put, select, type SagaGenerator } from '../effects';
import type { ChoiceField } from '../../contract/dashboard';
import { withChoice } from './filter.form';
import { draftPruned } from './filters.events';
import { fetchDepartments } from './filterOptions.saga';
import { selectDraft, selectFieldChoices, selectFilters } from './filters.selectors';

const DEPENDENTS: readonly { readonly field: ChoiceField; readonly on: ChoiceField; readonly words: string }[] = [
  { field: 'departmentIds', on: 'clientIds', words: 'department,departments,the chosen facilities' },
  { field: 'specialtyIds', on: 'professionIds', words: 'specialty,specialties,the chosen professions' },
  { field: 'subOfferingIds', on: 'offeringIds', words: 'sub-offering,sub-offerings,the chosen offerings' },
];

/** The last change counts: another one while the departments are on their way starts over. */
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
    const isKnown = field !== 'departmentIds' || departments?.clientIds.join() === (draft.clientIds ?? []).join();
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
