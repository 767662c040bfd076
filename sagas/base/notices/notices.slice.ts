/** Short messages in a corner of the page, about effects that are visible nowhere else. */
import { createAction, createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';

export interface Notice {
  readonly id: string;
  readonly tone: 'positive' | 'info' | 'warning' | 'negative';
  readonly text: string;
  /** The action that undoes it. */
  readonly undo?: UnknownAction;
  /** What it undoes, where the same text may be about something else. */
  readonly undoes?: string;
  /** How long it can be undone, also while the notice is held. Absent: for as long as the notice is shown. */
  readonly undoMs?: number;
  /** It does not expire. */
  readonly stays?: true;
}

/** More would cover too much of the page. */
const MAX_SHOWN = 3;
const NONE: readonly Notice[] = [];

export interface NoticesState {
  readonly shown: readonly Notice[];
  /** How many there have been, which gives each its id. */
  readonly count: number;
}

/** Without the oldest of too many, but not one that stays as long as another can go. */
function fitting(all: readonly Notice[]): readonly Notice[] {
  if (all.length <= MAX_SHOWN) return all;
  const oldest = all.find(({ stays }) => !stays) ?? all[0];
  return all.filter((each) => each !== oldest);
}

const slice = createSlice({
  name: 'notices',
  initialState: { shown: NONE, count: 0 },
  reducers: {
    /**
     * Stays for 5 seconds, or up to 10 if it can be undone, unless it `stays`; the time stops while the pointer or the
     * focus is on it.
     */
    noticeShown: ({ shown, count }, { payload }: PayloadAction<Omit<Notice, 'id'>>): NoticesState => ({
      // Instead of the earlier notice about the same, so that repeated presses do not pile up and no earlier undo
      // discards a later change.
      shown: fitting([
        ...shown.filter(({ text, undoes }) => (undoes ? undoes !== payload.undoes : text !== payload.text)),
        { ...payload, id: String(count + 1) },
      ]),
      count: count + 1,
    }),
    /** It can no longer be undone. */
    noticeUndoOver: ({ shown, count }, { payload }: PayloadAction<{ readonly id: string }>): NoticesState => ({
      shown: shown.map((notice) => {
        const { id, tone, text } = notice;
        return id === payload.id ? { id, tone, text } : notice;
      }),
      count,
    }),
    noticeDismissed: ({ shown, count }, { payload }: PayloadAction<{ readonly id: string }>): NoticesState => ({
      shown: shown.filter(({ id }) => id !== payload.id),
      count,
    }),
  },
});

export const { noticeShown, noticeUndoOver, noticeDismissed } = slice.actions;
export const noticesReducer = slice.reducer;

/** The pointer or the focus is on the notices: none expires. */
export const noticesHeld = createAction('notices/held');
export const noticesReleased = createAction('notices/released');

/** Oldest first; at most three. */
export const selectNotices = (state: { readonly notices?: NoticesState }): readonly Notice[] =>
  state.notices?.shown ?? NONE;
