/** Every change of what is in effect is a step in the history: Back takes it back. */
import { call, put, select, type SagaGenerator } from '../effects';
import { navigateRequested } from '../shell/navigation/navigation.actions';
import { selectLocation, selectQuery } from '../shell/shell.selectors';
import { noticeShown } from '../shell/notices/notices.actions';
import { searchWith } from './filter.address';
import { DEFAULT_FORM, narrowed, sameForm, withBilling, withChoice, withoutRange, type FormInput } from './filter.form';
import { filtersSettled } from './filters.events';
import type { filterApplied, filterChipRemoved } from './filters.intents';
import { filtersRestored } from './filters.intents';
import { selectForm, selectPlace } from './filters.selectors';
import type { Won } from './filters.state';
import { rememberForm } from './sessionForms.saga';

export function* applyFilter({ payload }: ReturnType<typeof filterApplied>): SagaGenerator<void> {
  yield* call(putInEffect, payload.form, { by: 'chosen' });
}

export function* removeChip({ payload: { field } }: ReturnType<typeof filterChipRemoved>): SagaGenerator<void> {
  const form = yield* select(selectForm);
  if (form === null) return;
  const without =
    field === 'dateRange'
      ? withoutRange(form)
      : field === 'billingTimeFrame'
        ? withBilling(form, null)
        : withChoice(form, field, []);
  yield* call(putInEffect, without, { by: 'chosen' });
}

export function* clearFilters(): SagaGenerator<void> {
  const before = yield* select(selectForm);
  if (before === null || sameForm(before, DEFAULT_FORM)) return;
  yield* call(putInEffect, DEFAULT_FORM, { by: 'default' });
  yield* put(noticeShown({ tone: 'info', text: 'All filters are cleared.', undo: filtersRestored({ form: before }) }));
}

export function* restoreFilters({ payload }: ReturnType<typeof filtersRestored>): SagaGenerator<void> {
  yield* call(putInEffect, payload.form, { by: 'chosen' });
}

/** What the place cannot be filtered by, as another tab's saved search may have it, is not taken over. */
export function* putInEffect(asked: FormInput, won: Won): SagaGenerator<void> {
  const place = yield* select(selectPlace);
  const location = yield* select(selectLocation);
  if (place === null || location === null) return;
  const { dashboard } = place;
  const form = narrowed(asked, place);
  const search = searchWith(form, yield* select(selectQuery));
  yield* call(rememberForm, dashboard, form);
  yield* put(navigateRequested({ to: location.pathname + search }));
  yield* put(filtersSettled({ dashboard, won }));
}
