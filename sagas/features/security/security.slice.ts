/** The user's factors: what is set up, and changing it. Secrets are passed as references. */
import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { CallAnswer } from '../../base/http/http.types';
import type { Enrollment } from '../../../contract/identity/factors.endpoints';
import type { Failure } from '../../../machines/failure';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import type { SecretRef } from '../../../machines/references';

/** As the server holds it. */
export type Factors = Omit<CallAnswer<'factors'>, 'recoveryCodes'>;

export type FactorChange =
  | { readonly kind: 'removeApp' | 'newCodes' | 'removeRememberedDevices' }
  | { readonly kind: 'removePasskey'; readonly id: string }
  | { readonly kind: 'renamePasskey'; readonly id: string; readonly name: string };

export interface SecurityState {
  /** Null until loaded. */
  readonly factors: Factors | null;
  /** Why it could not be loaded, or changed. */
  readonly failure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
  /** The change under way. */
  readonly changing: FactorChange['kind'] | 'proof' | null;
  readonly enrolling: boolean;
  /** New recovery codes, shown until they are kept. */
  readonly newCodes: SecretRef | null;
}

const NOTHING: SecurityState = {
  factors: null,
  failure: null,
  failureCount: 0,
  changing: null,
  enrolling: false,
  newCodes: null,
};

export const securityReloadRequested = createAction('security/reloadRequested');
/** A factor was added or removed, perhaps because another person has access. */
export const otherDevicesSuspected = createAction('security/otherDevicesSuspected');
export const factorChangeRequested = createAction<FactorChange>('security/changeRequested');
export const enrollmentRequested = createAction<{ readonly first: Enrollment }>('security/enrollmentRequested');
export const proofSubmitted = createAction<{ readonly password: SecretRef }>('security/proofSubmitted');

const slice = createSlice({
  name: 'security',
  initialState: NOTHING,
  reducers: {
    factorsArrived: (state, { payload }: PayloadAction<Factors>) => ({
      ...state,
      factors: payload,
      failure: null,
      changing: null,
    }),
    factorsFailed: (state, { payload }: PayloadAction<Failure>) => ({
      ...state,
      failure: payload,
      failureCount: state.failureCount + 1,
      changing: null,
    }),
    /** Why an earlier change failed stays until the next one is requested. */
    factorsChanged: (state, { payload }: PayloadAction<Factors>) => ({ ...state, factors: payload, changing: null }),
    changeBegun: (state, { payload }: PayloadAction<SecurityState['changing']>) => ({ ...state, changing: payload }),
    enrollmentBegun: (state) => ({ ...state, failure: null, enrolling: true }),
    enrollmentEnded: (state) => ({ ...state, enrolling: false }),
    newCodesArrived: (state, { payload }: PayloadAction<SecretRef>) => ({ ...state, newCodes: payload }),
    newCodesKept: (state) => ({ ...state, newCodes: null }),
  },
  extraReducers: (builder) =>
    builder.addMatcher(isAnyOf(factorChangeRequested, proofSubmitted), (state) => ({ ...state, failure: null })),
});

export const {
  factorsArrived,
  factorsChanged,
  factorsFailed,
  changeBegun,
  enrollmentBegun,
  enrollmentEnded,
  newCodesArrived,
  newCodesKept,
} = slice.actions;

/** Added to the store with the page. */
export const securityReducers = clearedOnSignOut({ security: slice.reducer });
