/** Changes filters, order and page by changing the address, which holds them. */
import { call, put, select, type SagaGenerator } from '../../base/runtime/effects';
import { navigateRequested } from '../../navigation/location/location.slice';
import { noticeShown } from '../../base/notices/notices.slice';
import { selectLocation, selectQuery } from '../../navigation/location/location.selectors';
import { pause } from '../../base/clock.saga';
import { droppedText, narrow } from './dependentFilters';
import { nextSort } from './paging';
import { writeQuery, type ListQuery } from './listQuery';
import type { listChanged, listFilterSet, listSearchSubmitted, listSearchTyped, listSortPressed } from './lists.slice';
import { selectListAt, selectListOptions, selectReadQuery } from './lists.selectors';
import { searchOf } from '../../navigation/routes/queryText';

/** A pause of this length (ms) in typing starts the search. */
export const TYPING_PAUSE_MS = 250;

export function* changeList({
  payload: { change, replace = false },
}: Pick<ReturnType<typeof listChanged>, 'payload'>): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  const read = yield* select(selectReadQuery);
  const location = yield* select(selectLocation);
  if (at === null || read === null || location === null) return;
  const query: ListQuery = { ...read.query, page: 1, ...change };
  const { filters, dropped } = narrow(at.definition, query.filters, yield* select(selectListOptions));
  const params = writeQuery(at.definition, at.fixed, { ...query, filters }, yield* select(selectQuery));
  yield* put(navigateRequested({ to: location.pathname + searchOf(params), replace }));
  if (dropped.length > 0) yield* put(noticeShown({ tone: 'info', text: droppedText(dropped) }));
}

export function* setFilter({ payload: { name, values } }: ReturnType<typeof listFilterSet>): SagaGenerator<void> {
  const read = yield* select(selectReadQuery);
  if (read === null) return;
  const { [name]: _old, ...others } = read.query.filters;
  yield* call(changeList, {
    payload: { change: { filters: values.length === 0 ? others : { ...others, [name]: values } } },
  });
}

export function* clearFilters(): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  if (at !== null) yield* call(changeList, { payload: { change: { filters: at.fixed, q: '' } } });
}

export function* sortList({ payload: { column } }: ReturnType<typeof listSortPressed>): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  const read = yield* select(selectReadQuery);
  if (at === null || read === null) return;
  const sort = nextSort(read.query.sort, column, at.definition.sort);
  yield* call(changeList, { payload: { change: { sort } } });
}

/** Only the last keystroke starts a search; none adds a step to the history. */
export function* searchWhileTyping({ payload }: ReturnType<typeof listSearchTyped>): SagaGenerator<void> {
  yield* call(pause, TYPING_PAUSE_MS);
  yield* call(searchFor, payload.text, true);
}

export function* searchNow({ payload }: ReturnType<typeof listSearchSubmitted>): SagaGenerator<void> {
  yield* call(searchFor, payload.text, false);
}

function* searchFor(text: string, replace: boolean): SagaGenerator<void> {
  const q = text.trim();
  const read = yield* select(selectReadQuery);
  if (read !== null && read.query.q !== q) yield* call(changeList, { payload: { change: { q }, replace } });
}
