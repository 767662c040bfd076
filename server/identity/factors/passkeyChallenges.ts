/**
 * Challenges for passkeys, which need no row until they are used: signed by the server for one purpose and one user,
 * valid for five minutes, and once.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { hashSecret, type Keys } from '../../base/keys';
import type { Queries } from '../../database';

export const CHALLENGE_SECONDS = 300;
const FACTS_BYTES = 20;

/** The purpose of a challenge. One that was issued for another purpose or user is not accepted. */
export type ChallengePurpose = 'sign-in' | 'second-factor' | 'registration';

export class PasskeyChallenges {
  constructor(
    private readonly keys: Pick<Keys, 'mac'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** `userId` is empty while the user is unknown. */
  issue(purpose: ChallengePurpose, userId: string): Uint8Array<ArrayBuffer> {
    const facts = Buffer.alloc(FACTS_BYTES);
    randomBytes(16).copy(facts);
    facts.writeUInt32BE(Math.floor(this.now() / 1_000), 16);
    return new Uint8Array(Buffer.concat([facts, this.sign(facts, purpose, userId)]));
  }

  /**
   * Whether this server issued the challenge for this purpose and user, and it has not expired. `challenge` is in
   * base64url, as browsers return it.
   */
  isOurs(challenge: string, purpose: ChallengePurpose, userId: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    const facts = bytes.subarray(0, FACTS_BYTES);
    const expected = this.sign(facts, purpose, userId);
    const given = bytes.subarray(FACTS_BYTES);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return this.now() / 1_000 - facts.readUInt32BE(16) <= CHALLENGE_SECONDS;
  }

  private sign(facts: Buffer, purpose: ChallengePurpose, userId: string): Buffer {
    return this.keys.mac('passkey-challenge', `${facts.toString('base64url')}.${purpose}.${userId}`);
  }
}

/** Of concurrent uses of one challenge only one inserts the row. False if it has been used before. */
export async function consumeChallenge(queries: Queries, organizationId: string, challenge: string): Promise<boolean> {
  await queries
    .deleteFrom('used_passkey_challenges')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  const used = await queries
    .insertInto('used_passkey_challenges')
    .values({
      challenge_hash: hashSecret(challenge),
      organization_id: organizationId,
      expires_at: sql<Date>`now() + make_interval(secs => ${2 * CHALLENGE_SECONDS})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('organization_id')
    .executeTakeFirst();
  return used !== undefined;
}
