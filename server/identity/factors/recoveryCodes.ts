/** Recovery codes: ten of 120 random bits, so that storing a keyed digest is enough; shown once, each used once. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Keys } from '../../base/keys';
import type { Queries } from '../../database';
import type { FactorOwner } from './factorStatus';

const HOW_MANY = 10;
const GROUPS = 4;
const GROUP_LENGTH = 6;
/** 32 characters that cannot be mistaken for one another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

export class RecoveryCodes {
  constructor(private readonly keys: Pick<Keys, 'mac'>) {}

  /** Replaces all earlier ones. Returns them separated by blanks; they cannot be read again. */
  async make(queries: Queries, { userId, organizationId }: FactorOwner): Promise<string> {
    const codes = Array.from({ length: HOW_MANY }, () =>
      Array.from({ length: GROUPS }, () => randomText(GROUP_LENGTH)).join('-'),
    );
    await queries.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await queries
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          user_id: userId,
          organization_id: organizationId,
          code_mac: this.macOf(userId, code),
        })),
      )
      .execute();
    return codes.join(' ');
  }

  /** Whether the code is one of the user's and unused; then it is used up. */
  async accept(queries: Queries, { userId }: FactorOwner, code: string): Promise<boolean> {
    const used = await queries
      .updateTable('recovery_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('code_mac', '=', this.macOf(userId, code))
      .where('used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    return used !== undefined;
  }

  /** However it was typed: in capitals, with blanks or without the hyphens. */
  private macOf(userId: string, code: string): Buffer {
    const canonical = code.toLowerCase().replace(/[^a-z0-9]/g, '');
    return this.keys.mac('recovery-code', `${userId}.${canonical}`);
  }
}

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
