/** What needs the user, and what changed on the home dashboard since their last visit. Joins the store late. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import { clearedOnSignOut } from '../../../session/activeSession.saga';

type Needs = ResponseOf<'needsYou'>['figures'];
type Changes = ResponseOf<'homeChanges'>;

export interface VisitState {
  /** Of the facility chosen for all pages, if one is. */
  readonly needs: { readonly clientId: string | null; readonly figures: Needs } | null;
  /** `key` is their request: figures of another filter are not shown. */
  readonly changes: (Changes & { readonly key: string }) | null;
}

const NOTHING: VisitState = { needs: null, changes: null };

const visitSlice = createSlice({
  name: 'homeVisit',
  initialState: NOTHING,
  reducers: {
    /** Time to count the changes. */
    changesDue: (state) => state,
    /** The person has seen all changes. */
    changesSeen: (state) => ({ ...state, changes: null }),
    needsArrived: (state, { payload }: PayloadAction<NonNullable<VisitState['needs']>>) => ({
      ...state,
      needs: payload,
    }),
    changesArrived: (state, { payload }: PayloadAction<NonNullable<VisitState['changes']>>) => ({
      ...state,
      changes: payload,
    }),
  },
});

export const visitReducers = clearedOnSignOut({ homeVisit: visitSlice.reducer });
export const { changesArrived, changesDue, changesSeen, needsArrived } = visitSlice.actions;

export interface WithVisit {
  readonly homeVisit?: VisitState;
}
/** Empty until the part of the visit is loaded. */
export const selectVisit = (state: WithVisit): VisitState => state.homeVisit ?? NOTHING;
