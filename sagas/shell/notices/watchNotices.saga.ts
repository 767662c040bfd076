/** Lets notices go after a while, and waits for whoever is still reading. */
import { call, put, race, take, takeEvery, type SagaGenerator } from '../../effects';
import { port } from '../../ports';
import { callRefused } from '../../session/session.events';
import { pause } from '../../time.saga';
import { noticeShown } from './notices.actions';
import { noticeDismissed, noticesHeld, noticesReleased } from './notices.intents';

export const NOTICE_LIFE_MS = 5_000;
export const UNDO_LIFE_MS = 10_000;

export function* watchNotices(): SagaGenerator<void> {
  yield* takeEvery(callRefused, warn);
  yield* takeEvery(noticeShown, live);
}

function* warn(): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'warning', text: 'Unauthorized access.' }));
}

/** What is left of its time when somebody begins to read is left when they are done. */
function* live({ payload: { id, undo } }: ReturnType<typeof noticeShown>): SagaGenerator<void> {
  const clock = yield* port('clock');
  let left = undo === undefined ? NOTICE_LIFE_MS : UNDO_LIFE_MS;
  while (left > 0) {
    const since = yield* call(clock.now);
    const { held } = yield* race({ over: call(pause, left), held: take(noticesHeld) });
    if (!held) break;
    left -= (yield* call(clock.now)) - since;
    yield* take(noticesReleased);
  }
  yield* put(noticeDismissed({ id }));
}
