import type { UnknownAction } from '@reduxjs/toolkit';
import { noticeShown, type Notice } from './notices.actions';
import { noticeDismissed } from './notices.intents';

/** More than these at once would cover what they are about. */
const MOST = 3;
const NONE: readonly Notice[] = [];

/** The same sentence again takes the place of the one before, so that a repeated press does not pile them up. */
export function noticesReducer(state: readonly Notice[] = NONE, action: UnknownAction): readonly Notice[] {
  if (noticeShown.match(action)) {
    const others = state.filter(({ text }) => text !== action.payload.text);
    return [...others, action.payload].slice(-MOST);
  }
  if (noticeDismissed.match(action)) return state.filter(({ id }) => id !== action.payload.id);
  return state;
}
