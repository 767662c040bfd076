import type { UnknownAction } from '@reduxjs/toolkit';
import type { Attention } from '../page.types';
import { boardReducer, CLOSED_BOARD, type BoardState } from './board.state';
import { companyReducer, NO_COMPANY, type CompanyState } from './company.state';
import { extended, fold, ITEMS_KEPT, ITEMS_KEPT_IN_USE, taken } from './feed';
import {
  announced,
  attentionMoved,
  eventsArrived,
  linkLost,
  pageFound,
  panelOpened,
  popupSet,
  snapshotArrived,
  toastsRaised,
} from './notifications.events';
import { toastDismissed, toastsHeld, toastsReleased } from './notifications.intents';
import { EMPTY_FEED, type FeedState } from './notifications.state';
import { panelReducer, settled } from './panel.reducer';
import { CLOSED_PANEL, type PanelState } from './panel.state';
import { dismissed, NO_TOASTS, raised, seenInPanel, type ToastsShown } from './toasts';

export interface ToastsState extends ToastsShown {
  /** Somebody's pointer or focus rests on them. */
  readonly held: boolean;
  readonly announcement: string;
}

export interface NotificationsState {
  readonly feed: FeedState;
  /** When the link was lost, epoch ms; null while it never was. */
  readonly asOf: number | null;
  readonly panel: PanelState;
  readonly board: BoardState;
  readonly toasts: ToastsState;
  /** Whether live notifications pop up, as last set here or in another tab; null where it is as at sign-in. */
  readonly popup: boolean | null;
  readonly attention: Attention;
  readonly company: CompanyState;
}

const NOTHING: NotificationsState = {
  feed: EMPTY_FEED,
  asOf: null,
  panel: CLOSED_PANEL,
  board: CLOSED_BOARD,
  toasts: { ...NO_TOASTS, held: false, announcement: '' },
  popup: null,
  attention: { visible: true, speaks: false },
  company: NO_COMPANY,
};

export function notificationsReducer(state: NotificationsState = NOTHING, action: UnknownAction): NotificationsState {
  if (linkLost.match(action)) return { ...state, asOf: action.payload.at };
  if (popupSet.match(action)) return { ...state, popup: action.payload.checked };
  if (attentionMoved.match(action)) return { ...state, attention: action.payload };
  const isInUse = state.panel.open || state.board.through !== null;
  const feed = feedReducer(state.feed, action, isInUse ? ITEMS_KEPT_IN_USE : ITEMS_KEPT);
  const panel = panelReducer(state.panel, action, feed);
  const board = boardReducer(state.board, action, feed);
  const toasts = toastsReducer(state.toasts, action);
  const company = companyReducer(state.company, action);
  const next = { feed, panel, board, toasts, company };
  if (PARTS.every((part) => next[part] === state[part])) return state;
  const isReadAnew = feed.lastReadDate !== state.feed.lastReadDate;
  return { ...state, ...next, panel: isReadAnew ? settled(panel) : panel };
}
const PARTS = ['feed', 'panel', 'board', 'toasts', 'company'] as const;

function feedReducer(feed: FeedState, action: UnknownAction, kept: number): FeedState {
  if (eventsArrived.match(action)) return fold(feed, action.payload.events, kept);
  if (snapshotArrived.match(action))
    return taken(action.payload.isRewound ? EMPTY_FEED : feed, action.payload.snapshot);
  if (!pageFound.match(action) || action.payload.keyword !== null) return feed;
  const { tab, after, notifications, more } = action.payload;
  const list = feed.tabs[tab];
  // Where the list is another one by now, the page does not join on to it.
  if ((list.items.at(-1)?.id ?? null) !== after) return feed;
  return { ...feed, tabs: { ...feed.tabs, [tab]: extended(list, notifications, more) } };
}

function toastsReducer(toasts: ToastsState, action: UnknownAction): ToastsState {
  if (toastsRaised.match(action)) return { ...toasts, ...raised(toasts, action.payload.toasts) };
  if (toastDismissed.match(action)) {
    const left = { ...toasts, ...dismissed(toasts, action.payload.id) };
    // What the pointer rested on may be gone without having been left.
    return left.shown.length === 0 && left.more === 0 ? { ...left, held: false } : left;
  }
  if (toastsHeld.match(action)) return toasts.held ? toasts : { ...toasts, held: true };
  if (toastsReleased.match(action)) return toasts.held ? { ...toasts, held: false } : toasts;
  if (panelOpened.match(action)) return { ...toasts, ...seenInPanel(toasts), held: false };
  if (announced.match(action)) return { ...toasts, announcement: action.payload.text };
  return toasts;
}
