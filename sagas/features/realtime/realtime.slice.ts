/** What the link to the server publishes, and since when it has been down. */
import { createAction, createReducer } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { ChatChanges } from '../../../contract/chat/chat';
import type { NotificationEvent } from '../../../contract/notifications/notification';
import type { RealtimeContext } from '../../../machines/realtime/realtime.machine';
import { machineSelector } from '../../base/runtime/machines.slice';

/** Received by the socket of this tab or of the leading one. May repeat, have gaps, and be out of order. */
export const eventsReceived = createAction<{ readonly events: readonly NotificationEvent[] }>(
  'realtime/eventsReceived',
);
/**
 * Changes of the chat, received by the socket of this tab or of the leading one. May repeat, have gaps, and be out of
 * order.
 */
export const chatChangesReceived = createAction<{ readonly changes: ChatChanges }>('realtime/chatChangesReceived');
/** The connection was lost at this moment (epoch ms); the feed has nothing newer. */
export const linkLost = createAction<{ readonly at: number }>('realtime/linkLost');

/** The leading tab answers no questions. */
export const leaderFellSilent = createAction('realtime/leaderFellSilent');

/** The server answers again after an outage. */
export const serverAnswered = createAction('realtime/serverAnswered');

/** Records, or parts of them, that changed while a page of this user shows them. */
export const recordsChanged = createAction<{ readonly ids: readonly string[] }>('realtime/recordsChanged');

/** When the connection was last lost, epoch ms; null if it never was. */
export const lostAtReducer = createReducer<number | null>(null, (builder) =>
  builder.addCase(linkLost, (_, { payload }) => payload.at),
);

export interface WithLink {
  /** When the link was lost, in epoch ms; null or absent while it is up. */
  readonly lostAt?: number | null;
}

/** Missing in the state until the shell is loaded. */
export const selectLostAt = ({ lostAt }: WithLink): number | null => lostAt ?? null;

/** Undefined until the shell is loaded. */
export const selectRealtime = machineSelector<RealtimeContext>('realtime');

/** Why what is shown may be out of date; null while it is up to date. */
export interface Staleness {
  /** Epoch ms; null if there was no connection yet. */
  readonly since: number | null;
}

/** Null while live messages arrive, here or through the leading tab. */
export const selectStaleness = createSelector(
  [(state: Parameters<typeof selectRealtime>[0]) => selectRealtime(state)?.context.stale === true, selectLostAt],
  (stale, since): Staleness | null => (stale ? { since } : null),
);
