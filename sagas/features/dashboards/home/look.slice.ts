/** What waits for the person, and what changed on the home dashboard since they last looked. Joins the store late. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';

type Needs = ResponseOf<'needsYou'>['figures'];
type Changes = ResponseOf<'homeChanges'>;

export interface LookState {
  /** Of the facility chosen in the shell, if one is. */
  readonly needs: { readonly clientId: string | null; readonly figures: Needs } | null;
  /** `key` is the request they answer: figures of another filter are not shown. */
  readonly changes: (Changes & { readonly key: string }) | null;
}

const NOTHING: LookState = { needs: null, changes: null };

const lookSlice = createSlice({
  name: 'homeLook',
  initialState: NOTHING,
  reducers: {
    /** The person has seen all changes. */
    changesSeen: (state) => ({ ...state, changes: null }),
    needsArrived: (state, { payload }: PayloadAction<NonNullable<LookState['needs']>>) => ({
      ...state,
      needs: payload,
    }),
    changesArrived: (state, { payload }: PayloadAction<NonNullable<LookState['changes']>>) => ({
      ...state,
      changes: payload,
    }),
  },
});

export const lookReducers = { homeLook: lookSlice.reducer };
export const { changesArrived, changesSeen, needsArrived } = lookSlice.actions;

export interface WithLook {
  readonly homeLook?: LookState;
}
export const selectLook = (state: WithLook): LookState => state.homeLook ?? NOTHING;
