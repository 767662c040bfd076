/** The roles that a user of the chosen supplier can have. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../../machines/failure';
import type { RoleChoice } from './users.rules';

export interface RoleChoicesState {
  readonly organizationId: string | null;
  /** Null while loading, and after a failure. */
  readonly roles: readonly RoleChoice[] | null;
  readonly failure: Failure | null;
}
const NOTHING: RoleChoicesState = { organizationId: null, roles: null, failure: null };

const slice = createSlice({
  name: 'roleChoices',
  initialState: NOTHING,
  reducers: {
    /** A supplier was chosen for a new user: load its roles. */
    supplierChosen: (_, { payload }: PayloadAction<{ readonly organizationId: string }>): RoleChoicesState => ({
      ...NOTHING,
      organizationId: payload.organizationId,
    }),
    roleChoicesArrived: (
      _,
      { payload }: PayloadAction<{ readonly organizationId: string; readonly roles: readonly RoleChoice[] }>,
    ): RoleChoicesState => ({ ...payload, failure: null }),
    roleChoicesFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): RoleChoicesState => ({
      ...state,
      failure: payload.failure,
    }),
  },
});

export const { supplierChosen, roleChoicesArrived, roleChoicesFailed } = slice.actions;
export const roleChoicesReducer = slice.reducer;
