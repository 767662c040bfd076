import type { UnknownAction } from '@reduxjs/toolkit';
import { fold, taken } from './feed';
import { eventsArrived, linkLost, snapshotArrived } from './notifications.events';
import { EMPTY_FEED, type FeedState } from './notifications.state';

export interface NotificationsState {
  readonly feed: FeedState;
  /** When the link was lost, epoch ms; null while it never was. */
  readonly asOf: number | null;
}

const NOTHING: NotificationsState = { feed: EMPTY_FEED, asOf: null };

export function notificationsReducer(state: NotificationsState = NOTHING, action: UnknownAction): NotificationsState {
  if (eventsArrived.match(action)) {
    const feed = fold(state.feed, action.payload.events);
    return feed === state.feed ? state : { ...state, feed };
  }
  if (snapshotArrived.match(action)) return { ...state, feed: taken(state.feed, action.payload.snapshot) };
  if (linkLost.match(action)) return { ...state, asOf: action.payload.at };
  return state;
}
