/** Filters, order and page are kept in the address: changing them is going there. */
import { put, select, type SagaGenerator } from '../effects';
import { navigateRequested } from '../shell/navigation/navigation.actions';
import { selectLocation, selectQuery } from '../shell/shell.selectors';
import { writeQuery } from './list.query';
import type { listChanged } from './lists.intents';
import { selectListAt, selectReadQuery } from './lists.selectors';

export function* changeList({
  payload: { change, replace = false },
}: Pick<ReturnType<typeof listChanged>, 'payload'>): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  const read = yield* select(selectReadQuery);
  const location = yield* select(selectLocation);
  if (at === null || read === null || location === null) return;
  const query = { ...read.query, page: 1, ...change };
  const params = writeQuery(at.definition, at.fixed, query, yield* select(selectQuery)).toString();
  yield* put(navigateRequested({ to: `${location.pathname}${params === '' ? '' : `?${params}`}`, replace }));
}

export function* clearFilters(): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  if (at !== null) yield* changeList({ payload: { change: { filters: at.fixed, q: '' } } });
}
