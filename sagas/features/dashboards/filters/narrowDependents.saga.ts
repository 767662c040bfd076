/**
 * Drops departments of other facilities, specialties of other professions and the like, with a sentence about it.
 * Loaded later, because showing a dashboard does not need it.
 */
import type { ChoiceField } from '../../../../contract/dashboards/filter';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { selectAllChoices } from './choices.selectors';
import { withChoice, type FilterForm } from './filterForm';
import { fetchDepartments, fetchDepartmentsOf } from './filterOptions.saga';
import { departmentsOf, selectDashboardAt, selectFilters } from './filters.selectors';
import { draftPruned, filterDrafted } from './filters.slice';

const DEPENDENTS: readonly { readonly field: ChoiceField; readonly on: ChoiceField; readonly words: string }[] = [
  { field: 'departmentIds', on: 'clientIds', words: 'department,departments,the chosen facilities' },
  { field: 'specialtyIds', on: 'professionIds', words: 'specialty,specialties,the chosen professions' },
  { field: 'subOfferingIds', on: 'offeringIds', words: 'sub-offering,sub-offerings,the chosen offerings' },
];

interface Pruned {
  readonly form: FilterForm;
  readonly dropped: string;
}

/** The form without what does not fit, and a sentence about that; null if all fits, or it is not known. */
function* pruned(form: FilterForm, dashboard: Dashboard | null): SagaGenerator<Pruned | null> {
  const filters = yield* select(selectFilters);
  const options = dashboard === null ? null : (filters.options[dashboard] ?? null);
  const choices = selectAllChoices.resultFunc(options, filters, form);
  let kept = form;
  const dropped: string[] = [];
  for (const { field, on, words } of DEPENDENTS) {
    const values = form[field] ?? [];
    const parents = form[on] ?? [];
    const isKnown = field === 'departmentIds' ? departmentsOf(filters, form) != null : options !== null;
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

/** Only the last change counts: a change while departments are loading starts over. */
export function* narrowDrafts(): SagaGenerator<void> {
  // The first draft may be there before this is loaded.
  while (true) {
    const narrowing = yield* fork(narrowDraft);
    yield* take(filterDrafted);
    yield* cancel(narrowing);
  }
}

function* narrowDraft(): SagaGenerator<void> {
  if ((yield* select(selectFilters)).draft === null) return;
  yield* call(fetchDepartments);
  // Closing the drawer ends it.
  const { draft } = yield* select(selectFilters);
  const narrowed = draft === null ? null : yield* call(pruned, draft, yield* select(selectDashboardAt));
  if (narrowed !== null) yield* put(draftPruned(narrowed));
}

/** The form without what does not fit, with a notice; loads the departments, during which the page may be left. */
export function* fittingForm(form: FilterForm): SagaGenerator<FilterForm> {
  const dashboard = yield* select(selectDashboardAt);
  if (form.departmentIds !== undefined && form.clientIds !== undefined) yield* call(fetchDepartmentsOf, form);
  const narrowed = yield* call(pruned, form, dashboard);
  if (narrowed === null) return form;
  yield* put(noticeShown({ tone: 'info', text: narrowed.dropped }));
  return narrowed.form;
}
