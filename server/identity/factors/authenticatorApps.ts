/**
 * Codes of authenticator apps (TOTP, RFC 6238: SHA-1, 6 digits, 30 s). The secret is stored encrypted, together with
 * its user, so that a row cannot be moved to another user. A code is accepted once; afterwards it and all earlier ones
 * are refused.
 */
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Keys } from '../../base/keys';
import type { Queries } from '../../database';
import type { FactorOwner, NamedOwner } from './factorStatus';

const STEP_SECONDS = 30;
/** Clocks may differ by one step, and a code takes a moment to type. */
const STEPS_AROUND = 1;
const SECRET_BYTES = 20;
const PENDING_MINUTES = 10;

export interface NewApp {
  /** Base32. */
  readonly appSecret: string;
  /** `otpauth://`, for the QR code. */
  readonly appUri: string;
}

export class AuthenticatorApps {
  constructor(
    private readonly keys: Pick<Keys, 'encrypt' | 'tryDecrypt'>,
    private readonly issuer: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Creates a secret that must be confirmed; the current one stays valid until then. */
  async begin(queries: Queries, owner: NamedOwner): Promise<NewApp> {
    const secret = new Secret({ size: SECRET_BYTES }).base32;
    const values = {
      encrypted_pending: this.keys.encrypt(`${owner.userId} ${secret}`),
      pending_until: sql<Date>`now() + make_interval(mins => ${PENDING_MINUTES})`,
    };
    await queries
      .insertInto('authenticator_apps')
      .values({ user_id: owner.userId, organization_id: owner.organizationId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    return { appSecret: secret, appUri: this.generator(secret, owner.label).toString() };
  }

  /**
   * Replaces the current secret by the pending one. `none`: there is none that can be read, or it has expired. `again`:
   * there is none any more, but the current secret was confirmed with this code, or could have been.
   */
  async confirm(
    queries: Queries,
    { userId }: FactorOwner,
    code: string,
  ): Promise<'right' | 'wrong' | 'none' | 'again'> {
    const row = await queries
      .selectFrom('authenticator_apps')
      .where('user_id', '=', userId)
      .select([
        'encrypted_secret as current',
        'last_step as lastStep',
        'encrypted_pending as pending',
        sql<boolean>`coalesce(pending_until > now(), true)`.as('isInTime'),
      ])
      .forUpdate()
      .executeTakeFirst();
    const encrypted = row?.pending ?? row?.current;
    const secret = encrypted && this.secretOf(encrypted, userId);
    if (!row?.isInTime || !secret) return 'none';
    const step = this.stepOf(secret, code);
    if (row.pending === null) {
      const last = Number(row.lastStep);
      const isAgain = step === undefined ? this.isCodeOf(secret, code, last) : step >= last;
      return isAgain ? 'again' : 'none';
    }
    if (step === undefined) return 'wrong';
    await queries
      .updateTable('authenticator_apps')
      .set({
        encrypted_secret: row.pending,
        last_step: step,
        encrypted_pending: null,
        pending_until: null,
      })
      .where('user_id', '=', userId)
      .execute();
    return 'right';
  }

  /** Whether the code is right and unused; if so, it is used up. */
  async accept(queries: Queries, { userId }: FactorOwner, code: string): Promise<boolean> {
    const row = await queries
      .selectFrom('authenticator_apps')
      .where('user_id', '=', userId)
      .where('encrypted_secret', 'is not', null)
      .select(['encrypted_secret as encrypted', 'last_step as lastStep'])
      .forUpdate()
      .executeTakeFirst();
    const secret = row?.encrypted && this.secretOf(row.encrypted, userId);
    if (!secret) return false;
    const step = this.stepOf(secret, code);
    if (step === undefined || step <= Number(row.lastStep)) return false;
    await queries.updateTable('authenticator_apps').set({ last_step: step }).where('user_id', '=', userId).execute();
    return true;
  }

  /** The step that the code belongs to, within the window; the library compares in constant time. */
  private stepOf(secret: string, code: string): number | undefined {
    if (!/^\d{6}$/.test(code)) return undefined;
    const timestamp = this.now();
    const delta = this.generator(secret, '').validate({ token: code, timestamp, window: STEPS_AROUND });
    return delta === null ? undefined : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
  }

  private isCodeOf(secret: string, code: string, step: number): boolean {
    const timestamp = step * STEP_SECONDS * 1_000;
    return this.generator(secret, '').validate({ token: code, timestamp, window: 0 }) !== null;
  }

  /** Undefined if it was set up with another SERVER_SECRET. Throws if the row was moved from another user. */
  private secretOf(encrypted: Buffer, userId: string): string | undefined {
    const opened = this.keys.tryDecrypt(encrypted);
    if (opened === undefined) return undefined;
    const [owner, secret = ''] = opened.split(' ');
    if (owner !== userId) throw new Error('The secret of an authenticator app belongs to another user.');
    return secret;
  }

  private generator(secret: string, label: string): TOTP {
    return new TOTP({ issuer: this.issuer, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
  }
}
