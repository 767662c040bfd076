import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { HandOff } from '../shell/menus/menu.types';
import { handOffLinkLeft } from './handOffs.intents';

/** Where to, and what goes along: a form to be posted, or just an address. Worth something for a minute only. */
export interface HandOffTarget {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>> | null;
}

export interface BlockedHandOff extends HandOffTarget {
  readonly to: HandOff;
}

export const handOffBlocked = createAction<BlockedHandOff>('handOffs/blocked');
export const handOffExpired = createAction('handOffs/expired');

/** The one that the browser did not open a tab for. */
export function handOffsReducer(state: BlockedHandOff | null = null, action: UnknownAction): BlockedHandOff | null {
  if (handOffBlocked.match(action)) return action.payload;
  return handOffLinkLeft.match(action) || handOffExpired.match(action) ? null : state;
}
