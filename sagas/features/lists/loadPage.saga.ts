/** Loads the list page at the address; leaving or changing it cancels the previous call. */
import type { Task } from 'redux-saga';
import { cancel, fork, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { keyOf, selectListRequest, type ListRequest } from './lists.selectors';
import { listFailed, listReloadRequested, listWanted, pageArrived, totalArrived, type RequestKey } from './lists.slice';
import { attempt } from '../../base/http/attempt.saga';

export function* loadLists(): SagaGenerator<void> {
  let wanted: RequestKey | null = null;
  let loading: Task | null = null;
  let again = false;
  while (true) {
    const listRequest = yield* select(selectListRequest);
    const key = listRequest === null ? null : keyOf(listRequest);
    if (key !== wanted || again) {
      wanted = key;
      if (loading !== null) yield* cancel(loading);
      yield* put(listWanted({ key }));
      loading = listRequest === null || key === null ? null : yield* fork(loadPage, listRequest, key);
    }
    again = (yield* take([pageMoved.type, listReloadRequested.type])).type !== pageMoved.type;
  }
}

function* loadPage({ list, query, clientId }: ListRequest, key: RequestKey): SagaGenerator<void> {
  const { filters, q, sort, page, size } = query;
  const body = { filters, ...(q !== '' && { q }), ...(clientId !== null && { clientId }) };
  const { failure, answer } = yield* attempt(
    request('listSearch', { params: { list }, body: { ...body, sort, page, size } }),
  );
  if (failure) return void (yield* put(listFailed({ failure })));
  yield* put(pageArrived({ list, key, page: answer }));
  if (answer.total !== null) return;
  const counted = yield* attempt(request('listTotal', { params: { list }, body }));
  yield* put(counted.failure ? listFailed({ failure: counted.failure }) : totalArrived({ key, ...counted.answer }));
}
