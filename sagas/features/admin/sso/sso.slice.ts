/** The test of an identity provider, before or after it is saved. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { Failure } from '../../../../machines/failure';

export type TestedStep = ResponseOf<'testSsoProvider'>['steps'][number];

export interface SsoTest {
  readonly organizationId: string;
  readonly issuer: string;
  readonly client: string;
}

/** The addresses tested; empty before the first test. */
export interface SsoTestState extends SsoTest {
  readonly busy: boolean;
  readonly steps: readonly TestedStep[];
  readonly failure: Failure | null;
}

const NONE: SsoTestState = { organizationId: '', issuer: '', client: '', busy: false, steps: [], failure: null };

const slice = createSlice({
  name: 'ssoTest',
  initialState: NONE,
  reducers: {
    ssoTestPressed: (_, { payload }: PayloadAction<SsoTest>): SsoTestState => ({ ...NONE, ...payload, busy: true }),
    ssoTested: (state, { payload }: PayloadAction<{ readonly steps: readonly TestedStep[] }>): SsoTestState => ({
      ...state,
      busy: false,
      steps: payload.steps,
    }),
    ssoTestFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): SsoTestState => ({
      ...state,
      busy: false,
      failure: payload.failure,
    }),
  },
});

export const { ssoTestPressed, ssoTested, ssoTestFailed } = slice.actions;
export const ssoTestReducer = slice.reducer;
