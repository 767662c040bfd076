/** Ways to sign in that need more of the browser than HTTP. */
import type { SsoConfig } from '../../../contract/identity/sso.endpoints';
import type { PasskeyProblem, SsoOrigin, SsoProblem, SsoProof } from '../../../machines/grant';
import type { SecretRef } from '../../../machines/references';

export type { PasskeyProblem, SsoOrigin, SsoProblem } from '../../../machines/grant';

/** What the page's address requests of single sign-on. */
export type SsoRequest = { readonly kind: 'start'; readonly origin: SsoOrigin } | { readonly kind: 'callback' };

export type SsoOutcome =
  | { readonly kind: 'proven'; readonly proof: SsoProof }
  | { readonly kind: 'failed'; readonly problem: SsoProblem; readonly origin: SsoOrigin | null };

/** The identity provider, as seen by a browser. Codes, verifiers and id tokens stay behind this port. */
export interface SsoPort {
  /** Null once taken. */
  readonly request: () => SsoRequest | null;
  readonly take: () => SsoRequest | null;
  /** Leaves for the provider. Rejects if it cannot be reached. */
  readonly begin: (config: SsoConfig, origin: SsoOrigin) => Promise<void>;
  /** Uses the provider's answer, once; the stored request is removed before the first wait. */
  readonly finish: () => Promise<SsoOutcome>;
  /** Of the provider; null if it has none. */
  readonly signOutAddress: (config: SsoConfig) => Promise<string | null>;
  /** Replaces this page. Throws if the address is not an http(s) address. */
  readonly leave: (address: string) => void;
}

/** The user's confirmation in the browser's own dialog: its answer as JSON, behind a reference. */
export type PasskeyOutcome =
  | { readonly kind: 'given'; readonly passkey: SecretRef }
  | { readonly kind: 'failed'; readonly problem: PasskeyProblem };

/** Passkeys of this browser. `options` are the server's, as JSON. Cancelling a call closes the browser's dialog. */
export interface PasskeysPort {
  /** Whether this browser supports passkeys, and this is the host they are made for. */
  readonly supported: () => boolean;
  /** Whether it can offer them in the user name field, without a dialog. Resolves when the page is idle. */
  readonly offers: () => Promise<boolean>;
  readonly get: (options: string) => Promise<PasskeyOutcome>;
  /** Offers them there until the user picks one. Any other call ends the offer, which then resolves to `declined`. */
  readonly offer: (options: string) => Promise<PasskeyOutcome>;
  readonly create: (options: string) => Promise<PasskeyOutcome>;
}
