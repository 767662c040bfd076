/**
 * Nonces that need no row until they are used: signed by the server together with a secret cookie of this browser. An
 * id token for another browser, provider or sign-in does not match.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../base/keys';

export const NONCE_SECONDS = 600;

export class SsoNonces {
  constructor(
    private readonly keys: Pick<Keys, 'mac'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** A nonce for this browser and provider. */
  issue(browserSecret: string, providerId: string): string {
    const facts = `${randomBytes(16).toString('base64url')}.${Math.floor(this.now() / 1_000)}`;
    return `${facts}.${this.sign(facts, browserSecret, providerId)}`;
  }

  /** When it was issued (epoch seconds); undefined when it is forged, for another browser or provider, or too old. */
  check(nonce: string, browserSecret: string, providerId: string): number | undefined {
    const [random = '', issuedAt = '', given = '', ...rest] = nonce.split('.');
    const expected = this.sign(`${random}.${issuedAt}`, browserSecret, providerId);
    const matches = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
    if (!matches || rest.length > 0) return undefined;
    const age = this.now() / 1_000 - Number(issuedAt);
    return age <= NONCE_SECONDS ? Number(issuedAt) : undefined;
  }

  private sign(facts: string, browserSecret: string, providerId: string): string {
    return this.keys.mac('sso-nonce', `${facts}.${providerId}.${browserSecret}`).toString('base64url');
  }
}
