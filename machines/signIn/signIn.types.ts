import type { SecondFactor } from '../../contract/identity/access.endpoints';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { Failure } from '../failure';
import type { Grant, SignInGrant, SsoOrigin, SsoProof } from '../grant';
import type { SecretRef } from '../references';

/** The message above the fields of the sign-in form when it opens. */
export type SignInNotice =
  | 'passwordChanged'
  | 'temporaryPasswordSent'
  /** Single sign-on sent the person to the form. */
  | 'fromSso'
  // The page was reloaded in one of these steps; what they need is not kept.
  | 'reloadedAtCode'
  | 'reloadedAtTakeover'
  | 'reloadedAtPasswordChange'
  | 'reloadedAtEnrollment';

export interface SignInInput {
  readonly userName: string;
  readonly organizationCode: string;
  readonly notice: SignInNotice | null;
  /** Where single sign-on begins. */
  readonly sso: SsoOrigin | null;
}

export interface Credentials {
  readonly userName: string;
  readonly organizationCode: string;
  readonly password: SecretRef;
}

/** A passkey as a second factor counts as `password`. */
export type SignInMethod = 'password' | 'passkey' | 'sso';

/** What is remembered about a session that begins. */
export interface NewSession {
  readonly userName: string;
  readonly organizationCode: string;
  readonly way: SignInMethod;
  readonly sso: SsoOrigin | null;
}

/**
 * The second factor that the server requires. `id`, `sentTo` and the deadline are about the mailed code: `resendAt`
 * (epoch ms) is for display, `resendInMs` for the timer.
 */
export interface Challenge {
  /** Null until a code is mailed. */
  readonly id: string | null;
  /** The accepted methods, the strongest first; at least one. */
  readonly methods: readonly SecondFactor[];
  /** WebAuthn request options as JSON, valid once. Null without a passkey, and after they were used. */
  readonly passkeyOptions: string | null;
  readonly mayRemember: boolean;
  readonly sentTo: string | null;
  readonly resendAt: number;
  readonly resendInMs: number;
}

export type ResendDeadline = Pick<Challenge, 'resendAt' | 'resendInMs'>;

/** Sent with user name and password; `code` is a code or a passkey's answer. */
export interface FactorProof {
  readonly method: SecondFactor;
  readonly code: SecretRef;
  /** Whether this browser may skip the second factor for REMEMBER_DEVICE_DAYS. */
  readonly remember: boolean;
}

export interface SignInContext {
  readonly userName: string;
  readonly organizationCode: string;
  readonly way: SignInMethod;
  readonly password: SecretRef | null;
  readonly code: SecretRef | null;
  readonly newPassword: SecretRef | null;
  readonly challenge: Challenge | null;
  /** The chosen method of the challenge. */
  readonly method: SecondFactor | null;
  readonly remember: boolean;
  readonly grant: SignInGrant | null;
  readonly user: UserInfo | null;
  /** Set during and after single sign-on. */
  readonly sso: SsoOrigin | null;
  readonly proof: SsoProof | null;
  readonly notice: SignInNotice | null;
  readonly failure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
  /** Why the first code, or another one, could not be mailed. */
  readonly resendFailure: Failure | null;
}

export type SignInEvent =
  | ({ readonly type: 'SUBMIT' } & Credentials)
  /** `picked`: the passkey's answer, where it was picked in the form; null has the browser ask. */
  | { readonly type: 'SIGN_IN_WITH_PASSKEY'; readonly picked: SecretRef | null }
  | { readonly type: 'SUBMIT_CODE'; readonly code: SecretRef; readonly remember: boolean }
  | { readonly type: 'PROVE_PASSKEY'; readonly remember: boolean }
  | { readonly type: 'CHOOSE_METHOD'; readonly method: SecondFactor }
  | { readonly type: 'RESEND' }
  | { readonly type: 'RETURN' }
  | { readonly type: 'ACCEPT_TAKEOVER' }
  | { readonly type: 'REJECT_TAKEOVER' }
  | { readonly type: 'OPEN_RESET' }
  | { readonly type: 'CANCEL_RESET' }
  | { readonly type: 'SUBMIT_RESET'; readonly userName: string; readonly organizationCode: string }
  | { readonly type: 'SUBMIT_NEW_PASSWORD'; readonly newPassword: SecretRef }
  /** The token was renewed, because a step outlasted it. */
  | { readonly type: 'RENEWED'; readonly grant: Grant }
  | { readonly type: 'RETRY' };

export interface SignInOutput {
  readonly grant: SignInGrant;
  readonly user: UserInfo;
  /** The origin of the session, if it was single sign-on. */
  readonly sso: SsoOrigin | null;
}
