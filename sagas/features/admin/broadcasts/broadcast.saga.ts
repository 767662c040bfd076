/** Fetches the broadcast at the address; another address, or leaving, cancels the call. */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { pause } from '../../../base/clock.saga';
import {
  all,
  call,
  cancel,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { selectPersistentQuery, selectPathname } from '../../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../../navigation/location/location.slice';
import { request } from '../../../session/token/request.saga';
import { keyOf, selectBroadcastRequest, type BroadcastRequest } from './broadcast.selectors';
import {
  broadcastArrived,
  broadcastRequested,
  broadcastFailed,
  broadcastReloadRequested,
  recipientsChosen,
  recipientsSearched,
} from './broadcast.slice';
import { watchFollowUps } from './followUp.saga';
import { recordsChanged } from '../../realtime/realtime.slice';
import { selectAttention } from '../../notifications/toasts/toasts.slice';
import { pageBecameVisible } from '../../../base/pageSignals.saga';
import { attempt } from '../../../base/http/attempt.saga';

/** Loads the broadcast at the address and a page of its recipients, again whenever the tab becomes visible. */
export function* watchBroadcastPage(): SagaGenerator<void> {
  yield* takeEvery(recipientsChosen, choose);
  yield* takeLatest([recipientsSearched.type, recipientsChosen.type, pageMoved.type], search);
  yield* takeLatest(recordsChanged, refresh);
  yield* fork(watchFollowUps);
  yield* fork(follow);
}

/** Acceptances that come together are shown together. */
const DEBOUNCE_MS = 300;
/** Open pages reload this often, so that the server keeps notifying them of changes. */
const POLL_MS = 20_000;
const TYPING_PAUSE_MS = 300;

function* refresh({ payload: { ids } }: ReturnType<typeof recordsChanged>): SagaGenerator<void> {
  const entityId = (yield* select(selectBroadcastRequest))?.entityId;
  if (entityId === undefined || !ids.includes(entityId)) return;
  yield* call(pause, DEBOUNCE_MS);
  yield* put(broadcastReloadRequested());
}

function* lookAgain(): SagaGenerator<void> {
  while (true) {
    const { loaded } = yield* race({ loaded: take(broadcastArrived), waited: call(pause, POLL_MS) });
    if (loaded === undefined && (yield* select(selectAttention))?.visible !== false)
      yield* put(broadcastReloadRequested());
  }
}

/** Typing waits for a pause; another choice, or leaving, cancels it. */
function* search(action: Action): SagaGenerator<void> {
  if (!recipientsSearched.match(action)) return;
  yield* call(pause, TYPING_PAUSE_MS);
  yield* put(recipientsChosen({ words: action.payload.words }));
}

function* follow(): SagaGenerator<void> {
  let wanted: string | null = null;
  let loading: Task | null = null;
  let looking: Task | null = null;
  let again = false;
  while (true) {
    const pageRequest = yield* select(selectBroadcastRequest);
    const key = pageRequest === null ? null : keyOf(pageRequest);
    if (key !== wanted || again) {
      wanted = key;
      if (loading !== null) yield* cancel(loading);
      loading = pageRequest === null ? null : yield* fork(load, pageRequest);
    }
    if (pageRequest !== null) looking ??= yield* fork(lookAgain);
    else if (looking !== null) {
      yield* cancel(looking);
      looking = null;
    }
    const { type } = yield* take([pageMoved.type, broadcastReloadRequested.type, pageBecameVisible.type]);
    again = type !== pageMoved.type;
  }
}

function* load(pageRequest: BroadcastRequest): SagaGenerator<void> {
  const { entityId, show, words, page } = pageRequest;
  const params = { entityId };
  const query = { page, ...(show !== 'all' && { accepted: show === 'accepted' }), ...(words !== '' && { q: words }) };
  yield* put(broadcastRequested());
  const { failure, answer } = yield* attempt(
    all({
      broadcast: call(request<'broadcast'>, 'broadcast', { params }),
      recipients: call(request<'broadcastRecipients'>, 'broadcastRecipients', { params, query }),
    }),
  );
  if (failure) return void (yield* put(broadcastFailed({ failure })));
  // Past the last page there is no one: fewer match than when the address was made.
  if (page > 0 && answer.recipients.rows.length === 0) return yield* goTo({ ...pageRequest, page: 0 }, true);
  yield* put(broadcastArrived({ key: keyOf(pageRequest), ...answer }));
}

function* choose({ payload }: ReturnType<typeof recipientsChosen>): SagaGenerator<void> {
  const shown = yield* select(selectBroadcastRequest);
  // Each pause of typing would otherwise be a step back.
  if (shown !== null) yield* goTo({ ...shown, page: 0, ...payload }, payload.words !== undefined);
}

function* goTo({ show, words, page }: Omit<BroadcastRequest, 'entityId'>, replace: boolean): SagaGenerator<void> {
  const pathname = yield* select(selectPathname);
  if (pathname === null) return;
  const query = new URLSearchParams(yield* select(selectPersistentQuery));
  if (show !== 'all') query.set('show', show);
  if (words.trim() !== '') query.set('q', words.trim());
  if (page > 0) query.set('page', String(page + 1));
  const search = query.toString();
  yield* put(
    navigateRequested({ to: search === '' ? pathname : `${pathname}?${search}`, ...(replace && { replace }) }),
  );
}
