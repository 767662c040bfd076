/** Live events reach the store at once, and those of a burst together: four times a second is as often as eyes follow. */
import { buffers } from 'redux-saga';
import { actionChannel, call, flush, put, select, take, type SagaGenerator } from '../effects';
import { pause } from '../time.saga';
import { hasGap } from './feed';
import { eventsArrived, eventsHeard, gapFound } from './notifications.events';
import { selectFeed } from './notifications.selectors';

const COALESCE_MS = 250;

export function* applyHeard(): SagaGenerator<void> {
  const heard = yield* actionChannel<ReturnType<typeof eventsHeard>>(eventsHeard.type, buffers.expanding(64));
  while (true) {
    const first = yield* take(heard);
    const others = yield* flush(heard);
    const actions = Array.isArray(others) ? [first, ...others] : [first];
    yield* put(eventsArrived({ events: actions.flatMap(({ payload }) => payload.events), live: true }));
    if (hasGap(yield* select(selectFeed))) yield* put(gapFound());
    yield* call(pause, COALESCE_MS);
  }
}
