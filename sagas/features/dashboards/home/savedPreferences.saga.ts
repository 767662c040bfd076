/** What is saved of the cards and statuses of the home dashboard. */
import type { Action } from '@reduxjs/toolkit';
import type { Failure } from '../../../../machines/failure';
import { call, put, race, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { refetchFilterOptions } from '../filters/filterOptions.saga';
import { selectFilters } from '../filters/filters.selectors';
import { filterOptionsArrived, type FilterOptions } from '../filters/filters.slice';

/** Whether what is saved for the home dashboard is known. */
export const isSavedKnown = (state: Parameters<typeof selectFilters>[0]): boolean =>
  selectFilters(state).options.HOME !== undefined;

/** What was saved is known at once, because the next change may follow before it could be fetched. */
export function* keepSaved(saved: Partial<FilterOptions>): SagaGenerator<void> {
  const { options, optionsStatus } = yield* select(selectFilters);
  const { HOME: home } = options;
  if (home !== undefined) yield* put(filterOptionsArrived({ dashboard: 'HOME', options: { ...home, ...saved } }));
  // The rest may be older than a failure to fetch it.
  if (optionsStatus.HOME !== 'there') yield* call(refetchFilterOptions, 'HOME');
}

/** Fetches it, unless the page does so first. Returns whether it is known. */
export function* loadSaved(): SagaGenerator<boolean> {
  const hasArrived = (action: Action) => filterOptionsArrived.match(action) && action.payload.dashboard === 'HOME';
  yield* race({ own: call(refetchFilterOptions, 'HOME'), other: take(hasArrived) });
  return yield* select(isSavedKnown);
}

/** Another tab has saved meanwhile. */
export const isConflict = (failure: Failure): boolean => failure.kind === 'refused' && failure.code === 'conflict';

/** Fetches what another tab has saved. Returns whether that succeeded. */
export function* refetched(): SagaGenerator<boolean> {
  yield* call(refetchFilterOptions, 'HOME');
  return (yield* select(selectFilters)).optionsStatus.HOME === 'there';
}
