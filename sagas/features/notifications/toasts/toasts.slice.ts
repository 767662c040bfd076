/** The toasts of this tab, whether they may show, and the announcements for screen readers. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { ChatItem, Notification } from '../../../../contract/notifications/notification';
import type { Attention } from '../../../base/ports/peers';
import type { WithMachines } from '../../../base/runtime/machines.slice';
import { selectWindow, type WithWindow } from '../../../base/window';
import { selectUser } from '../../../session/session.selectors';
import { EMPTY_FEED, type FeedState } from '../feed/feed';
import { toastDismissed, toastLinkOpened, toastsHeld, toastsReleased } from '../notifications.intents';
import { panelOpened } from '../panel/panel.slice';
import {
  MAX_TOASTS,
  NO_TOASTS,
  dismissed,
  withToasts,
  seenInPanel,
  withSticky,
  type Sticky,
  type Toast,
  type ToastsShown,
} from './toastQueue';

export interface ToastsState extends ToastsShown {
  /** The pointer or the focus is on them. */
  readonly held: boolean;
  readonly announcement: string;
  /** Rises with each announcement, so that a repeated text is announced again. */
  readonly announcements: number;
  /** Sequences of the sticky notifications that were dismissed here, as long as the feed still has them as sticky. */
  readonly leaving: readonly number[];
}

/** Whether live notifications pop up. */
export const popupSet = createAction<{ readonly checked: boolean }>('notifications/popupSet');
export const attentionMoved = createAction<Attention>('notifications/attentionMoved');
/** Oldest first; may repeat earlier messages. */
export const chatReceived = createAction<{ readonly items: readonly ChatItem[] }>('notifications/chatReceived');
/** Newest last. */
export const toastsShown = createAction<{ readonly toasts: readonly Toast[] }>('notifications/toastsShown');
/** The same, while this tab is hidden. */
export const shownWhileHidden = createAction<{ readonly toasts: readonly Toast[] }>('notifications/shownWhileHidden');
/** The summary of expired toasts has been shown long enough. */
export const summaryExpired = createAction('notifications/summaryExpired');
/** For screen readers. */
export const announced = createAction<{ readonly text: string }>('notifications/announced');

/** Dismissing these failed on the server: they are shown again. */
export const toastsRestored = createAction<{ readonly ids: readonly string[] }>('notifications/toastsRestored');
/** Hides sticky toasts immediately. */
export const toastsHidden = createAction<{ readonly ids: readonly string[] }>('notifications/toastsHidden');

const NOTHING: ToastsState = { ...NO_TOASTS, held: false, announcement: '', announcements: 0, leaving: [] };

/** All toasts are held together, until the pointer leaves, the last one disappears or the panel opens. */
export function toastsReducer(toasts: ToastsState = NOTHING, action: UnknownAction): ToastsState {
  if (toastsShown.match(action)) return { ...toasts, ...withToasts(toasts, action.payload.toasts) };
  if (summaryExpired.match(action)) return { ...toasts, more: 0 };
  if (toastDismissed.match(action) || toastLinkOpened.match(action)) {
    const left = { ...toasts, ...dismissed(toasts, action.payload.id) };
    // A toast that disappears under the pointer sends no leave event.
    return left.shown.length === 0 && left.more === 0 ? { ...left, held: false } : left;
  }
  if (toastsHeld.match(action)) return toasts.held ? toasts : { ...toasts, held: true };
  if (toastsReleased.match(action)) return toasts.held ? { ...toasts, held: false } : toasts;
  if (panelOpened.match(action)) return { ...toasts, ...seenInPanel(toasts), held: false };
  if (announced.match(action))
    return { ...toasts, announcement: action.payload.text, announcements: toasts.announcements + 1 };
  return toasts;
}

/**
 * Updates which toasts are leaving, given the feed's sticky notifications after this action: until the feed has the
 * dismissal, which may wait behind a gap. A notification that is sent again, as after a snooze, has another sequence.
 */
export function withLeaving(toasts: ToastsState, sticky: readonly Notification[], action: UnknownAction): ToastsState {
  const joining = toastsHidden.match(action) ? action.payload.ids : [];
  if (toasts.leaving.length === 0 && joining.length === 0) return toasts;
  const returned = toastsRestored.match(action) ? action.payload.ids : [];
  const leaving = sticky
    .filter(({ id, sequence }) => joining.includes(id) || (toasts.leaving.includes(sequence) && !returned.includes(id)))
    .map(({ sequence }) => sequence);
  // An action either adds or removes some.
  return leaving.length === toasts.leaving.length ? toasts : { ...toasts, leaving };
}

/** The part of the store that these selectors read. */
export interface WithToasts {
  readonly notifications?: {
    readonly feed: FeedState;
    readonly toasts: ToastsState;
    readonly popup: boolean | null;
    readonly attention: Attention;
  };
}

/** Those that expire, whether they fit or not; null until notifications are loaded. */
export const selectExpiringToasts = (state: WithToasts) => state.notifications?.toasts ?? null;
/** Null until notifications are loaded. */
export const selectAttention = (state: WithToasts) => state.notifications?.attention ?? null;

/** Whether live notifications pop up. */
export const selectPopup = (state: WithToasts & WithMachines): boolean =>
  state.notifications?.popup ?? selectUser(state)?.showPopup ?? true;

/** Sticky toasts are shown in the tab that shows toasts, unless the user has turned toasts off. */
const selectSticky = createSelector(
  [
    (state: WithToasts) => state.notifications?.feed ?? EMPTY_FEED,
    selectExpiringToasts,
    (state: WithToasts & WithMachines) => selectPopup(state) && selectAttention(state)?.showsToasts === true,
  ],
  ({ sticky, stickyCount }, toasts, isShown): Sticky => {
    if (!isShown) return { items: [], older: 0 };
    const items = sticky.filter(({ sequence }) => toasts?.leaving.includes(sequence) !== true);
    // Dismissing the oldest known one also dismisses the older ones, which are only counted here.
    return { items, older: items.at(-1) === sticky.at(-1) ? stickyCount - sticky.length : 0 };
  },
);

/** On a phone three would cover a fifth of the page for as long as they are not dismissed. */
const selectRoom = (state: WithWindow): number => (selectWindow(state).breakpoint === 'mobile' ? 1 : MAX_TOASTS);

/** The toasts of this tab; null until notifications are loaded. */
export const selectToasts = createSelector([selectExpiringToasts, selectSticky, selectRoom], (toasts, sticky, room) =>
  toasts === null ? null : { ...toasts, ...withSticky(toasts, sticky, room) },
);

/** The countdown of toasts pauses while the pointer or focus rests on them, and while the tab is hidden. */
export const selectToastsRun = (state: WithToasts): boolean =>
  selectExpiringToasts(state)?.held === false && selectAttention(state)?.visible === true;
