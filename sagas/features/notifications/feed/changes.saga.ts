import type { BodyOf } from '../../../../contract/endpoints';
import { STATE_CHANGES_MAX } from '../../../../contract/notifications/notifications.endpoints';
import type { SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { applyWritten, reader } from './feed.saga';

/** What is to be done with one notification; what is left out stays. */
export type StateChange = BodyOf<'changeNotifications'>['changes'][number];

/** Changes states on the server, and applies the events that this has written. Throws CallFailed. */
export function* changeNotifications(changes: readonly StateChange[]): SagaGenerator<void> {
  for (let from = 0; from < changes.length; from += STATE_CHANGES_MAX) {
    const body = { ...(yield* reader()), changes: changes.slice(from, from + STATE_CHANGES_MAX) };
    yield* applyWritten((yield* request('changeNotifications', { body })).events);
  }
}
