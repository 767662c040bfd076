/** Codes by mail: one active challenge for each browser of a user, the same code on resend, few attempts, few mails. */
import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { RESEND_AFTER_SECONDS } from '../../../contract/base/limits';
import { hashSecret, type Keys } from '../../base/keys';
import type { Database, Queries, Scope } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import { claimMail, type MailAllowance } from '../../platform/mail/mailAllowance';
import type { Outbox } from '../../platform/mail/outbox';
import type { AccountMails, AccountOwner } from '../accountMails/accountMails';
import { addressForCodes } from '../emailChanges/emailChanges';
import { findChallenge } from '../sessions/lookups';
import { lockUser } from '../sessions/sessions';

/** How long a mailed code is valid. */
export const CODE_MINUTES = 10;
const MAX_TRIES = 5;
const ALLOWANCE: MailAllowance = { column: 'code_mails', mostAnHour: 5, gapSeconds: 0 };

export type ChallengeResult =
  | { readonly kind: 'sent'; readonly challengeId: string; readonly resendInSeconds: number; readonly sentTo: string }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

export type ResendResult =
  | { readonly kind: 'sent'; readonly resendInSeconds: number }
  | { readonly kind: 'too_early' | 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'expired' };

/**
 * `not_available`: this browser has no open challenge, because none was mailed, or it has expired, been used or run out
 * of attempts.
 */
export type CodeCheck =
  { readonly kind: 'right' | 'not_available' } | { readonly kind: 'wrong'; readonly attemptsLeft: number };

const resendIn = sql<number>`
  greatest(0, ${RESEND_AFTER_SECONDS} - extract(epoch from now() - sent_at))::float8`;
const minutesLeft = sql<number>`greatest(1, floor(extract(epoch from expires_at - now()) / 60))::integer`;

export class TwoFactor {
  constructor(
    private readonly database: Database,
    private readonly keys: Keys,
    private readonly outbox: Outbox,
    private readonly mails: AccountMails,
    private readonly audit: Audit,
  ) {}

  /**
   * The challenge of the browser with this secret. Another request while it is active sends no mail, so reload, Back
   * and other tabs cost nothing.
   */
  async challenge(scope: Scope, user: AccountOwner, browser: string, client: ClientInfo): Promise<ChallengeResult> {
    const result = await this.database.withScope(scope, async (queries): Promise<ChallengeResult> => {
      await lockUser(queries, user.userId);
      const sentTo = await addressForCodes(queries, user.userId);
      const live = await this.challengeOf(queries, user.userId, browser);
      if (live) {
        return { kind: 'sent', challengeId: this.publicId(live.id), resendInSeconds: live.resendInSeconds, sentTo };
      }

      const wait = await claimMail(queries, user.userId, ALLOWANCE);
      if (wait > 0) return { kind: 'limited', retryAfterSeconds: wait };
      const id = await this.create(queries, user, browser, client);
      return { kind: 'sent', challengeId: this.publicId(id), resendInSeconds: RESEND_AFTER_SECONDS, sentTo };
    });
    this.outbox.wake();
    return result;
  }

  /**
   * Mails the active code again, if the challenge is the active one and the gap since the last mail is long enough. It
   * is valid no longer than before.
   */
  async resend(challengeId: string, client: ClientInfo): Promise<ResendResult> {
    const found = await findChallenge(this.database.queries, hashSecret(challengeId));
    if (found === undefined || found.scope.userId === null) return { kind: 'expired' };
    const { userId } = found.scope;
    const result = await this.database.withScope(found.scope, async (queries): Promise<ResendResult> => {
      await lockUser(queries, userId);
      const live = await this.readable(this.liveChallenges(queries, userId).where('id', '=', found.id));
      if (live === undefined) return { kind: 'expired' };
      if (live.resendInSeconds > 0) return { kind: 'too_early', retryAfterSeconds: Math.ceil(live.resendInSeconds) };
      const wait = await claimMail(queries, userId, ALLOWANCE);
      if (wait > 0) return { kind: 'limited', retryAfterSeconds: wait };

      const user = { organizationId: found.scope.organizationId, userId };
      await queries
        .updateTable('two_factor_challenges')
        .set({ sent_at: sql<Date>`now()` })
        .where('id', '=', live.id)
        .execute();
      await this.send(queries, user, live.code, live.minutesLeft, client);
      return { kind: 'sent', resendInSeconds: RESEND_AFTER_SECONDS };
    });
    this.outbox.wake();
    return result;
  }

