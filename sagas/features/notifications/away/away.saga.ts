/** Shows what arrived during the user's last absence, keeps the counts up to date, and opens the panel with it. */
import type { Action } from '@reduxjs/toolkit';
import { attempt } from '../../../base/http/attempt.saga';
import { pause } from '../../../base/clock.saga';
import { port } from '../../../base/ports/ports';
import {
  call,
  cancel,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { selectUser } from '../../../session/session.selectors';
import { peerSettled } from '../../../session/tabs/peers.saga';
import { postSettled } from '../../../session/tabs/postSettled.saga';
import { request } from '../../../session/token/request.saga';
import { eventsApplied } from '../feed/feed.slice';
import { findShown, panelTabChosen } from '../notifications.intents';
import { EMPTY_FIND_FORM } from '../panel/find.slice';
import { selectPanel, selectMarkAllRead } from '../panel/panel.selectors';
import { panelOpened } from '../panel/panel.slice';
import { awayArrived, awayDismissed, awayLinkOpened, awayReducers, selectAway } from './away.slice';

/** Changes to several notifications arrive one after the other. */
const DEBOUNCE_MS = 500;

/** Something was read, finished, snoozed or settled. */
const hasChanged = (action: Action): boolean =>
  eventsApplied.match(action) && action.payload.events.some(({ changed }) => changed !== undefined);

/** A late part, loaded after an absence. */
export function* watchAway(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, awayReducers);
  const following = yield* takeEvery(awayLinkOpened, follow);
  const refreshing = yield* takeLatest(hasChanged, refresh);
  const loading = yield* fork(load);
  const others = yield* takeEvery(peerSettled, followPeer);
  const { payload } = yield* take(awayDismissed);
  yield* cancel([following, refreshing, loading, others]);
  if (payload.elsewhere) return;
  const { until } = payload;
  yield* postSettled('away', until);
  // A failure is not shown: at worst the summary appears once more.
  yield* attempt(request('dismissAway', { body: { until } }));
}

/** Another tab has dismissed the absence that this tab shows or is about to show. */
function* followPeer({ payload: { queue, entityId } }: ReturnType<typeof peerSettled>): SagaGenerator<void> {
  const until = (yield* select(selectAway))?.absence?.until ?? (yield* select(selectUser))?.awayUntil;
  if (queue === 'away' && entityId === until) yield* put(awayDismissed({ until, elsewhere: true }));
}

function* refresh(): SagaGenerator<void> {
  yield* call(pause, DEBOUNCE_MS);
  yield* load();
}

/** After a failure nothing is shown, or the counts stay until the next event. */
function* load(): SagaGenerator<void> {
  const { answer } = yield* attempt(request('whileAway', {}));
  if (answer !== null) yield* put(awayArrived(answer));
}

/** The panel shows exactly the counted notifications. */
function* follow({ payload: { kind } }: ReturnType<typeof awayLinkOpened>): SagaGenerator<void> {
  const tab = (yield* select(selectAway))?.kinds.find((each) => each.kind === kind)?.tab;
  const { open } = yield* select(selectPanel);
  if (!open) yield* put(panelOpened({ reading: yield* select(selectMarkAllRead), ...(tab && { tab }) }));
  else if (tab) yield* put(panelTabChosen({ tab }));
  yield* put(findShown({ wanted: { ...EMPTY_FIND_FORM, kind: kind ?? '', away: 'yes' } }));
}
