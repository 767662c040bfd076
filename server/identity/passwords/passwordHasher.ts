/**
 * argon2id with bounded concurrency: as many hashes at the same time as there are cores, a short and fair queue, and
 * 'try again' beyond that. A flood of guesses then slows down the attacker, not the server.
 */
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import type { HashingCost } from '../../base/config';
import { randomSecret } from '../../base/keys';
import { FairQueue, type Place } from '../throttle/fairQueue';

/** The form of a password that is stored and checked; otherwise a trailing space would lock people out. */
export function canonicalPassword(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/** One pass. 2 is `Algorithm.Argon2id`, a const enum that is not available at run time. */
const ARGON2ID = { algorithm: 2, timeCost: 1, parallelism: 1 } satisfies Options;
/** 46 MiB, or 1 MiB for tests. */
const PARAMETERS: Readonly<
  Record<HashingCost, Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>> & Options>
> = {
  full: { ...ARGON2ID, memoryCost: 47_104 },
  quick: { ...ARGON2ID, memoryCost: 1_024 },
};
/** For people who are signed in, and for background work on their accounts. */
export const KNOWN_PLACE: Place = { known: true, source: '', tries: 0 };

const saltOf = (passwordHash: string): string | undefined => passwordHash.split('$').at(-2);

/** Whether one hash is the other or its renewal. A new password gets a new random salt. */
export const isSamePassword = (one: string, other: string): boolean =>
  one === other || (saltOf(one) !== undefined && saltOf(one) === saltOf(other));

export class PasswordHasher {
  private running = 0;
  private readonly queue = new FairQueue();
  private dummy: Promise<string> | undefined;

  constructor(
    private readonly cost: HashingCost = 'full',
    readonly concurrency = availableParallelism(),
  ) {}

  /** Waiting for a slot; those that are being hashed are not counted. */
  get queueLength(): number {
    return this.queue.length;
  }

  /** Whether a stored hash has today's cost. Older hashes would reveal themselves by the time they take. */
  isUpToDate(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = PARAMETERS[this.cost];
    return passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  }

  /** The argon2 hash of a password. */
  hash(password: string): Promise<string> {
    return this.withSlot(KNOWN_PLACE, () => hash(canonicalPassword(password), PARAMETERS[this.cost]));
  }

  /**
   * Hashes the password of this hash again, with today's cost. It keeps the salt, by which `isSamePassword` recognizes
   * that only the cost has changed.
   */
  renew(password: string, passwordHash: string): Promise<string> {
    const salt = Buffer.from(saltOf(passwordHash) ?? '', 'base64');
    return this.withSlot(KNOWN_PLACE, () => hash(canonicalPassword(password), { ...PARAMETERS[this.cost], salt }));
  }

  /**
   * Reads the account only when its turn has come, so that a lock set in the meantime counts, and refused attempts
   * never reach the database. Without a hash it verifies against a dummy, so that an unknown user takes as long as a
   * wrong password. Throws BusyError if too many wait.
   */
  async verify<T extends { readonly passwordHash: string | null }, R>(
    password: string,
    place: Place,
    readAccount: () => Promise<T>,
    settle: (account: T, matches: boolean) => Promise<R>,
  ): Promise<R> {
    const dummy = await (this.dummy ??= hash(randomSecret(), PARAMETERS[this.cost]));
    return this.withSlot(place, async () => {
      const account = await readAccount();
      const matches = await verify(account.passwordHash ?? dummy, canonicalPassword(password));
      return settle(account, matches && account.passwordHash !== null);
    });
  }

  private async withSlot<T>(place: Place, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) await this.queue.wait(place);
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The next one takes over the slot.
      if (!this.queue.next()) this.running -= 1;
    }
  }
}
