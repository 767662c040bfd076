/**
 * Refresh tokens: random, stored hashed, replaced on every use. A response can get lost and several tabs can ask at
 * once, so for a short while a replaced token still returns the newest one (the same value, not another branch). If it
 * is used later, it was copied, and the session ends.
 */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import { hashSecret, randomSecret, type Keys } from '../../base/keys';

const REUSE_WINDOW_SECONDS = 10;

export interface IssuedRefreshToken {
  readonly value: string;
  /** Counts the refreshes of the session, from 1. */
  readonly generation: number;
}

export type Rotation =
  | { readonly kind: 'rotated' | 'repeated'; readonly token: IssuedRefreshToken }
  /** `foreign`: it was issued under another SERVER_SECRET. */
  | { readonly kind: 'reused' | 'unknown' | 'foreign' };

export class RefreshTokens {
  constructor(private readonly keys: Keys) {}

  /** Stores a new token by its hash, and returns its value. */
  async issue(
    queries: Queries,
    session: { id: string; organizationId: string },
    generation: number,
  ): Promise<IssuedRefreshToken> {
    const value = randomSecret();
    await queries
      .insertInto('refresh_tokens')
      .values({
        token_hash: hashSecret(value),
        organization_id: session.organizationId,
        session_id: session.id,
        generation,
        encrypted_token: this.keys.encrypt(value),
        secret_check: this.secretCheck(session.id),
        issued_at: sql<Date>`now()`,
      })
      .execute();
    return { value, generation };
  }

  /** The caller holds a lock on the session row. */
  async rotate(
    queries: Queries,
    session: { id: string; organizationId: string },
    presented: string,
  ): Promise<Rotation> {
    const row = await queries
      .selectFrom('refresh_tokens')
      .where('token_hash', '=', hashSecret(presented))
      .where('session_id', '=', session.id)
      .select(['generation', 'secret_check', 'replaced_at'])
      .select(sql<number>`extract(epoch from now() - replaced_at)::float8`.as('age'))
      .executeTakeFirst();
    if (row === undefined) return { kind: 'unknown' };
    // Who knows the earlier secret may have got this token by it, so it must not open anything.
    if (row.secret_check?.equals(this.secretCheck(session.id)) === false) return { kind: 'foreign' };
    if (row.replaced_at === null)
      return { kind: 'rotated', token: await this.replace(queries, session, row.generation) };
    if (row.age > REUSE_WINDOW_SECONDS) return { kind: 'reused' };
    return { kind: 'repeated', token: await this.current(queries, session) };
  }

  /**
   * The newest token of a session. Issues a new one when its value is no longer stored. The caller holds a lock on the
   * session row.
   */
  async current(queries: Queries, session: { id: string; organizationId: string }): Promise<IssuedRefreshToken> {
    const newest = await queries
      .selectFrom('refresh_tokens')
      .where('session_id', '=', session.id)
      .orderBy('generation', 'desc')
      .select(['generation', 'encrypted_token'])
      .limit(1)
      .executeTakeFirst();
    if (newest === undefined) return this.issue(queries, session, 1);
    if (newest.encrypted_token === null) return this.replace(queries, session, newest.generation);
    return { value: this.keys.decrypt(newest.encrypted_token), generation: newest.generation };
  }

  private secretCheck(sessionId: string): Buffer {
    return this.keys.mac('refresh-token', sessionId);
  }

  private async replace(
    queries: Queries,
    session: { id: string; organizationId: string },
    generation: number,
  ): Promise<IssuedRefreshToken> {
    await queries
      .updateTable('refresh_tokens')
      .set({ replaced_at: sql<Date>`now()`, encrypted_token: null })
      .where('session_id', '=', session.id)
      .where('generation', '=', generation)
      .execute();
    return this.issue(queries, session, generation + 1);
  }
}
