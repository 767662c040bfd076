/** Verifies id tokens (OpenID Connect Core 1.0, section 3.1.3.7). */
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { instantOf } from '../../base/dates';
import { OutsideFetchError } from '../../platform/http/outsideFetch';

/** Asymmetric only: with `none` or HS256 anyone could be the provider. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256'];
const LEEWAY_SECONDS = 60;
const MAX_SUBJECT_LENGTH = 255;
/** Headers by which a token would supply its own key. */
const OWN_KEY_HEADERS = ['jku', 'jwk', 'x5u', 'x5c'] as const;

/** The reason is for the audit, never for users. */
export class IdTokenRefused extends Error {}

export interface VerifiedIdToken {
  readonly subject: string;
  readonly nonce: string;
  /** Only when the provider has verified the address. */
  readonly verifiedEmail: string | undefined;
}

export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  readonly keys: JWTVerifyGetKey;
  /** When a nonce was issued (epoch seconds); undefined if it is not valid. */
  readonly nonceIssuedAt: (nonce: string) => number | undefined;
  readonly now?: () => number;
}

/** Throws IdTokenRefused, or OutsideFetchError if the provider's keys cannot be fetched. */
export async function verifyIdToken(token: string, expected: Expected): Promise<VerifiedIdToken> {
  const now = expected.now?.() ?? Date.now();
  assertHeader(token);
  const claims = await verifiedClaims(token, expected, now);
  assertAudience(claims, expected.clientId);
  const { sub, nonce } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_LENGTH || sub.includes('\0')) {
    throw new IdTokenRefused('subject');
  }
  if (typeof nonce !== 'string') throw new IdTokenRefused('nonce_missing');
  const issuedAt = expected.nonceIssuedAt(nonce);
  if (issuedAt === undefined) throw new IdTokenRefused('nonce');
  assertTimes(claims, issuedAt, now / 1_000);
  return { subject: sub, nonce, verifiedEmail: verifiedEmail(claims) };
}

function assertHeader(token: string): void {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw new IdTokenRefused('not_a_token');
  }
  if (OWN_KEY_HEADERS.some((name) => name in header)) throw new IdTokenRefused('own_key');
  // Access and logout tokens of the same provider are signed with the same key.
  if (header.typ !== undefined && String(header.typ).toLowerCase() !== 'jwt') throw new IdTokenRefused('type');
}

async function verifiedClaims(token: string, expected: Expected, now: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, expected.keys, {
      algorithms: ALGORITHMS,
      issuer: expected.issuer,
      audience: expected.clientId,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: instantOf(now),
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    });
    return payload;
  } catch (error) {
    if (error instanceof OutsideFetchError) throw error;
    if (error instanceof errors.JWTClaimValidationFailed) throw new IdTokenRefused(`claim_${error.claim}`);
    if (error instanceof errors.JWTExpired) throw new IdTokenRefused('expired');
    // Any other failure, such as a key of the wrong type, also means the token is not verified.
    throw new IdTokenRefused(error instanceof errors.JOSEError ? error.code : 'unverifiable');
  }
}

/** No other audience is trusted, and the authorized party must be this client. */
function assertAudience({ aud, azp }: JWTPayload, clientId: string): void {
  if ([aud].flat().some((audience) => audience !== clientId)) throw new IdTokenRefused('audience');
  if (azp !== undefined && azp !== clientId) throw new IdTokenRefused('authorized_party');
}

/** The token must have been issued for this sign-in: not before its nonce. */
function assertTimes({ iat, events }: JWTPayload, nonceIssuedAt: number, now: number): void {
  if (iat === undefined || iat > now + LEEWAY_SECONDS) throw new IdTokenRefused('issued_in_the_future');
  if (iat < nonceIssuedAt - LEEWAY_SECONDS) throw new IdTokenRefused('issued_too_early');
  if (events !== undefined) throw new IdTokenRefused('type');
}

function verifiedEmail({ email, email_verified: verified }: JWTPayload): string | undefined {
  return typeof email === 'string' && email !== '' && verified === true ? email : undefined;
}
