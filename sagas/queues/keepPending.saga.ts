/** Keeps a queue true to the server: it asks at once, again whenever something may have been missed, and until it is answered. */
import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, put, race, select, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { PendingList, Queued } from '../../machines/queues/pending';
import { eventsArrived, snapshotArrived } from '../notifications/notifications.events';
import { waitOut } from '../realtime/waitOut.saga';
import { browserOnline, pageLookedAt } from '../session/session.events';
import type { AppState } from '../state';

export interface PendingSource<T extends Queued> {
  /** What waits for the reader, by the server's word. Throws CallFailed. */
  readonly fetch: () => SagaGenerator<readonly T[]>;
  readonly selectPending: (state: AppState) => readonly T[];
  readonly loaded: (list: PendingList<T>) => Action;
  /** Whether this piece of news means that the queue has changed. */
  readonly isNews: (subCategoryCode: string) => boolean;
}

export function* keepPending<T extends Queued>(source: PendingSource<T>): SagaGenerator<void> {
  // At most one further question waits while one is under way.
  const reasons = yield* actionChannel<Action>(asksAgain(source.isNews), buffers.sliding(1));
  let attempts = 0;
  while (true) {
    const known = (yield* select(source.selectPending)).map(({ entityId }) => entityId);
    try {
      const items = yield* call(source.fetch);
      yield* put(source.loaded({ items, known }));
      attempts = 0;
      yield* take(reasons);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      yield* race({ waited: call(waitOut, { attempts: ++attempts }), reason: take(reasons) });
    }
  }
}

/** News of its kind, and every moment after which something may have been missed. */
const asksAgain = (isNews: PendingSource<Queued>['isNews']) => (action: Action) => {
  if (pageLookedAt.match(action) || browserOnline.match(action) || snapshotArrived.match(action)) return true;
  if (!eventsArrived.match(action)) return false;
  const { events, live } = action.payload;
  return !live || events.some(({ notification }) => notification !== undefined && isNews(notification.subCategoryCode));
};
