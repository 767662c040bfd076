/**
 * argon2id with bounded concurrency: as many hashes at once as there are cores, a short queue, and 'try again' beyond
 * that. A flood of guesses then slows down the attacker, not the server.
 */
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import type { HashingCost } from '../../base/config';
import { BusyError } from '../../base/errors';
import { randomSecret } from '../../base/keys';

/** The form of a password that is stored and checked; otherwise a trailing space would lock people out. */
export function canonicalPassword(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/** One pass. 2 is `Algorithm.Argon2id`, a const enum that is not available at run time. */
const ARGON2ID = { algorithm: 2, timeCost: 1, parallelism: 1 } satisfies Options;
/** 46 MiB, or 1 MiB for tests. */
const PARAMETERS: Readonly<Record<HashingCost, Options>> = {
  full: { ...ARGON2ID, memoryCost: 47_104 },
  quick: { ...ARGON2ID, memoryCost: 1_024 },
};
const MAX_WAITING = 64;

export class PasswordHasher {
  private running = 0;
  private readonly waiting: Array<() => void> = [];
  private dummy: Promise<string> | undefined;

  constructor(
    private readonly cost: HashingCost = 'full',
    readonly concurrency = availableParallelism(),
  ) {}

  get queueLength(): number {
    return this.waiting.length;
  }

  /** The argon2 hash of a password. */
  hash(password: string): Promise<string> {
    return this.withSlot(() => hash(canonicalPassword(password), PARAMETERS[this.cost]));
  }

  /**
   * Reads the account only when its turn has come, so that a lock set meanwhile counts, and a rejected flood never
   * reaches the database. Without a hash it verifies against a dummy, so that an unknown user takes as long as a wrong
   * password. The slot is held until `settle` is done: the next in line sees the failure counted.
   */
  async verify<T extends { readonly passwordHash: string | null }, R>(
    password: string,
    readAccount: () => Promise<T>,
    settle: (account: T, matches: boolean) => Promise<R>,
  ): Promise<R> {
    const dummy = await (this.dummy ??= hash(randomSecret(), PARAMETERS[this.cost]));
    return this.withSlot(async () => {
      const account = await readAccount();
      const matches = await verify(account.passwordHash ?? dummy, canonicalPassword(password));
      return settle(account, matches && account.passwordHash !== null);
    });
  }

  private async withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) {
      if (this.waiting.length >= MAX_WAITING) throw new BusyError('Too many passwords to check at once.');
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
