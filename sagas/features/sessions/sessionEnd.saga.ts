/** Warns before the session reaches its maximum length: it ends then, whatever the person is doing. */
import { pause } from '../../base/clock.saga';
import { timeText } from '../../base/dates';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, select, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';

const WARNING_MS = 5 * 60_000;

/** A late part, loaded at the start of a session, whose end is fixed: once is enough. */
export function* watchSessionEnd(): SagaGenerator<void> {
  const clock = yield* port('clock');
  const user = yield* select(selectUser);
  const seconds = user?.sessionEndsInSeconds ?? 0;
  const end = (yield* call(clock.now)) + seconds * 1_000;
  yield* call(pause, Math.max(0, seconds * 1_000 - WARNING_MS));
  // The machine may have slept until after the end.
  if ((yield* call(clock.now)) >= end) return;
  const text = `You will be signed out at ${timeText(end)}, when your session reaches its maximum length. Please save your work before then, and sign in again.`;
  yield* put(noticeShown({ tone: 'warning', text, stays: true }));
}
