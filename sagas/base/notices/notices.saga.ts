/** Expires notices, and pauses while the pointer or the focus is on them. */
import { pause } from '../clock.saga';
import { expireAfter } from '../expireAfter.saga';
import { call, put, select, takeEvery, type SagaGenerator } from '../runtime/effects';
import {
  noticeDismissed,
  noticeShown,
  noticeUndoOver,
  noticesHeld,
  noticesReleased,
  selectNotices,
  type Notice,
} from './notices.slice';

const NOTICE_LIFE_MS = 5_000;
const UNDO_LIFE_MS = 10_000;

/** Removes each notice after its time. */
export function* watchNotices(): SagaGenerator<void> {
  let held = false;
  function* runs(): SagaGenerator<boolean> {
    return !held;
  }
  yield* takeEvery([noticesHeld.type, noticesReleased.type], function* ({ type }) {
    held = type === noticesHeld.type;
  });
  // The last notice may be dismissed under the pointer, so that no leave event follows.
  yield* takeEvery(noticeDismissed, function* () {
    if ((yield* select(selectNotices)).length === 0) held = false;
  });
  yield* takeEvery(noticeShown, function* () {
    const { id, undo, undoMs, stays } = (yield* select(selectNotices)).at(-1) as Notice;
    if (stays) return;
    const life = undo === undefined ? NOTICE_LIFE_MS : Math.max(NOTICE_LIFE_MS, undoMs ?? UNDO_LIFE_MS);
    yield* call(expireAfter, life, runs, [noticesHeld.type, noticesReleased.type]);
    yield* put(noticeDismissed({ id }));
  });
  yield* takeEvery(noticeShown, endUndo);
}

/** Later the undo would be refused, however long the notice is held. */
function* endUndo(): SagaGenerator<void> {
  const { id, undoMs } = (yield* select(selectNotices)).at(-1) as Notice;
  if (undoMs === undefined) return;
  yield* call(pause, undoMs);
  if ((yield* select(selectNotices)).some((notice) => notice.id === id)) yield* put(noticeUndoOver({ id }));
}
