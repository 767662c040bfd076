/**
 * Passkeys (WebAuthn): the options for the browser, and the verification of its answers. Attestation is not requested.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Config } from '../../base/config';
import type { Queries } from '../../database';
import type { AllowedOrigins } from '../../platform/http/origin';
import {
  CHALLENGE_SECONDS,
  consumeChallenge,
  type ChallengePurpose,
  type PasskeyChallenges,
} from './passkeyChallenges';
import type { FactorOwner, NamedOwner } from './factorStatus';

export const MAX_PASSKEYS = 10;

/** Why a passkey's answer is refused; written to the audit only. */
export type PasskeyProblem =
  'unreadable' | 'unknown_passkey' | 'not_verified' | 'challenge_reused' | 'counter_went_back';

/** The unchanged answer of a browser, and the host that the page called. */
export interface PasskeyAnswer {
  readonly response: string;
  readonly host: string | undefined;
}

/** The owner of a passkey, found by its id before the user is known. */
export interface FoundPasskey {
  readonly userId: string;
  readonly organizationCode: string;
}

type SiteConfig = Pick<Config, 'publicUrl' | 'defaultBranding'>;

/** Loaded with the first passkey, because it is a fifth of the code that the server would load at its start. */
const webAuthn = () => import('@simplewebauthn/server');

export class Passkeys {
  constructor(
    private readonly challenges: PasskeyChallenges,
    private readonly config: SiteConfig,
    private readonly origins: AllowedOrigins,
  ) {}

  /** Options for any user: the browser offers its passkeys for this site. Returns JSON. */
  async signInOptions(): Promise<string> {
    return JSON.stringify(await this.askFor(this.challenges.issue('sign-in', ''), undefined));
  }

  /** Options for one user whose password was right. Returns JSON. */
  async secondFactorOptions(queries: Queries, userId: string): Promise<string> {
    return JSON.stringify(
      await this.askFor(this.challenges.issue('second-factor', userId), await descriptors(queries, userId)),
    );
  }

  /** Returns JSON. */
  async registrationOptions(queries: Queries, owner: NamedOwner): Promise<string> {
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: this.config.defaultBranding.productName,
      rpID: this.config.publicUrl.hostname,
      userName: owner.label,
      userID: new Uint8Array(Buffer.from(owner.userId, 'utf8')),
      challenge: this.challenges.issue('registration', owner.userId),
      timeout: CHALLENGE_SECONDS * 1_000,
      attestationType: 'none',
      excludeCredentials: await descriptors(queries, owner.userId),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return JSON.stringify(options);
  }

  /** Stores the passkey that the browser made for this user; its id, or why it is refused. */
  async register(
    queries: Queries,
    owner: FactorOwner,
    name: string,
    { response, host }: PasskeyAnswer,
  ): Promise<{ readonly id: string } | PasskeyProblem> {
    const answer = parse<RegistrationResponseJSON>(response);
    if (answer === undefined) return 'unreadable';
    const seen: string[] = [];
    const { verifyRegistrationResponse } = await webAuthn();
    const made = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: this.expect('registration', owner.userId, seen),
      expectedOrigin: this.expectedOrigins(host),
      expectedRPID: this.config.publicUrl.hostname,
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!made?.verified) return 'not_verified';
    if (!(await consumeChallenge(queries, owner.organizationId, seen[0] ?? ''))) return 'challenge_reused';
    const { credential, credentialBackedUp } = made.registrationInfo;
    const stored = await queries
      .insertInto('passkeys')
      .values({
        organization_id: owner.organizationId,
        user_id: owner.userId,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).filter((each) => typeof each === 'string').slice(0, 8),
        synced: credentialBackedUp,
        name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return stored ?? 'unknown_passkey';
  }

  /** The owner of the passkey; undefined if it is unknown. Runs outside all scopes. */
  async ownerOf(queries: Queries, response: string): Promise<FoundPasskey | undefined> {
    const id = parse<AuthenticationResponseJSON>(response)?.id;
    if (id === undefined) return undefined;
    const { rows } = await sql<FoundPasskey>`
      select user_id as "userId", organization_code as "organizationCode"
      from access_find_passkey(${Buffer.from(id, 'base64url')})`.execute(queries);
    return rows[0];
  }

  /**
   * Undefined if the answer proves that this user is present, otherwise the reason. The caller holds a lock on the
   * user.
   */
  async refuse(
    queries: Queries,
    owner: FactorOwner,
    purpose: Exclude<ChallengePurpose, 'registration'>,
    { response, host }: PasskeyAnswer,
  ): Promise<PasskeyProblem | undefined> {
    const answer = parse<AuthenticationResponseJSON>(response);
    if (answer === undefined) return 'unreadable';
    const passkey = await queries
      .selectFrom('passkeys')
      .where('user_id', '=', owner.userId)
      .where('credential_id', '=', Buffer.from(answer.id, 'base64url'))
      .select(['id', 'public_key as publicKey', 'counter'])
      .executeTakeFirst();
    if (passkey === undefined) return 'unknown_passkey';
    const seen: string[] = [];
    const { verifyAuthenticationResponse } = await webAuthn();
    const proof = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: this.expect(purpose, purpose === 'sign-in' ? '' : owner.userId, seen),
      expectedOrigin: this.expectedOrigins(host),
      expectedRPID: this.config.publicUrl.hostname,
      requireUserVerification: true,
      // The counter is compared below, where a copied passkey can be distinguished from other faults.
      credential: { id: answer.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }).catch(() => undefined);
    if (!proof?.verified) return 'not_verified';
    if (!(await consumeChallenge(queries, owner.organizationId, seen[0] ?? ''))) return 'challenge_reused';
    const { newCounter, credentialBackedUp } = proof.authenticationInfo;
    const counted = Number(passkey.counter);
    if ((newCounter > 0 || counted > 0) && newCounter <= counted) return 'counter_went_back';
    await queries
      .updateTable('passkeys')
      .set({ counter: newCounter, synced: credentialBackedUp, last_used_at: sql<Date>`now()` })
      .where('id', '=', passkey.id)
      .execute();
    return undefined;
  }

  private async askFor(
    challenge: Uint8Array<ArrayBuffer>,
    allowed: Awaited<ReturnType<typeof descriptors>> | undefined,
  ) {
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({
      rpID: this.config.publicUrl.hostname,
      challenge,
      timeout: CHALLENGE_SECONDS * 1_000,
      userVerification: 'required',
      ...(allowed && { allowCredentials: allowed }),
    });
  }

  /** Adds the challenge to `seen`; it is used up after everything else is verified. */
  private expect(purpose: ChallengePurpose, userId: string, seen: string[]) {
    return (challenge: string): boolean => {
      seen.push(challenge);
      return this.challenges.isOurs(challenge, purpose, userId);
    };
  }

  /** The public address and, in the demo, the address of the request; never an unknown host. */
  private expectedOrigins(host: string | undefined): string[] {
    const { origin, protocol, hostname } = this.config.publicUrl;
    const here = `${protocol}//${host}`;
    const isOurs = URL.canParse(here) && new URL(here).hostname === hostname && this.origins.allows(here, host);
    return isOurs ? [origin, here] : [origin];
  }
}

async function descriptors(queries: Queries, userId: string) {
  const rows = await queries
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['credential_id', 'transports'])
    .execute();
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    transports: row.transports as AuthenticatorTransportFuture[],
  }));
}

/** Parses the browser's answer; the library checks its fields, except the id, which is used before. */
function parse<T extends { readonly id: string }>(text: string): T | undefined {
  try {
    const value = JSON.parse(text) as T | null;
    return typeof value?.id === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
