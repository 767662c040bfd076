/** A million guesses from a thousand addresses, against only the rules. */
import { cases, seed } from '../../../test/support/cases';
import { admitDevice, admitUnknownBrowser, NO_ATTEMPTS, withoutAttempt, type Attempts } from './rules';

const HOUR = 3_600;
const START = 1_800_000_000;

/** The rows of a database, and what the service does with them. */
class Rows {
  private readonly rows = new Map<string, Attempts>();

  constructor(private readonly perMinute: number) {}

  private of(key: string): Attempts {
    return this.rows.get(key) ?? NO_ATTEMPTS;
  }

  stranger(account: string, source: string, now: number, isRight = false) {
    const keys = { pair: `${account} ${source}`, account, source: `from ${source}` };
    const read = () => ({ pair: this.of(keys.pair), account: this.of(keys.account), source: this.of(keys.source) });
    const save = (counts: ReturnType<typeof read>) => {
      for (const name of ['pair', 'account', 'source'] as const) this.rows.set(keys[name], counts[name]);
    };
    const verdict = admitUnknownBrowser(read(), now, this.perMinute);
    if (verdict.admitted) save(verdict.counted);
    if (verdict.admitted && isRight) save(withoutAttempt(read(), verdict.locks));
    return verdict;
  }

  device(account: string, device: string, now: number, isRight: boolean) {
    const key = `${account} by ${device}`;
    const verdict = admitDevice(this.of(key), now);
    if (verdict.admitted) this.rows.set(key, isRight ? { ...verdict.counted, tries: 0 } : verdict.counted);
    return verdict;
  }
}

/** The most events of any hour. */
function mostInAnHour(times: readonly number[]): number {
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= HOUR) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Evenly from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const GUESSES = cases('guesses from 1,000 addresses', { usual: 20_000, long: 1_000_000 });
const ADDRESSES = 1_000;

test.each([
  ['one account', 1, 0.4],
  ['ten accounts', 10, 0.1],
  ['one account, in bursts', 1, 0],
])(
  'fewer than 100 guesses an hour reach %s, and its owner is never locked out of a known browser',
  (_what, accounts, pause) => {
    const rows = new Rows(60);
    const next = randomNumbers(seed(7));
    const admitted = new Map<string, number[]>();
    const locks: number[] = [];
    let [now, keptOut, ownerTries] = [START, 0, 0];
    for (let guess = 0; guess < GUESSES; guess += 1) {
      // Bursts: a thousand at the same time, then a pause of ten minutes.
      now += pause > 0 ? pause * 2 * next() : guess % 1_000 === 0 ? 600 : 0;
      const account = `account ${Math.floor(next() * accounts)}`;
      const verdict = rows.stranger(account, `address ${Math.floor(next() * ADDRESSES)}`, now);
      if (verdict.admitted) admitted.set(account, [...(admitted.get(account) ?? []), now]);
      if (verdict.admitted && verdict.locks) locks.push(now);
      if (guess % 50 === 0) {
        ownerTries += 1;
        // One mistyped password before the right one.
        const tries = [rows.device(account, 'laptop', now, false), rows.device(account, 'laptop', now, true)];
        keptOut += tries.filter((each) => !each.admitted).length;
      }
    }
    // With the known browser's share, below, less than 100.
    expect(Math.max(...[...admitted.values()].map(mostInAnHour))).toBeLessThanOrEqual(80);
    expect(admitted.size).toBe(accounts);
    expect(ownerTries).toBeGreaterThan(100);
    expect(keptOut).toBe(0);
    expect(locks.length).toBeGreaterThan(0);
    // Mail about a lock goes out once a day for each account.
    const days = Math.ceil((now - START) / (24 * HOUR));
    expect(locks.length).toBeLessThanOrEqual(days * accounts);
  },
);

