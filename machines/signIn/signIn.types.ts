import type { UserInfo } from '../../contract/identity/access.endpoints';
import type { Failure } from '../failure';
import type { SignInGrant, SsoOrigin, SsoProof } from '../grant';
import type { SecretRef } from '../references';

/** What the sign-in form says above the fields when it opens. */
export type SignInNotice = 'passwordChanged' | 'temporaryPasswordSent';

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

/** What is remembered about a session that begins. */
export interface NewSession {
  readonly userName: string;
  readonly organizationCode: string;
  readonly sso: SsoOrigin | null;
}

/** A live two-factor challenge. `resendAt` (epoch ms) is for display, `resendInMs` for the timer. */
export interface Challenge {
  readonly id: string;
  readonly sentTo: string | null;
  readonly resendAt: number;
  readonly resendInMs: number;
}

export type ResendDeadline = Pick<Challenge, 'resendAt' | 'resendInMs'>;

export interface SignInContext {
  readonly userName: string;
  readonly organizationCode: string;
  readonly password: SecretRef | null;
  readonly code: SecretRef | null;
  readonly newPassword: SecretRef | null;
  readonly challenge: Challenge | null;
  readonly grant: SignInGrant | null;
  readonly user: UserInfo | null;
  /** Set during and after single sign-on. */
  readonly sso: SsoOrigin | null;
  readonly proof: SsoProof | null;
  readonly notice: SignInNotice | null;
  readonly failure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
  readonly resendFailure: Failure | null;
}

export type SignInEvent =
  | ({ readonly type: 'SUBMIT' } & Credentials)
  | { readonly type: 'SUBMIT_CODE'; readonly code: SecretRef }
  | { readonly type: 'RESEND' }
  | { readonly type: 'RETURN' }
  | { readonly type: 'ACCEPT_TAKEOVER' }
  | { readonly type: 'REJECT_TAKEOVER' }
  | { readonly type: 'OPEN_RESET' }
  | { readonly type: 'CANCEL_RESET' }
  | { readonly type: 'SUBMIT_RESET'; readonly userName: string; readonly organizationCode: string }
  | { readonly type: 'SUBMIT_NEW_PASSWORD'; readonly newPassword: SecretRef }
  | { readonly type: 'RETRY' };

export interface SignInOutput {
  readonly grant: SignInGrant;
  readonly user: UserInfo;
  /** The origin of the session, if it was single sign-on. */
  readonly sso: SsoOrigin | null;
}
