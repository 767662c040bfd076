/**
 * argon2id with a bound on how much of the machine it may take: as many hashes at once as there are cores, a short
 * queue behind them, and a clear 'try again' beyond that. A flood of guesses then costs the attacker time, not us.
 */
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { randomSecret } from '../keys';
import { canonicalPassword } from './canonicalPassword';

/** argon2id with 46 MiB in one pass; the library's `Algorithm.Argon2id`, whose enum does not outlive compilation. */
const PARAMETERS = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } satisfies Options;
const MAX_WAITING = 64;

export class HasherBusyError extends Error {
  readonly retryAfterSeconds = 2;
}

export class PasswordHasher {
  private running = 0;
  private readonly waiting: Array<() => void> = [];
  private dummy: Promise<string> | undefined;

  constructor(readonly concurrency = availableParallelism()) {}

  get queueLength(): number {
    return this.waiting.length;
  }

  hash(password: string): Promise<string> {
    return this.withSlot(() => hash(canonicalPassword(password), PARAMETERS));
  }

  /**
   * Reads the account when its turn has come: a lock that fell meanwhile then counts, and a flood that is turned
   * away here never reaches the database. Where there is no hash it verifies against a dummy, so that 'nobody' takes
   * as long as 'wrong'. The turn ends when the outcome is settled: the next in line finds the failure counted.
   */
  async verify<T extends { readonly passwordHash: string | null }, R>(
    password: string,
    readAccount: () => Promise<T>,
    settle: (account: T, matches: boolean) => Promise<R>,
  ): Promise<R> {
    const dummy = await (this.dummy ??= hash(randomSecret(), PARAMETERS));
    return this.withSlot(async () => {
      const account = await readAccount();
      const matches = await verify(account.passwordHash ?? dummy, canonicalPassword(password));
      return settle(account, matches && account.passwordHash !== null);
    });
  }

  private async withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) {
      if (this.waiting.length >= MAX_WAITING) throw new HasherBusyError('Too many passwords to check at once.');
      await new Promise<void>((resume) => this.waiting.push(resume));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
