import type { SessionEndReason, UserInfo } from '../../contract';
import type { Failure } from '../failure';
import type { Grant } from '../grant';
import type { SsoOrigin } from '../sso';

/** Why the app itself signed the person out. */
export type OwnSignOutReason = 'signed_out' | 'invalid_url' | 'password_changed' | 'forced';

/** Why the sign-in screen is shown. `null` where nobody was signed in before. */
export type SignedOutReason = SessionEndReason | OwnSignOutReason | null;

export interface SessionInput {
  /** `signedOut` where the page was served without a session cookie: then there is nothing to ask the server. */
  readonly known: 'signedOut' | 'unknown';
}

/** `sso` is where the session came from that was the last one in this browser, if that was single sign-on. */
export type SessionCheckResult = { readonly sso: SsoOrigin | null } & (
  { readonly status: 'in'; readonly userName: string } | { readonly status: 'out'; readonly reason: SignedOutReason }
);

export interface SessionContext extends SessionInput {
  readonly grant: Grant | null;
  readonly userName: string | null;
  readonly user: UserInfo | null;
  /** Where the session came from, if it was single sign-on; kept after signing out, for signing out there, too. */
  readonly sso: SsoOrigin | null;
  readonly reason: SignedOutReason;
  readonly failure: Failure | null;
  /** Tries since the server was last reached; the wait grows with it. */
  readonly attempts: number;
}

export type SessionEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'ONLINE' }
  | { readonly type: 'SIGN_OUT'; readonly reason: OwnSignOutReason }
  | { readonly type: 'LEAVE_PROVIDER' }
  /** A call was refused because its token, of this generation, is past its life. */
  | { readonly type: 'TOKEN_REJECTED'; readonly generation: number }
  /** The server said, in an answer or over the socket, that this session is over. */
  | { readonly type: 'ENDED'; readonly reason: SessionEndReason }
  | { readonly type: 'PEER_RENEWED'; readonly grant: Grant }
  | { readonly type: 'PEER_SIGNED_IN'; readonly tokenIdentifier: string }
  | { readonly type: 'PEER_SIGNED_OUT'; readonly tokenIdentifier: string; readonly reason: SessionEndReason };
