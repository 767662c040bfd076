/** Fetches whatever page of a list the address asks for; leaving or changing it cancels the call before. */
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../effects';
import type { Task } from 'redux-saga';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { listReloadRequested } from './lists.intents';
import { listFailed, listWanted, pageArrived, totalArrived, type RequestKey } from './lists.reducer';
import { keyOf, selectListRequest, type ListRequest } from './lists.selectors';

export function* loadLists(): SagaGenerator<void> {
  let wanted: RequestKey | null = null;
  let loading: Task | null = null;
  let again = false;
  while (true) {
    const asked = yield* select(selectListRequest);
    const key = asked === null ? null : keyOf(asked);
    if (key !== wanted || again) {
      wanted = key;
      if (loading !== null) yield* cancel(loading);
      yield* put(listWanted({ key }));
      loading = asked === null || key === null ? null : yield* fork(loadPage, asked, key);
    }
    again = (yield* take([pageMoved.type, listReloadRequested.type])).type !== pageMoved.type;
  }
}

function* loadPage({ list, query, clientId }: ListRequest, key: RequestKey): SagaGenerator<void> {
  const { filters, q, sort, page, size } = query;
  const asked = { filters, ...(q !== '' && { q }), ...(clientId !== null && { clientId }) };
  try {
    const answer = yield* call(request<'listSearch'>, 'listSearch', {
      params: { list },
      body: { ...asked, sort, page, size },
    });
    yield* put(pageArrived({ key, page: answer }));
    if (answer.total !== null) return;
    const { total } = yield* call(request<'listTotal'>, 'listTotal', { params: { list }, body: asked });
    yield* put(totalArrived({ key, total }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(listFailed({ failure: error.failure }));
  }
}
