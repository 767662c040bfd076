import type { SessionEndReason } from '../../contract/base/errors';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { Failure } from '../failure';
import type { Grant, SsoOrigin } from '../grant';

/** Why the app itself signed the user out. */
export type OwnSignOutReason = 'signed_out' | 'invalid_url' | 'password_changed' | 'forced' | 'other_user';

/** The reason sent to other tabs: a mistyped address concerns its own tab only. */
export type PeerSignOutReason = SessionEndReason | Exclude<OwnSignOutReason, 'invalid_url'>;

/** Why the sign-in screen is shown. `null` if there was no session before. */
export type SignedOutReason = SessionEndReason | OwnSignOutReason | null;

export interface SessionInput {
  /** `signedOut` if the page was served without a session cookie: no request is needed. */
  readonly known: 'signedOut' | 'unknown';
}

/** `sso` is the origin of the last session in this browser, if that was single sign-on. */
export type SessionCheckResult = { readonly sso: SsoOrigin | null } & (
  | { readonly status: 'in'; readonly userName: string }
  | {
      readonly status: 'out';
      readonly reason: SignedOutReason;
      /** A sign-out that the server has not confirmed. Until it has, its session is not restored. */
      readonly pendingSignOut: string | null;
    }
);

export interface SessionContext extends SessionInput {
  readonly grant: Grant | null;
  readonly userName: string | null;
  readonly user: UserInfo | null;
  /** The origin of the session if it was single sign-on; kept after signing out, to sign out there, too. */
  readonly sso: SsoOrigin | null;
  readonly reason: SignedOutReason;
  /** The token identifier of the session that was signed out here and that the server may still hold open. */
  readonly pendingSignOut: string | null;
  readonly failure: Failure | null;
  /** Attempts since the server was last reached; the wait grows with them. */
  readonly attempts: number;
}

export type SessionEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'ONLINE' }
  | { readonly type: 'SIGN_OUT'; readonly reason: OwnSignOutReason }
  | { readonly type: 'LEAVE_PROVIDER' }
  /** A sign-in was given up, and the server has not confirmed the end of its session. */
  | { readonly type: 'SIGN_OUT_PENDING'; readonly tokenIdentifier: string }
  /** A call was refused because its token, of this generation, has expired. */
  | { readonly type: 'TOKEN_REJECTED'; readonly generation: number }
  /** An answer or the socket said that this session is over, or that the browser has another user's now. */
  | { readonly type: 'ENDED'; readonly reason: SessionEndReason | 'other_user' }
  | { readonly type: 'PEER_RENEWED'; readonly grant: Grant }
  /** Another tab fetched the user again after it had renewed the token. */
  | { readonly type: 'PEER_FETCHED_USER'; readonly tokenIdentifier: string; readonly user: UserInfo }
  | { readonly type: 'PEER_SIGNED_IN'; readonly tokenIdentifier: string }
  | {
      readonly type: 'PEER_SIGNED_OUT';
      readonly tokenIdentifier: string;
      readonly reason: PeerSignOutReason;
      /** Null if the server itself has ended the session; absent from tabs of the previous release. */
      readonly pendingSignOut?: string | null;
    };
