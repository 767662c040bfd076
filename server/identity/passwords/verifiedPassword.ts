/**
 * A password is verified before the user is locked, because a hash takes long. It may be changed in between, so it is
 * compared once more under the lock.
 */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import { isSamePassword } from './passwordHasher';

/** What the given password matched: the stored hash, or the mailed password by its digest. */
export type VerifiedPassword =
  { readonly kind: 'own'; readonly passwordHash: string } | { readonly kind: 'temporary'; readonly mac: Buffer };

/** Whether the user still has this password. The caller holds a lock on the user. */
export async function isStillCurrent(queries: Queries, userId: string, verified: VerifiedPassword): Promise<boolean> {
  if (verified.kind === 'temporary') {
    const found = await queries
      .selectFrom('temporary_passwords')
      .where('user_id', '=', userId)
      .where('password_mac', '=', verified.mac)
      .where('expires_at', '>', sql<Date>`now()`)
      .select('user_id')
      .executeTakeFirst();
    return found !== undefined;
  }
  const now = await queries
    .selectFrom('user_credentials')
    .where('user_id', '=', userId)
    .select('password_hash')
    .executeTakeFirst();
  return typeof now?.password_hash === 'string' && isSamePassword(now.password_hash, verified.passwordHash);
}
