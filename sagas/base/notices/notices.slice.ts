/** Short messages in a corner of the page, about effects that are visible nowhere else. */
import { createAction, createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';

export interface Notice {
  readonly id: string;
  readonly tone: 'positive' | 'info' | 'warning' | 'negative';
  readonly text: string;
  /** The action that undoes it. */
  readonly undo?: UnknownAction;
}

/** More would cover too much of the page. */
const MOST = 3;
const NONE: readonly Notice[] = [];

const slice = createSlice({
  name: 'notices',
  initialState: NONE,
  reducers: {
    /** Stays for 5 seconds, or 10 if it can be undone; the time stops while the pointer or the focus is on it. */
    noticeShown: {
      prepare: (notice: Omit<Notice, 'id'>) => ({ payload: { ...notice, id: nanoid() } }),
      /** A repeated text replaces the earlier notice, so that repeated presses do not pile up. */
      reducer: (state, { payload }: PayloadAction<Notice>): readonly Notice[] =>
        [...state.filter(({ text }) => text !== payload.text), payload].slice(-MOST),
    },
    noticeDismissed: (state, { payload }: PayloadAction<{ readonly id: string }>) =>
      state.filter(({ id }) => id !== payload.id),
  },
});

export const { noticeShown, noticeDismissed } = slice.actions;
export const noticesReducer = slice.reducer;

/** The pointer or the focus is on the notices: none expires. */
export const noticesHeld = createAction('notices/held');
export const noticesReleased = createAction('notices/released');

/** Oldest first; at most three. */
export const selectNotices = (state: { readonly notices?: readonly Notice[] }): readonly Notice[] =>
  state.notices ?? NONE;
