/** The notification that a link from outside leads to: the panel shows it, whether or not one of its lists does. */
import { createAction, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import type { Notification } from '../../../../contract/notifications/notification';
import { clearedOnSignOut } from '../../../session/activeSession.saga';
import { eventsApplied } from '../feed/feed.slice';
import { findShown, panelClosed, panelTabChosen, searchSubmitted, viewChosen } from '../notifications.intents';
import { findToggled } from './find.slice';

export const linkShown = createAction<{ readonly notification: Notification }>('notificationLink/shown');

const isElsewhere = isAnyOf(panelClosed, panelTabChosen, searchSubmitted, viewChosen, findShown, findToggled);

function linkedReducer(linked: Notification | null = null, action: UnknownAction): Notification | null {
  if (linkShown.match(action)) return action.payload.notification;
  if (linked === null || isElsewhere(action)) return null;
  if (!eventsApplied.match(action)) return linked;
  // Stays in place with its new state, so that the change can be seen and undone.
  const changes = action.payload.events.flatMap(({ changed }) => (changed?.id === linked.id ? [changed.state] : []));
  const state = changes.at(-1);
  return state === undefined ? linked : { ...linked, state };
}

/** Joins the store with the first link from outside. */
export const linkedReducers = clearedOnSignOut({ linkedNotification: linkedReducer });

/** The part of the store that this selector reads. */
export interface WithLinked {
  readonly linkedNotification?: Notification | null;
}
/** Null while nothing was linked, or something else was chosen since. */
export const selectLinked = (state: WithLinked): Notification | null => state.linkedNotification ?? null;
