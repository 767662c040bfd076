/** Fetches the broadcast that the address shows; another address, or leaving, cancels the call before. */
import type { Task } from 'redux-saga';
import { all, call, cancel, fork, put, select, take, takeEvery, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { pageLookedAt } from '../session/session.events';
import { navigateRequested, pageMoved } from '../shell/navigation/navigation.actions';
import { selectCarriedQuery, selectPathname } from '../shell/shell.selectors';
import { broadcastReloadRequested, recipientsChosen } from './broadcast.intents';
import { broadcastArrived, broadcastAsked, broadcastFailed } from './broadcast.reducer';
import { keyOf, selectBroadcastAsked, type BroadcastAsked } from './broadcast.selectors';

export function* watchBroadcastPage(): SagaGenerator<void> {
  yield* takeEvery(recipientsChosen, choose);
  yield* fork(follow);
}

function* follow(): SagaGenerator<void> {
  let wanted: string | null = null;
  let loading: Task | null = null;
  let again = false;
  while (true) {
    const asked = yield* select(selectBroadcastAsked);
    const key = asked === null ? null : keyOf(asked);
    if (key !== wanted || again) {
      wanted = key;
      if (loading !== null) yield* cancel(loading);
      loading = asked === null ? null : yield* fork(load, asked);
    }
    const { type } = yield* take([pageMoved.type, broadcastReloadRequested.type, pageLookedAt.type]);
    again = type !== pageMoved.type;
  }
}

function* load(asked: BroadcastAsked): SagaGenerator<void> {
  const { entityId, show, page } = asked;
  const params = { entityId };
  const query = { page, ...(show !== 'all' && { accepted: show === 'accepted' }) };
  yield* put(broadcastAsked());
  try {
    const answers = yield* all({
      broadcast: call(request<'broadcast'>, 'broadcast', { params }),
      recipients: call(request<'broadcastRecipients'>, 'broadcastRecipients', { params, query }),
    });
    yield* put(broadcastArrived({ key: keyOf(asked), ...answers }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(broadcastFailed({ failure: error.failure }));
  }
}

function* choose({ payload: { show, page } }: ReturnType<typeof recipientsChosen>): SagaGenerator<void> {
  const pathname = yield* select(selectPathname);
  if (pathname === null) return;
  const query = new URLSearchParams(yield* select(selectCarriedQuery));
  if (show !== 'all') query.set('show', show);
  if (page > 0) query.set('page', String(page + 1));
  const search = query.toString();
  yield* put(navigateRequested({ to: search === '' ? pathname : `${pathname}?${search}` }));
}