test('a known browser has fewer than 20 guesses an hour, with any timing', () => {
  const rows = new Rows(60);
  const times: number[] = [];
  for (let now = START; now < START + 12 * HOUR; now += 5) {
    if (rows.device('account', 'laptop', now, false).admitted) times.push(now);
  }
  expect(mostInAnHour(times)).toBeLessThan(20);
});

test('one source has five attempts at an account, then waits a minute, two, four, and at most 15', () => {
  const rows = new Rows(0);
  const waits: number[] = [];
  let now = START;
  for (let guess = 0; guess < 12; guess += 1) {
    let verdict = rows.stranger('account', 'home', now);
    if (!verdict.admitted) {
      waits.push(verdict.seconds);
      now += verdict.seconds;
      verdict = rows.stranger('account', 'home', now);
    }
    expect(verdict.admitted).toBe(true);
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test('the right password ends the wait of its source, and an hour without attempts that of any', () => {
  const rows = new Rows(0);
  for (let guess = 0; guess < 4; guess += 1) rows.stranger('account', 'home', START);
  expect(rows.stranger('account', 'home', START, true).admitted).toBe(true);
  for (let guess = 0; guess < 5; guess += 1) expect(rows.stranger('account', 'home', START).admitted).toBe(true);
  expect(rows.stranger('account', 'home', START).admitted).toBe(false);
  expect(rows.stranger('account', 'home', START + HOUR + 1).admitted).toBe(true);
});

test('the 25th source locks the account for a day, unless its password is right', () => {
  const tryFrom = (rows: Rows, count: number) => {
    let now = START;
    for (let source = 0; source < count; source += 1, now += 61) rows.stranger('account', `place ${source}`, now);
    return now;
  };
  const attacked = new Rows(0);
  let now = tryFrom(attacked, 24);
  expect(attacked.stranger('account', 'place 25', now)).toMatchObject({ admitted: true, locks: true });
  for (const later of [61, HOUR, 20 * HOUR]) {
    expect(attacked.stranger('account', 'new', now + later)).toMatchObject({ admitted: false, reason: 'account' });
  }
  expect(attacked.stranger('account', 'new', now + 24 * HOUR).admitted).toBe(true);

  const owned = new Rows(0);
  now = tryFrom(owned, 24);
  expect(owned.stranger('account', 'hotel', now, true).admitted).toBe(true);
  expect(owned.stranger('account', 'new', now + 61).admitted).toBe(true);
});

test('one source at many accounts is limited, and others are not', () => {
  const rows = new Rows(60);
  const outcomes = Array.from({ length: 100 }, (_, index) => rows.stranger(`account ${index}`, 'office', START));
  expect(outcomes.filter(({ admitted }) => admitted)).toHaveLength(60);
  expect(outcomes.at(-1)).toMatchObject({ admitted: false, reason: 'source', seconds: 1 });
  expect(rows.stranger('account 1', 'home', START).admitted).toBe(true);
  expect(rows.stranger('account 99', 'office', START + 1).admitted).toBe(true);
});

describe('exact to the second', () => {
  const at = (tries: number, more: Partial<Attempts> = {}): Attempts => ({ ...NO_ATTEMPTS, tries, at: START, ...more });
  const stranger = (given: { pair?: Attempts; account?: Attempts; source?: Attempts }, now: number, perMinute = 0) =>
    admitUnknownBrowser({ pair: NO_ATTEMPTS, account: NO_ATTEMPTS, source: NO_ATTEMPTS, ...given }, now, perMinute);

  test('an account accepts 20 guesses together, and then one per minute', () => {
    const account = at(20, { sources: 3 });
    expect(stranger({ account }, START)).toEqual({ admitted: false, reason: 'account', seconds: 60 });
    expect(stranger({ account }, START + 59.5)).toEqual({ admitted: false, reason: 'account', seconds: 1 });
    expect(stranger({ account }, START + 60)).toMatchObject({
      admitted: true,
      locks: false,
      counted: { account: { tries: 20, at: START + 60, sources: 4, lockedUntil: 0 } },
    });
    expect(stranger({ account: at(19) }, START).admitted).toBe(true);
  });

  test('a source that has tried the account before is not counted again', () => {
    const verdict = stranger({ pair: at(1), account: at(1, { sources: 1 }) }, START + 1);
    expect(verdict).toMatchObject({ counted: { pair: { tries: 2, at: START + 1 }, account: { sources: 1 } } });
  });

  test('one hour without an attempt does not reset the count, one second more does', () => {
    const given = { pair: at(5), account: at(5, { sources: 9 }) };
    expect(stranger(given, START + HOUR)).toMatchObject({ counted: { pair: { tries: 6 }, account: { sources: 9 } } });
    expect(stranger(given, START + HOUR + 1)).toMatchObject({
      counted: { pair: { tries: 1 }, account: { tries: 1, sources: 1 } },
    });
  });

  test('a lock lasts to its last second, resets the sources, and is not set again', () => {
    const locking = stranger({ account: at(0, { sources: 24 }) }, START);
    const until = START + 24 * HOUR;
    expect(locking).toMatchObject({ locks: true, counted: { account: { sources: 0, lockedUntil: until } } });
    const account = at(0, { lockedUntil: until });
    expect(stranger({ account }, until - 1)).toEqual({ admitted: false, reason: 'account', seconds: 1 });
    expect(stranger({ account }, until)).toMatchObject({
      admitted: true,
      locks: false,
      counted: { account: { sources: 1, lockedUntil: 0 } },
    });
  });

  test('a source is counted only if it has a limit, and its limit is checked before the account’s', () => {
    expect(stranger({ source: at(500) }, START)).toMatchObject({ counted: { source: { tries: 0, at: START } } });
    const source = at(30);
    expect(stranger({ source }, START, 30)).toEqual({ admitted: false, reason: 'source', seconds: 2 });
    expect(stranger({ source, account: at(20) }, START, 30)).toMatchObject({ reason: 'source' });
    expect(stranger({ source }, START + 0.5, 30)).toMatchObject({ seconds: 2 });
    expect(stranger({ source }, START + 2, 30)).toMatchObject({ counted: { source: { tries: 30, at: START + 2 } } });
  });

  test('a known browser has ten attempts, then waits half a minute, one, two, and at most 15', () => {
    expect(admitDevice(at(9), START)).toEqual({ admitted: true, locks: false, counted: at(10) });
    for (const [tries, seconds] of [
      [10, 30],
      [11, 60],
      [12, 120],
      [14, 480],
      [15, 900],
      [40, 900],
    ] as const) {
      expect(admitDevice(at(tries), START)).toEqual({ admitted: false, reason: 'account', seconds });
      expect(admitDevice(at(tries), START + seconds - 1)).toMatchObject({ admitted: false, seconds: 1 });
      expect(admitDevice(at(tries), START + seconds).admitted).toBe(true);
    }
    expect(admitDevice(at(40), START + HOUR)).toMatchObject({ counted: { tries: 41 } });
    expect(admitDevice(at(40), START + HOUR + 1)).toMatchObject({ counted: { tries: 1, at: START + HOUR + 1 } });
  });

  test('a right password reverts only its own count', () => {
    const lockedUntil = START + 9;
    const given = { pair: at(3), account: at(7, { sources: 2, lockedUntil }), source: at(5) };
    expect(withoutAttempt(given, false)).toEqual({
      pair: at(0),
      account: at(6, { sources: 1, lockedUntil }),
      source: at(4),
    });
    expect(withoutAttempt(given, true).account.lockedUntil).toBe(0);
    const forgotten = { pair: at(0), account: at(0, { sources: 2 }), source: at(0.5) };
    expect(withoutAttempt(forgotten, false)).toEqual({ pair: at(0), account: at(0, { sources: 2 }), source: at(0) });
    const ofNone = withoutAttempt({ ...forgotten, pair: at(1), account: at(0) }, false);
    expect(ofNone.account.sources).toBe(0);
  });
});
