/**
 * Keeps a queue up to date: loads it immediately, retries until answered, and reloads whenever something may have been
 * missed.
 */
import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { call, put, race, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import type { PendingList, Queued } from '../../../../machines/queues/pending';
import { eventsApplied, snapshotArrived } from '../../notifications/feed/feed.slice';
import { backoff } from '../../../base/backoff.saga';
import { browserOnline, pageBecameVisible } from '../../../base/pageSignals.saga';
import type { WithMachines } from '../../../base/runtime/machines.slice';
import { attempt } from '../../../base/http/attempt.saga';
import { withActionChannel } from '../../../base/withActionChannel.saga';

export interface PendingSource<T extends Queued> {
  /** The pending items of the user. Throws CallFailed. */
  readonly fetch: () => SagaGenerator<readonly T[]>;
  readonly selectPending: (state: WithMachines) => readonly T[];
  readonly loaded: (list: PendingList<T>) => Action;
  /** Whether an event of this kind means that the queue has changed. */
  readonly isNews: (subCategoryCode: string) => boolean;
  /** Whether this action means that the pending items have changed. */
  readonly isOutdated?: (action: Action) => boolean;
}

/** Fetches the pending items at the start and after each sign of changes, retrying after failures. Never returns. */
export function* keepPending<T extends Queued>(source: PendingSource<T>): SagaGenerator<void> {
  // While one request runs, at most one more is queued.
  yield* withActionChannel(reloadOn(source), buffers.sliding<Action>(1), function* (reasons) {
    let attempts = 0;
    while (true) {
      const known = (yield* select(source.selectPending)).map(({ entityId }) => entityId);
      const { answer: items } = yield* attempt(source.fetch());
      if (items !== null) {
        yield* put(source.loaded({ items, known }));
        attempts = 0;
        yield* take(reasons);
      } else {
        yield* race({ waited: call(backoff, { attempts: ++attempts }), reason: take(reasons) });
      }
    }
  });
}

/** Events that change the queue, and moments after which events may have been missed. */
const reloadOn =
  <T extends Queued>({ isNews, isOutdated }: PendingSource<T>) =>
  (action: Action) => {
    if (pageBecameVisible.match(action) || browserOnline.match(action) || snapshotArrived.match(action)) return true;
    if (!eventsApplied.match(action)) return isOutdated?.(action) ?? false;
    const { events, live } = action.payload;
    // Events fetched after an interruption. If there are none, nothing changed, and no request is needed: after a
    // server restart all pages would send one at once.
    if (!live) return events.length > 0;
    return events.some(({ notification }) => notification !== undefined && isNews(notification.subCategoryCode));
  };
