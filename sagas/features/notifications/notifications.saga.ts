/** Notifications: applies received events, fetches missing ones, and shows new ones as toasts. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { tabOf } from '../../../contract/notifications/categories';
import { noticeShown } from '../../base/notices/notices.slice';
import {
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { peerSetPopup } from '../../session/tabs/peers.saga';
import { gapFound, missedUnreadable } from './feed/feed.slice';
import { bellPressed, newestPressed } from './notifications.intents';
import { selectNewest, selectPanel, selectMarkAllRead } from './panel/panel.selectors';
import { panelOpened } from './panel/panel.slice';
import { applyReceived, bringUpToDate } from './feed/feed.saga';
import { watchChatToasts, type ChatToastUses } from './toasts/chatToasts.saga';
import { handlePeerPopup, watchStickyToasts } from './toasts/toastActions.saga';
import { announceToasts, expireToasts, showLiveToasts, watchAttention } from './toasts/toasts.saga';
import { pageBecameVisible } from '../../base/pageSignals.saga';

/** Runs while someone is signed in: the feed, the bell, toasts and chat. */
export function* watchNotifications(uses: ChatToastUses): SagaGenerator<void> {
  yield* fork(showLiveToasts);
  yield* fork(expireToasts);
  yield* fork(announceToasts);
  yield* fork(watchStickyToasts);
  yield* fork(watchAttention);
  yield* fork(watchChatToasts, uses);
  yield* fork(applyReceived);
  yield* takeLeading(gapFound, bringUpToDate);
  // A tab that becomes visible, perhaps after hours of sleep, is brought up to date.
  yield* takeLatest(pageBecameVisible, bringUpToDate);
  yield* takeEvery([bellPressed, newestPressed], pressBell);
  yield* takeEvery(peerSetPopup, handlePeerPopup);
  yield* fork(sayUnreadable);
  yield* fork(bringUpToDate);
}

/** Once: the page is older than the server, and stays so until it is reloaded. */
function* sayUnreadable(): SagaGenerator<void> {
  yield* take(missedUnreadable);
  const text = 'New notifications could not be read. The app may have been updated: reload the page.';
  yield* put(noticeShown({ tone: 'warning', text, stays: true }));
}

/** Opens the panel, whose late part then marks everything as read; pressing the bell again changes nothing. */
function* pressBell({ type }: UnknownAction): SagaGenerator<void> {
  const newest = type === newestPressed.type ? yield* select(selectNewest) : undefined;
  const at = newest && { at: { tab: tabOf(newest.categoryCode), id: newest.id } };
  if (newest || !(yield* select(selectPanel)).open)
    yield* put(panelOpened({ reading: yield* select(selectMarkAllRead), ...at }));
}