  /**
   * Consumes the code if it is right and was mailed for this browser. The caller holds a lock on the credential row, so
   * that it cannot be used twice.
   */
  async checkCode(queries: Queries, userId: string, code: string, browser: string | undefined): Promise<CodeCheck> {
    const live = browser === undefined ? undefined : await this.challengeOf(queries, userId, browser);
    if (live === undefined) return { kind: 'not_available' };
    const expected = Buffer.from(live.code);
    const given = Buffer.from(code);
    const right = given.length === expected.length && timingSafeEqual(given, expected);
    const tries = live.tries + 1;
    await queries
      .updateTable('two_factor_challenges')
      .set({ tries, ...(right || tries >= MAX_TRIES ? { closed_at: sql<Date>`now()` } : {}) })
      .where('id', '=', live.id)
      .execute();
    return right ? { kind: 'right' } : { kind: 'wrong', attemptsLeft: MAX_TRIES - tries };
  }

  private challengeOf(queries: Queries, userId: string, browser: string) {
    return this.readable(this.liveChallenges(queries, userId).where('browser_hash', '=', hashSecret(browser)));
  }

  /** The challenge with its code. One that was mailed with another SERVER_SECRET counts as expired. */
  private async readable(challenges: ReturnType<TwoFactor['liveChallenges']>) {
    const live = await challenges.executeTakeFirst();
    const code = live && this.keys.tryDecrypt(live.encryptedCode);
    return live && code !== undefined ? { ...live, code } : undefined;
  }

  private liveChallenges(queries: Queries, userId: string) {
    return queries
      .selectFrom('two_factor_challenges')
      .where('user_id', '=', userId)
      .where('closed_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .select([
        'id',
        'tries',
        'encrypted_code as encryptedCode',
        resendIn.as('resendInSeconds'),
        minutesLeft.as('minutesLeft'),
      ]);
  }

  private async create(queries: Queries, user: AccountOwner, browser: string, client: ClientInfo): Promise<string> {
    const id = randomUUID();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await queries
      .updateTable('two_factor_challenges')
      .set({ closed_at: sql<Date>`now()` })
      .where('user_id', '=', user.userId)
      .where('browser_hash', '=', hashSecret(browser))
      .where('closed_at', 'is', null)
      .execute();
    await queries
      .insertInto('two_factor_challenges')
      .values({
        id,
        id_hash: hashSecret(this.publicId(id)),
        organization_id: user.organizationId,
        user_id: user.userId,
        browser_hash: hashSecret(browser),
        encrypted_code: this.keys.encrypt(code),
        sent_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + make_interval(mins => ${CODE_MINUTES})`,
      })
      .execute();
    await this.send(queries, user, code, CODE_MINUTES, client);
    return id;
  }

  private async send(
    queries: Queries,
    user: AccountOwner,
    code: string,
    minutes: number,
    client: ClientInfo,
  ): Promise<void> {
    await this.mails.code(queries, user, code, minutes);
    await this.audit.record(queries, {
      event: 'code_sent',
      outcome: 'ok',
      organizationId: user.organizationId,
      userId: user.userId,
      client,
    });
  }

  /** Opaque, unguessable and stable. */
  private publicId(id: string): string {
    return this.keys.mac('challenge-id', id).toString('base64url');
  }
}
