/**
 * The limits of password attempts, as pure arithmetic. Attempts of unknown browsers are counted by account and source
 * together, by account and by source; those of a browser that has signed in to the account before are counted
 * separately. An attempt counts when it is admitted, before its hash; a right one is subtracted again. Times are
 * seconds since 1970.
 */

export interface Attempts {
  /** Wrong attempts, and those still being checked, as of `at`. */
  readonly tries: number;
  readonly at: number;
  /** For an account: the number of sources since it was last without attempts for an hour. */
  readonly sources: number;
  /** For an account: unknown browsers are refused until then. 0 if never locked. */
  readonly lockedUntil: number;
}

/** A bucket without attempts. */
export const NO_ATTEMPTS: Attempts = { tries: 0, at: 0, sources: 0, lockedUntil: 0 };

/** Failures are cleared after an hour without an attempt. */
const QUIET_SECONDS = 3_600;
/** The delays after the free attempts: doubled with each, up to the longest. */
const PAIR = { free: 5, first: 60, longest: 900 };
const DEVICE = { free: 10, first: 30, longest: 900 };
/**
 * The budget of all unknown browsers together: this many at the same time, and one more per minute. With that of one
 * known browser, less than 100 an hour.
 */
const ACCOUNT = { atOnce: 20, refillSeconds: 60 };
/** Failures from this many sources count as an attack on the account. */
const LOCKING_SOURCES = 25;
/** For unknown browsers only. */
export const LOCK_SECONDS = 24 * 3_600;

export interface UnknownBrowserAttempts {
  /** Attempts at this account from this source. */
  readonly pair: Attempts;
  readonly account: Attempts;
  readonly source: Attempts;
}

/** `seconds` is how long to wait, rounded up. */
export type Decision<T> =
  | {
      readonly admitted: true;
      readonly counted: T;
      /** This attempt locked the account for unknown browsers. */
      readonly locks: boolean;
    }
  | { readonly admitted: false; readonly reason: 'source' | 'account'; readonly seconds: number };

/**
 * Whether an attempt from an unknown browser is admitted, and what is then counted. `perMinute` limits one source over
 * all accounts; 0 for no limit.
 */
export function admitUnknownBrowser(
  given: UnknownBrowserAttempts,
  now: number,
  perMinute: number,
): Decision<UnknownBrowserAttempts> {
  const [pair, account] = [afterQuiet(given.pair, now), afterQuiet(given.account, now)];
  const refill = perMinute === 0 ? 0 : 60 / perMinute;
  const wait = perMinute === 0 ? 0 : bucketWait(given.source, now, perMinute, refill);
  if (wait > 0) return { admitted: false, reason: 'source', seconds: Math.ceil(wait) };
  const seconds = Math.max(
    account.lockedUntil - now,
    delayWait(pair, now, PAIR),
    bucketWait(account, now, ACCOUNT.atOnce, ACCOUNT.refillSeconds),
  );
  if (seconds > 0) return { admitted: false, reason: 'account', seconds: Math.ceil(seconds) };
  const sources = account.sources + (pair.tries === 0 ? 1 : 0);
  const locks = sources >= LOCKING_SOURCES;
  return {
    admitted: true,
    locks,
    counted: {
      pair: { ...pair, tries: pair.tries + 1, at: now },
      account: {
        tries: level(account, now, ACCOUNT.refillSeconds) + 1,
        at: now,
        sources: locks ? 0 : sources,
        lockedUntil: locks ? now + LOCK_SECONDS : 0,
      },
      source: { ...given.source, tries: refill === 0 ? 0 : level(given.source, now, refill) + 1, at: now },
    },
  };
}

/** For a browser that signed in before: only its own attempts count. `now` is in seconds. */
export function admitDevice(given: Attempts, now: number): Decision<Attempts> {
  const device = afterQuiet(given, now);
  const seconds = delayWait(device, now, DEVICE);
  if (seconds > 0) return { admitted: false, reason: 'account', seconds: Math.ceil(seconds) };
  return { admitted: true, locks: false, counted: { ...device, tries: device.tries + 1, at: now } };
}

/**
 * After a right password: resets this pair, and subtracts the attempt, with the lock if the attempt set it (`locks`).
 */
export function withoutAttempt(
  { pair, account, source }: UnknownBrowserAttempts,
  locks: boolean,
): UnknownBrowserAttempts {
  const less = (one: Attempts): Attempts => ({ ...one, tries: Math.max(0, one.tries - 1) });
  const sources = Math.max(0, account.sources - (pair.tries > 0 ? 1 : 0));
  return {
    pair: { ...pair, tries: 0 },
    account: { ...less(account), sources, lockedUntil: locks ? 0 : account.lockedUntil },
    source: less(source),
  };
}

/**
 * After an attempt that was never checked: subtracts it, with its effect on the wait of this pair or device. `before`
 * and `counted` are the row before and after it was counted; others may have been counted since.
 */
export const withoutUnverified = (row: Attempts, before: Attempts, counted: Attempts): Attempts => ({
  ...row,
  tries: Math.max(0, row.tries - 1),
  at: row.at === counted.at ? before.at : row.at,
});

/** The same for the account, with the lock if the attempt set it (`locks`). `pair` is the row before subtracting. */
export function accountWithoutUnverified(account: Attempts, pair: Attempts, locks: boolean): Attempts {
  const tries = Math.max(0, account.tries - 1);
  // Unless an administrator has ended the lock since.
  if (locks && account.lockedUntil > 0) return { ...account, tries, sources: LOCKING_SOURCES - 1, lockedUntil: 0 };
  return { ...account, tries, sources: Math.max(0, account.sources - (pair.tries === 1 ? 1 : 0)) };
}

const afterQuiet = (one: Attempts, now: number): Attempts =>
  now - one.at > QUIET_SECONDS ? { ...one, tries: 0, sources: 0 } : one;

/** The level of a bucket that drains by one every `refillSeconds`. */
const level = ({ tries, at }: Attempts, now: number, refillSeconds: number): number =>
  Math.max(0, tries - (now - at) / refillSeconds);

const bucketWait = (one: Attempts, now: number, atOnce: number, refillSeconds: number): number =>
  Math.max(0, (level(one, now, refillSeconds) + 1 - atOnce) * refillSeconds);

function delayWait({ tries, at }: Attempts, now: number, { free, first, longest }: typeof PAIR): number {
  if (tries < free) return 0;
  return Math.max(0, at + Math.min(first * 2 ** (tries - free), longest) - now);
}
