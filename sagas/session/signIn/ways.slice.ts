/** The ways to sign in to the organization in the form, besides a password. A part of its own, loaded when first asked. */
import { createAction, createReducer } from '@reduxjs/toolkit';
import type { SignInWay } from '../../../machines/signIn/signIn.types';
import { organizationTyped, waysWanted } from './signIn.intents';

/** `registrationId` is null where the organization has no single sign-on, or that is not known. */
export const waysArrived = createAction<{ readonly organizationCode: string; readonly registrationId: string | null }>(
  'ways/arrived',
);

interface SingleSignOnOffer {
  /** Where it begins. */
  readonly address: string;
  /** It was used last on this device. */
  readonly isFirst: boolean;
}

export interface WaysState {
  /** The way used last on this device; null where that is not known. */
  readonly last: SignInWay | null;
  readonly organizationCode: string;
  /** The single sign-on of the form's organization; null where there is none. */
  readonly offer: SingleSignOnOffer | null;
}

const NOTHING: WaysState = { last: null, organizationCode: '', offer: null };
const withCode = (state: WaysState, code: string): WaysState =>
  code.toUpperCase() === state.organizationCode.toUpperCase()
    ? state
    : { ...state, organizationCode: code, offer: null };

export const waysReducers = {
  ways: createReducer(NOTHING, (builder) =>
    builder
      .addCase(waysWanted, (state, { payload }) => ({
        ...withCode(state, payload.organizationCode),
        last: payload.last,
      }))
      .addCase(organizationTyped, (state, { payload }) => withCode(state, payload.organizationCode))
      .addCase(waysArrived, (state, { payload: { organizationCode, registrationId } }) => {
        // An answer about an earlier code is ignored.
        if (organizationCode.toUpperCase() !== state.organizationCode.toUpperCase()) return state;
        if (registrationId === null) return { ...state, offer: null };
        const [organization, registration] = [organizationCode, registrationId].map(encodeURIComponent);
        return {
          ...state,
          offer: { address: `/${organization}/auth/sso/${registration}`, isFirst: state.last === 'sso' },
        };
      }),
  ),
};
