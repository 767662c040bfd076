/** Opening the panel: everything is read, by the server's clock, and shown so from the first moment. */
import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { catchUp, reader } from './catchUp.saga';
import { hasGap } from './feed';
import { eventsArrived, gapFound, panelFailed, panelOpened, readingAsked } from './notifications.events';
import { selectFeed, selectPanel } from './notifications.selectors';

export function* pressBell(): SagaGenerator<void> {
  if (!(yield* select(selectPanel)).open) yield* put(panelOpened());
}

export function* readAll(): SagaGenerator<void> {
  try {
    if (!(yield* select(selectFeed)).known) yield* catchUp();
    yield* put(readingAsked());
    const { notificationLastReadDate: readDate, sequence } = yield* call(request<'updateLastRead'>, 'updateLastRead', {
      body: yield* reader(),
    });
    // A reading is an event like any other: it takes its place, however late this answer is.
    yield* put(eventsArrived({ events: [{ sequence, readDate }], live: false }));
    if (hasGap(yield* select(selectFeed))) yield* put(gapFound());
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(panelFailed({ failure: error.failure }));
  }
}
