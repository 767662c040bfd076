/** Passwords that are mailed: long and random, so they need no slow hash, only a digest with a key of the server. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Keys } from '../../base/keys';
import type { Queries } from '../../database';
import { canonicalPassword } from './passwordHasher';

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Gives the user a temporary password in place of an earlier one, and returns it. */
export async function makeTemporary(
  queries: Queries,
  keys: Pick<Keys, 'mac'>,
  user: { readonly id: string; readonly organizationId: string },
  hours: number,
): Promise<string> {
  const password = Array.from({ length: 4 }, () => randomText(4)).join('-');
  const values = {
    password_mac: keys.mac('temporary-password', canonicalPassword(password)),
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    first_used_at: null,
  };
  await queries
    .insertInto('temporary_passwords')
    .values({ user_id: user.id, organization_id: user.organizationId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return password;
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
