/**
 * The query is in the address: changing filters, order or page changes the address, and the page it names is loaded.
 */
import type { Task } from 'redux-saga';
import type { Failure } from '../../../machines/failure';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { navigateRequested, pageMoved } from '../../navigation/location/location.slice';
import { noticeShown } from '../../base/notices/notices.slice';
import { selectLocation, selectQuery } from '../../navigation/location/location.selectors';
import { pause } from '../../base/clock.saga';
import { droppedText, narrow } from './dependentFilters';
import { nextSort, writeQuery, type ListQuery } from './listQuery';
import {
  criteriaOf,
  keyOf,
  selectListAt,
  selectListOptions,
  selectListRequest,
  selectReadQuery,
  type ListRequest,
} from './lists.selectors';
import {
  listFailed,
  listReloadRequested,
  listRequested,
  pageArrived,
  totalArrived,
  type RequestKey,
  type listChanged,
  type listFilterSet,
  type listSearchSubmitted,
  type listSearchTyped,
  type listSortPressed,
} from './lists.slice';
import { searchOf } from '../../navigation/routes/queryText';
import { retryUntilAnswered } from '../../base/retry.saga';
import { attempt } from '../../base/http/attempt.saga';
import { request } from '../../session/token/request.saga';
import { selectPressedDefault } from './views/views.selectors';

/** A pause of this length (ms) in typing starts the search. */
const TYPING_PAUSE_MS = 250;

/** Changes the query and goes to its address; filters that no longer fit are dropped with a notice. */
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
  // Before the navigation: a caller that waits for the page to move must not miss it.
  if (dropped.length > 0) yield* put(noticeShown({ tone: 'info', text: droppedText(dropped) }));
  yield* put(navigateRequested({ to: location.pathname + searchOf(params), replace }));
}

/** Sets one filter; no values remove it. */
export function* setFilter({ payload: { name, values } }: ReturnType<typeof listFilterSet>): SagaGenerator<void> {
  const read = yield* select(selectReadQuery);
  if (read === null) return;
  const { [name]: _old, ...others } = read.query.filters;
  yield* call(changeList, {
    payload: { change: { filters: values.length === 0 ? others : { ...others, [name]: values } } },
  });
}

/** Removes the search and all filters but those that the page fixes. */
export function* clearFilters(): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  if (at !== null) yield* call(changeList, { payload: { change: { filters: at.fixed, q: '' } } });
}

/** Orders by a column, or by its next order. */
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

/** Searches without waiting for a pause in typing. */
export function* searchNow({ payload }: ReturnType<typeof listSearchSubmitted>): SagaGenerator<void> {
  yield* call(searchFor, payload.text, false);
}

function* searchFor(text: string, replace: boolean): SagaGenerator<void> {
  const q = text.trim();
  const read = yield* select(selectReadQuery);
  if (read !== null && read.query.q !== q) yield* call(changeList, { payload: { change: { q }, replace } });
}

/**
 * Loads the list page at the address; leaving or changing it cancels the previous call. After a press of the menu the
 * default view usually takes its place, so it waits for that to be decided.
 */
export function* loadLists(): SagaGenerator<void> {
  let wanted: RequestKey | null = null;
  let loading: Task | null = null;
  let reloads = false;
  let waits = false;
  while (true) {
    const listRequest = yield* select(selectListRequest);
    const key = listRequest === null ? null : keyOf(listRequest);
    if (key !== wanted || reloads || waits) {
      wanted = key;
      waits = !reloads && (yield* select(selectPressedDefault)) !== null;
      if (loading !== null) yield* cancel(loading);
      yield* put(listRequested({ key }));
      loading = listRequest === null || key === null || waits ? null : yield* fork(loadPage, listRequest, key);
    }
    reloads = (yield* take([pageMoved.type, listReloadRequested.type])).type !== pageMoved.type;
  }
}

/** While the server is unreachable the list shows this, and loads automatically afterwards. */
function* loadPage(listRequest: ListRequest, key: RequestKey): SagaGenerator<void> {
  const { list, query } = listRequest;
  const { sort, page, size } = query;
  const body = criteriaOf(listRequest);
  const search = () => request('listSearch', { params: { list }, body: { ...body, sort, page, size } });
  const { failure, answer } = yield* attempt(retryUntilAnswered(search, { failed: showFailure }));
  if (failure) return yield* showFailure(failure);
  yield* put(pageArrived({ list, key, page: answer }));
  if (answer.total !== null) return;
  const counted = yield* attempt(request('listTotal', { params: { list }, body }));
  yield* put(counted.failure ? listFailed({ failure: counted.failure }) : totalArrived({ key, ...counted.answer }));
}

function* showFailure(failure: Failure): SagaGenerator<void> {
  yield* put(listFailed({ failure }));
}
