/** Fetches the broadcast at the address; another address, or leaving, cancels the call. */
import type { Task } from 'redux-saga';
import {
  all,
  call,
  cancel,
  fork,
  put,
  select,
  take,
  takeEvery,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { selectKeptQuery, selectPathname } from '../../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../../navigation/location/location.slice';
import { request } from '../../../session/token/request.saga';
import { keyOf, selectBroadcastRequest, type BroadcastRequest } from './broadcast.selectors';
import {
  broadcastArrived,
  broadcastRequested,
  broadcastFailed,
  broadcastReloadRequested,
  recipientsChosen,
} from './broadcast.slice';
import { pageBecameVisible } from '../../../base/pageSignals.saga';
import { attempt } from '../../../base/http/attempt.saga';

/** Loads the broadcast at the address and a page of its recipients, again whenever the tab becomes visible. */
export function* watchBroadcastPage(): SagaGenerator<void> {
  yield* takeEvery(recipientsChosen, choose);
  yield* fork(follow);
}

function* follow(): SagaGenerator<void> {
  let wanted: string | null = null;
  let loading: Task | null = null;
  let again = false;
  while (true) {
    const pageRequest = yield* select(selectBroadcastRequest);
    const key = pageRequest === null ? null : keyOf(pageRequest);
    if (key !== wanted || again) {
      wanted = key;
      if (loading !== null) yield* cancel(loading);
      loading = pageRequest === null ? null : yield* fork(load, pageRequest);
    }
    const { type } = yield* take([pageMoved.type, broadcastReloadRequested.type, pageBecameVisible.type]);
    again = type !== pageMoved.type;
  }
}

function* load(pageRequest: BroadcastRequest): SagaGenerator<void> {
  const { entityId, show, page } = pageRequest;
  const params = { entityId };
  const query = { page, ...(show !== 'all' && { accepted: show === 'accepted' }) };
  yield* put(broadcastRequested());
  const { failure, answer } = yield* attempt(
    all({
      broadcast: call(request<'broadcast'>, 'broadcast', { params }),
      recipients: call(request<'broadcastRecipients'>, 'broadcastRecipients', { params, query }),
    }),
  );
  yield* put(failure ? broadcastFailed({ failure }) : broadcastArrived({ key: keyOf(pageRequest), ...answer }));
}

function* choose({ payload: { show, page } }: ReturnType<typeof recipientsChosen>): SagaGenerator<void> {
  const pathname = yield* select(selectPathname);
  if (pathname === null) return;
  const query = new URLSearchParams(yield* select(selectKeptQuery));
  if (show !== 'all') query.set('show', show);
  if (page > 0) query.set('page', String(page + 1));
  const search = query.toString();
  yield* put(navigateRequested({ to: search === '' ? pathname : `${pathname}?${search}` }));
}
