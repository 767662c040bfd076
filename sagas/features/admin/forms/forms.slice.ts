/** Forms that have their own page. One is open at a time. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { omit } from '../../../base/omit';
import type { DraftsState } from '../unsaved.selectors';

export const formSubmitted = createAction<{ readonly values: unknown }>('forms/submitted');
/** Retries loading the initial values. */
export const formRetried = createAction('forms/retried');
/** Fetches the server's current version; the draft is kept. `own` names the values that one's own action changed. */
export const formRefreshed = createAction<{ readonly own: readonly string[] } | undefined>('forms/refreshed');

const NONE: DraftsState = {};

const slice = createSlice({
  name: 'forms',
  initialState: NONE,
  reducers: {
    /** The draft; null if equal to `base`, the saved values that it was typed on. `key` is the address of the form. */
    formChanged: (
      state,
      {
        payload: { key, ...draft },
      }: PayloadAction<{ readonly key: string; readonly values: unknown; readonly base?: unknown }>,
    ): DraftsState => (draft.values === null ? omit(state, [key]) : { ...state, [key]: draft }),
    formDiscarded: (state, { payload }: PayloadAction<{ readonly key: string }>) => omit(state, [payload.key]),
    formSaved: (state, { payload }: PayloadAction<{ readonly key: string }>) => omit(state, [payload.key]),
  },
});

export const { formChanged, formDiscarded, formSaved } = slice.actions;
export const draftsReducer = slice.reducer;
