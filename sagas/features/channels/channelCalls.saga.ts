/** Loading the page Notification Delivery, and what follows from the answer to a change. */
import type { Failure } from '../../../machines/failure';
import { attempt } from '../../base/http/attempt.saga';
import { isUnanswered, type Failed } from '../../base/http/outcome';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { isConflict } from './channels.rules';
import { channelsArrived, channelsFailed, loadFailed } from './channels.slice';
import { readDesktop } from './desktopChoice.saga';

export function* load(): SagaGenerator<void> {
  yield* readDesktop();
  const failure = yield* loadChannels();
  if (failure !== null) yield* put(loadFailed(failure));
}

/** Returns why they could not be loaded; null if they were. */
export function* loadChannels(): SagaGenerator<Failure | null> {
  const alerts = yield* port('alerts');
  const { failure, answer: saved } = yield* attempt(request('notificationChannels', {}));
  if (failure !== null) return failure;
  yield* put(channelsArrived({ saved, ability: yield* call(alerts.pushAbility, saved.publicKey) }));
  return null;
}

/** Shows a notice, and reloads. */
export function* succeeded(text: string): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'positive', text }));
  yield* load();
}

/**
 * The page shows what is saved now: also this change if only its answer was lost, or that of another tab. If it cannot
 * be loaded, the page says so once it no longer shows this failure.
 */
export function* refused(attempted: Failed, isUnknown = isUnanswered(attempted)): SagaGenerator<void> {
  if (isUnknown || isConflict(attempted.failure)) {
    const failure = yield* loadChannels();
    if (failure !== null) yield* put(loadFailed(failure));
  }
  yield* failed(attempted, isUnknown);
}

export function* failed({ failure }: Failed, isUnknown: boolean): SagaGenerator<void> {
  yield* put(channelsFailed({ failure, isUnknown }));
}
