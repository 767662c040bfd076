/**
 * Counts password attempts in the database, for all nodes together, before the hash. The rules are in rules.ts; this
 * file has the rows, locked while they are checked, and a short cache of refusals, so that a flood of refused attempts
 * costs no statements.
 */
import { sql } from 'kysely';
import { networkOf } from '../../base/ipAddresses';
import type { Keys } from '../../base/keys';
import { withRetry, type Database, type Queries } from '../../database';
import {
  accountWithoutUnverified,
  admitDevice,
  admitUnknownBrowser,
  NO_ATTEMPTS,
  withoutAttempt,
  withoutUnverified,
  type Attempts,
} from './rules';

export interface Attempt {
  /** By `accountName`, or another unique name if it is not a sign-in. */
  readonly account: string;
  readonly address: string;
  /** The id of a browser that is known for this account. */
  readonly device: string | undefined;
}

export type Admission =
  | {
      readonly admitted: true;
      /** If the password is wrong, unknown browsers are refused from now on, and the owner should be notified. */
      readonly locks: boolean;
      /** Recent attempts of the source, at any account. */
      readonly triesOfSource: number;
      /** The password was right: subtracts the attempt. */
      passed(): Promise<void>;
      /** The password was never checked: subtracts the attempt, but not from its source, so that a flood is limited. */
      takeBack(): Promise<void>;
    }
  | {
      readonly admitted: false;
      /** Too many attempts from this source, or at this account. */
      readonly reason: 'source' | 'account';
      readonly seconds: number;
      /** The refusal came from the cache, without a look-up. */
      readonly remembered: boolean;
    };

/** A refusal is cached this long only, because another node may unlock the account. */
const REMEMBER_MS = 5_000;
const MAX_REMEMBERED = 50_000;

