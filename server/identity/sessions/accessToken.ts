/** Signs and verifies access tokens. They are short-lived; whether the session still exists is checked separately. */
import { randomUUID } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import {
  ORGANIZATION_TYPES,
  USER_TYPES,
  type OrganizationType,
  type UserType,
} from '../../../contract/base/organizations';
import { instantOf } from '../../base/dates';

const ISSUER = 'staffing-vms';

/** The claims of a token about its session. Permissions are not included: they are read with each call. */
export interface AccessTokenClaims {
  readonly sessionId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly tenantId: string;
  readonly organizationType: OrganizationType;
  readonly userType: UserType;
}

/**
 * `answering`: too old for everything but the takeover question of its session. `expired`: genuine, but too old, so the
 * browser renews it; `invalid`: everything else.
 */
export type TokenCheck =
  | { readonly kind: 'valid' | 'answering'; readonly claims: AccessTokenClaims }
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' };

/** In seconds since 1970. */
interface Verified {
  readonly claims: AccessTokenClaims;
  readonly issued: number;
  readonly expires: number;
}

/** About 1 kB each; enough for the sessions that are active at the same time. */
const REMEMBERED = 5_000;

export class AccessTokens {
  /** Tokens whose signature was right: every call has one, and verifying it costs more than a small call does. */
  private readonly verified = new Map<string, Verified>();

  constructor(
    private readonly key: Uint8Array,
    readonly lifeSeconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** A signed token with these claims. `answerSeconds`: how long it can answer a takeover question, if one is open. */
  issue(claims: AccessTokenClaims, answerSeconds = 0): Promise<string> {
    const { sessionId, userId, organizationId, tenantId, organizationType, userType } = claims;
    const seconds = Math.floor(this.now() / 1_000);
    return new SignJWT({ sid: sessionId, org: organizationId, tenant: tenantId, orgType: organizationType, userType })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setSubject(userId)
      .setJti(randomUUID())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + Math.max(this.lifeSeconds, answerSeconds))
      .sign(this.key);
  }

  /** Whether the token was issued here and has not expired. Never rejects. */
  async check(token: string): Promise<TokenCheck> {
    const known = this.verified.get(token);
    if (known !== undefined) {
      if (known.expires > Math.floor(this.now() / 1_000)) return this.byAge(known);
      this.verified.delete(token);
      return { kind: 'expired' };
    }
    if (!isCanonical(token)) return { kind: 'invalid' };
    try {
      const { payload } = await jwtVerify(token, this.key, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: ISSUER,
        currentDate: instantOf(this.now()),
        requiredClaims: ['sub', 'iat', 'exp', 'sid', 'org', 'tenant', 'orgType', 'userType'],
      });
      const organizationType = ORGANIZATION_TYPES.find((type) => type === payload['orgType']);
      const userType = USER_TYPES.find((type) => type === payload['userType']);
      if (organizationType === undefined || userType === undefined) return { kind: 'invalid' };
      const claims = {
        sessionId: String(payload['sid']),
        userId: String(payload.sub),
        organizationId: String(payload['org']),
        tenantId: String(payload['tenant']),
        organizationType,
        userType,
      };
      const verified = { claims, issued: Number(payload.iat), expires: Number(payload.exp) };
      this.remember(token, verified);
      return this.byAge(verified);
    } catch (error) {
      return { kind: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
    }
  }

  /** For a token that has not expired. */
  private byAge({ claims, issued }: Verified): TokenCheck {
    const isYoung = issued + this.lifeSeconds > Math.floor(this.now() / 1_000);
    return { kind: isYoung ? 'valid' : 'answering', claims };
  }

  /** The oldest are discarded first. */
  private remember(token: string, verified: Verified): void {
    const [oldest] = this.verified.keys();
    if (this.verified.size >= REMEMBERED && oldest !== undefined) this.verified.delete(oldest);
    this.verified.set(token, verified);
  }
}

/** Base64url can encode one value in several ways; accept only the form we issue. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return (
    token.length <= 2_048 &&
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}
