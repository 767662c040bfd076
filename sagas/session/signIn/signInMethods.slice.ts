/** The sign-in methods of the organization in the form, besides a password. A late part, loaded when first needed. */
import { createAction, createReducer } from '@reduxjs/toolkit';
import type { SignInMethod } from '../../../machines/signIn/signIn.types';
import { organizationTyped, signInMethodsRequested } from './signIn.intents';

/** `registrationId` is null if the organization has no single sign-on, or until known. */
export const signInMethodsLoaded = createAction<{
  readonly organizationCode: string;
  readonly registrationId: string | null;
}>('signInMethods/loaded');

interface SingleSignOnOffer {
  /** The address where it begins. */
  readonly address: string;
  /** Whether it was used last on this device. */
  readonly isFirst: boolean;
}

export interface SignInMethodsState {
  /** The method used last on this device; null if unknown. */
  readonly last: SignInMethod | null;
  readonly organizationCode: string;
  /** The single sign-on of the form's organization; null if it has none. */
  readonly offer: SingleSignOnOffer | null;
}

const NOTHING: SignInMethodsState = { last: null, organizationCode: '', offer: null };
const withCode = (state: SignInMethodsState, code: string): SignInMethodsState =>
  code.toUpperCase() === state.organizationCode.toUpperCase()
    ? state
    : { ...state, organizationCode: code, offer: null };

export const signInMethodsReducers = {
  methods: createReducer(NOTHING, (builder) =>
    builder
      .addCase(signInMethodsRequested, (state, { payload }) => ({
        ...withCode(state, payload.organizationCode),
        last: payload.last,
      }))
      .addCase(organizationTyped, (state, { payload }) => withCode(state, payload.organizationCode))
      .addCase(signInMethodsLoaded, (state, { payload: { organizationCode, registrationId } }) => {
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
