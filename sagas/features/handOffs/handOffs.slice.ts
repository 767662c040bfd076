/** Hand-offs to other services, with single sign-on. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { HandOff } from '../../../contract/shell/runtimeConfig';
import { handOffName } from '../../navigation/menus/handOffNames';
import { selectUser } from '../../session/session.selectors';

export const handOffRequested = createAction<{ readonly to: HandOff }>('handOffs/requested');
/** The link offered for a blocked tab was pressed. */
export const handOffLinkUsed = createAction('handOffs/linkUsed');

/** The address and the form fields to post, if any. Valid for a minute. */
export interface HandOffTarget {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>> | null;
}

export interface BlockedHandOff extends HandOffTarget {
  readonly to: HandOff;
}

const slice = createSlice({
  name: 'handOffs',
  initialState: null as BlockedHandOff | null,
  reducers: {
    /** The browser blocked the tab: offer a link. */
    handOffBlocked: (_, { payload }: PayloadAction<BlockedHandOff>): BlockedHandOff | null => payload,
    handOffExpired: () => null,
    /** The link was used or dismissed. */
    handOffLinkRemoved: () => null,
  },
});

export const { handOffBlocked, handOffExpired, handOffLinkRemoved } = slice.actions;
export const handOffsReducer = slice.reducer;

const selectBlocked = (state: { readonly handOff?: BlockedHandOff | null }) => state.handOff ?? null;

/** The link offered when the browser blocked the tab. */
export const selectHandOffLink = createSelector([selectBlocked, selectUser], (blocked, user) =>
  blocked === null ? null : { ...blocked, name: handOffName(blocked.to, user) },
);