export class SignInThrottle {
  private readonly refused = new Map<string, { readonly reason: 'source' | 'account'; readonly until: number }>();
  /** The last attempt at each account from each source on this node. */
  private readonly lines = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly keys: Keys,
    /** The limit of one source over all accounts; 0 for no limit. */
    private readonly perMinute: number,
  ) {}

  /**
   * Counts the attempt, and runs `work` with whether it is admitted. Attempts at one account from one source wait for
   * each other, so that those still being checked are not counted as wrong.
   */
  async inTurn<R>(attempt: Attempt, work: (admission: Admission) => Promise<R>): Promise<R> {
    const name = `${attempt.account}\0${attempt.device ?? networkOf(attempt.address)}`;
    const result = (this.lines.get(name) ?? Promise.resolve()).then(async () => work(await this.judge(attempt, name)));
    const line = result.catch(() => undefined);
    this.lines.set(name, line);
    void line.then(() => {
      if (this.lines.get(name) === line) this.lines.delete(name);
    });
    return result;
  }

  /** Clears all counts of this account, after its mailbox was proven or by an administrator. */
  async clear(account: string, transaction?: Queries): Promise<void> {
    const names = [...this.refused.keys()].filter((name) => name.startsWith(`${account}\0`));
    for (const name of names) this.refused.delete(name);
    const forget = sql`select access_forget_tries(${this.key('account', account)})`;
    await (transaction === undefined
      ? withRetry(() => forget.execute(this.database.queries))
      : forget.execute(transaction));
  }

  private async judge(attempt: Attempt, name: string): Promise<Admission> {
    const known = this.refused.get(name);
    const seconds = known === undefined ? 0 : (known.until - performance.now()) / 1_000;
    if (known !== undefined && seconds > 0) {
      return { admitted: false, reason: known.reason, seconds: Math.ceil(seconds), remembered: true };
    }
    this.refused.delete(name);
    const verdict = await (attempt.device === undefined
      ? this.judgeStranger(attempt)
      : this.judgeDevice(attempt.account, attempt.device));
    if (verdict.admitted) return verdict;
    if (this.refused.size >= MAX_REMEMBERED) this.refused.delete(this.refused.keys().next().value ?? '');
    if (verdict.seconds * 1_000 > REMEMBER_MS) this.remember(name, verdict.reason);
    return verdict;
  }

  private remember(name: string, reason: 'source' | 'account'): void {
    this.refused.set(name, { reason, until: performance.now() + REMEMBER_MS });
  }

  private async judgeStranger({ account, address }: Attempt): Promise<Admission> {
    const source = networkOf(address);
    const [pairKey, accountKey] = [this.key('pair', `${account}\0${source}`), this.key('account', account)];
    const sourceKey = this.key('source', source);
    const change = <T>(work: (now: number, all: readonly [Attempts, Attempts, Attempts]) => Changed<T>) =>
      this.change([pairKey, accountKey], accountKey, [sourceKey], work);
    const { verdict, before } = await change((now, [pair, ofAccount, ofSource]) => {
      const judged = admitUnknownBrowser({ pair, account: ofAccount, source: ofSource }, now, this.perMinute);
      const { counted } = judged.admitted ? judged : { counted: undefined };
      const counts = counted && [counted.pair, counted.account, counted.source];
      return { answer: { verdict: judged, before: pair }, counts };
    });
    if (!verdict.admitted) return { ...verdict, remembered: false };
    const { locks, counted } = verdict;
    return {
      admitted: true,
      locks,
      triesOfSource: counted.source.tries,
      passed: () =>
        change((_now, [pair, ofAccount, ofSource]) => {
          const back = withoutAttempt({ pair, account: ofAccount, source: ofSource }, locks);
          return { answer: undefined, counts: [back.pair, back.account, back.source] };
        }),
      takeBack: () =>
        change((_now, [pair, ofAccount, ofSource]) => {
          const back = withoutUnverified(pair, before, counted.pair);
          return { answer: undefined, counts: [back, accountWithoutUnverified(ofAccount, pair, locks), ofSource] };
        }),
    };
  }

  private async judgeDevice(account: string, device: string): Promise<Admission> {
    const key = this.key('device', `${account}\0${device}`);
    const change = <T>(work: (now: number, all: readonly [Attempts, Attempts, Attempts]) => Changed<T>) =>
      this.change([key], this.key('account', account), [], work);
    const { verdict, before } = await change((now, [tries]) => {
      const judged = admitDevice(tries, now);
      return { answer: { verdict: judged, before: tries }, counts: judged.admitted ? [judged.counted] : undefined };
    });
    if (!verdict.admitted) return { ...verdict, remembered: false };
    const { locks, counted } = verdict;
    const save = (work: (tries: Attempts) => Attempts) =>
      change((_now, [tries]) => ({ answer: undefined, counts: [work(tries)] }));
    return {
      admitted: true,
      locks,
      triesOfSource: 0,
      passed: () => save((tries) => ({ ...tries, tries: 0 })),
      takeBack: () => save((tries) => withoutUnverified(tries, before, counted)),
    };
  }

  /** Locks the rows of the account and others, and saves what `work` returns for them. */
  private change<T>(
    ofAccount: readonly Buffer[],
    account: Buffer,
    others: readonly Buffer[],
    work: (now: number, all: readonly [Attempts, Attempts, Attempts]) => Changed<T>,
  ): Promise<T> {
    return withRetry(() =>
      this.database.queries.transaction().execute(async (queries) => {
        const rows = [
          ...(await lockAttempts(queries, ofAccount, account)),
          ...(others.length > 0 ? await lockAttempts(queries, others, null) : []),
        ];
        const keys = [...ofAccount, ...others];
        const [one = NO_ATTEMPTS, two = NO_ATTEMPTS, three = NO_ATTEMPTS] = keys.map(
          (key) => rows.find((row) => row.key.equals(key)) ?? NO_ATTEMPTS,
        );
        const { answer, counts } = work(rows[0]?.now ?? 0, [one, two, three]);
        if (counts !== undefined) await saveAttempts(queries, keys, counts);
        return answer;
      }),
    );
  }

  private key(kind: 'pair' | 'account' | 'source' | 'device', name: string): Buffer {
    return this.keys.mac('sign-in-tries', `${kind}\0${name}`);
  }
}

interface Changed<T> {
  readonly answer: T;
  /** In the order of the keys; undefined to leave them unchanged. */
  readonly counts: readonly Attempts[] | undefined;
}

/**
 * Runs a check, which calls `checked` once it knows whether the password was right. If it fails before, because the
 * server is busy for example, the attempt is taken back: no one has learned anything from it, and five such failures
 * would keep a person out.
 */
export async function refundIfUnverified<R>(
  admission: Extract<Admission, { admitted: true }>,
  check: (checked: () => void) => Promise<R>,
): Promise<R> {
  const state = { isChecked: false };
  try {
    return await check(() => {
      state.isChecked = true;
    });
  } catch (error) {
    if (!state.isChecked) await admission.takeBack();
    throw error;
  }
}

type AttemptsRow = Attempts & { readonly key: Buffer; readonly now: number };

async function lockAttempts(queries: Queries, keys: readonly Buffer[], account: Buffer | null): Promise<AttemptsRow[]> {
  const { rows } = await sql<AttemptsRow>`
    select key, tries, at, sources, locked_until as "lockedUntil", now
    from access_lock_tries(${[...keys]}::bytea[], ${account}::bytea)`.execute(queries);
  return rows;
}

async function saveAttempts(queries: Queries, keys: readonly Buffer[], counts: readonly Attempts[]): Promise<void> {
  await sql`select access_save_tries(
    ${[...keys]}::bytea[], ${counts.map(({ tries }) => tries)}::float8[], ${counts.map(({ at }) => at)}::float8[],
    ${counts.map(({ sources }) => sources)}::integer[], ${counts.map(({ lockedUntil }) => lockedUntil)}::float8[])`.execute(
    queries,
  );
}
