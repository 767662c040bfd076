/** What the page Sign-In & Security shows. */
import { createSelector } from 'reselect';
import { failureText } from '../../base/http/failureText';
import type { SecurityState } from './security.slice';

const select = (state: { readonly security?: SecurityState }) => state.security;

/** Null until the page's sagas run. Errors are sentences. */
export const selectSecurity = createSelector([select], (security) =>
  security === undefined
    ? null
    : {
        ...security,
        error: security.failure === null ? null : failureText(security.failure),
        /** The last factor cannot be removed if one is required. */
        lastIsKept:
          security.factors !== null &&
          security.factors.required &&
          !security.factors.mailedCodes &&
          security.factors.passkeys.length + (security.factors.app ? 1 : 0) === 1,
      },
);
