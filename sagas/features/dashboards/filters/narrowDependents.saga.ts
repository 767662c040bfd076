/**
 * Drops departments of other facilities, specialties of other professions and the like, with a sentence about it.
 * Loaded with the first filter that may have any, because showing a dashboard does not need it.
 */
import type { ChoiceField } from '../../../../contract/dashboards/filter';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { selectAllChoices } from './choices.selectors';
import { withChoice, type FilterForm } from './filterForm';
import { fetchDepartments, fetchDepartmentsOf } from './filterOptions.saga';
import { departmentsOf, selectFilterOptions, selectFilters } from './filters.selectors';
import { draftPruned } from './filters.slice';

const DEPENDENTS: readonly { readonly field: ChoiceField; readonly on: ChoiceField; readonly words: string }[] = [
  { field: 'departmentIds', on: 'clientIds', words: 'department,departments,the chosen facilities' },
  { field: 'specialtyIds', on: 'professionIds', words: 'specialty,specialties,the chosen professions' },
  { field: 'subOfferingIds', on: 'offeringIds', words: 'sub-offering,sub-offerings,the chosen offerings' },
];

/** The form without what does not fit, and a sentence about that; null if all fits, or it is not known. */
function* pruned(form: FilterForm): SagaGenerator<{ readonly form: FilterForm; readonly dropped: string } | null> {
  const choices = yield* select(selectAllChoices);
  const hasOptions = (yield* select(selectFilterOptions)) !== null;
  const { departments } = yield* select(selectFilters);
  let kept = form;
  const dropped: string[] = [];
  for (const { field, on, words } of DEPENDENTS) {
    const values = form[field] ?? [];
    const parents = form[on] ?? [];
    const isKnown = field === 'departmentIds' ? departmentsOf(departments, form)?.choices != null : hasOptions;
    if (parents.length === 0 || !isKnown) continue;
    const fitting = values.filter((id) =>
      choices[field].some(({ value, parent }) => value === id && (parent === undefined || parents.includes(parent))),
    );
    const gone = values.length - fitting.length;
    if (gone === 0) continue;
    const [one, many, of] = words.split(',');
    dropped.push(`${gone} ${gone === 1 ? one : many} not of ${of}`);
    kept = withChoice(kept, field, fitting);
  }
  return dropped.length === 0 ? null : { form: kept, dropped: `Removed: ${dropped.join('; ')}.` };
}

/** Only the last change counts: a change while departments are loading starts over, and closing the drawer ends it. */
export function* narrowDependents(): SagaGenerator<void> {
  yield* call(fetchDepartments);
  const { draft } = yield* select(selectFilters);
  const narrowed = draft === null ? null : yield* call(pruned, draft);
  if (narrowed !== null) yield* put(draftPruned(narrowed));
}

/** The form without what does not fit, with a notice; loads the departments that this depends on. */
export function* fittingForm(form: FilterForm): SagaGenerator<FilterForm> {
  if (form.departmentIds !== undefined && form.clientIds !== undefined) yield* call(fetchDepartmentsOf, form);
  const narrowed = yield* call(pruned, form);
  if (narrowed === null) return form;
  yield* put(noticeShown({ tone: 'info', text: narrowed.dropped }));
  return narrowed.form;
}
