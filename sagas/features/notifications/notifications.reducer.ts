/** State of notifications: the feed, and the panel, toasts and dialogs over it. */
import { combineReducers, createReducer, type UnknownAction } from '@reduxjs/toolkit';
import type { Attention } from '../../base/ports/peers';
import { companyMessageReducer } from './companyMessage/companyMessage.slice';
import { feedReducer, feedViewReducer } from './feed/feed.slice';
import { panelReducer } from './panel/panel.slice';
import { attentionMoved, popupSet, toastsReducer, withLeaving } from './toasts/toasts.slice';

const partsReducer = combineReducers({
  feed: feedReducer,
  view: feedViewReducer,
  panel: panelReducer,
  toasts: toastsReducer,
  /** Whether live notifications pop up, as last changed in any tab; null if unchanged since sign-in. */
  popup: createReducer<boolean | null>(null, (builder) =>
    builder.addCase(popupSet, (_, { payload }) => payload.checked),
  ),
  attention: createReducer<Attention>({ visible: true, showsToasts: false }, (builder) =>
    builder.addCase(attentionMoved, (_, { payload }) => payload),
  ),
  company: companyMessageReducer,
});

type NotificationsState = ReturnType<typeof partsReducer>;

/** Reduces each part, then the toasts that are leaving, which depend on the changed feed. */
export function notificationsReducer(
  notifications: NotificationsState | undefined,
  action: UnknownAction,
): NotificationsState {
  const next = partsReducer(notifications, action);
  const toasts = withLeaving(next.toasts, next.feed.sticky, action);
  return toasts === next.toasts ? next : { ...next, toasts };
}
