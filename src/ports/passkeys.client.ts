/** WebAuthn through @simplewebauthn/browser: the only file that imports it. */
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyProblem } from '../../sagas/base/ports/signIn';

/** The browser's answer as JSON, or why there is none. */
export type PasskeyAnswer = { readonly passkey: string } | { readonly problem: PasskeyProblem };

/** Has the person confirm with a passkey. `options` are the server's, as JSON. */
export function getPasskey(options: string): Promise<PasskeyAnswer> {
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  return answered(startAuthentication({ optionsJSON }));
}

/** Has the browser offer passkeys in the field whose autocomplete ends with `webauthn`, until one is picked. */
export function offerPasskeys(options: string): Promise<PasskeyAnswer> {
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  return answered(startAuthentication({ optionsJSON, useBrowserAutofill: true }));
}

/** Has the browser make a passkey. `options` are the server's, as JSON. */
export function createPasskey(options: string): Promise<PasskeyAnswer> {
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  return answered(startRegistration({ optionsJSON }));
}

/** The pending call then answers `declined`. */
export const closeDialog = (): void => WebAuthnAbortService.cancelCeremony();

async function answered(asking: Promise<object>): Promise<PasskeyAnswer> {
  try {
    return { passkey: JSON.stringify(await asking) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Browsers do not distinguish a person who declines from one without a passkey. */
function problemOf(error: unknown): PasskeyProblem {
  switch (error instanceof Error ? error.name : '') {
    case 'InvalidStateError':
      return 'present';
    case 'SecurityError':
    case 'NotSupportedError':
      return 'unsupported';
    default:
      return 'declined';
  }
}
