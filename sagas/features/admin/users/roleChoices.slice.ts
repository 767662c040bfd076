/** Intents of the user form, besides typing. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../../machines/failure';
import type { RoleChoice } from './users.rules';

/** The roles of the chosen supplier. */
export interface ChoicesState {
  readonly organizationId: string | null;
  /** Null while loading, and after a failure. */
  readonly roles: readonly RoleChoice[] | null;
  readonly failure: Failure | null;
}
const NOTHING: ChoicesState = { organizationId: null, roles: null, failure: null };

const slice = createSlice({
  name: 'users',
  initialState: NOTHING,
  reducers: {
    /** A supplier was chosen for a new user: load its roles. */
    supplierChosen: (_, { payload }: PayloadAction<{ readonly organizationId: string }>): ChoicesState => ({
      ...NOTHING,
      organizationId: payload.organizationId,
    }),
    choicesArrived: (
      _,
      { payload }: PayloadAction<{ readonly organizationId: string; readonly roles: readonly RoleChoice[] }>,
    ): ChoicesState => ({ ...payload, failure: null }),
    choicesFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): ChoicesState => ({
      ...state,
      failure: payload.failure,
    }),
  },
});

export const { supplierChosen, choicesArrived, choicesFailed } = slice.actions;
export const choicesReducer = slice.reducer;
