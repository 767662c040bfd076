/**
 * The answers on a tape, found by the call's function and arguments instead of its place, for replays in another order.
 */
import { portOf, sagaOf, type Address, type Entry, type Json, type Outcome } from './format';
import type { Request } from './harness';
import { same } from './values';

export interface Answer {
  /** Null if the tape has none: the call was cancelled or never answered. */
  readonly outcome: Outcome | null;
  /** Answered synchronously, within the call. */
  readonly isNow: boolean;
  /** Entries that the call caused before its answer, such as the event of a navigation. */
  readonly arrivals: readonly Entry[];
  /** The tape entry of the answer; for a reused answer, that of its first use. */
  readonly rank: number;
  /** The answer was used before, or recorded for another call, so the real one is unknown. */
  readonly isGuess: boolean;
}

export interface Answers {
  /** Null if the tape has no similar call. */
  readonly to: (request: Request) => Answer | null;
  /** Calls on the tape that were not made. Immediate answers may be used any number of times. */
  readonly left: () => readonly Entry[];
}

interface Known extends Omit<Answer, 'isGuess'> {
  readonly entry: Entry;
  readonly address: Address;
  readonly port: string;
  readonly saga: string;
  readonly key: string;
}

const bySagaKey = (key: string, saga: string) => `${saga} ${key}`;
const keyOf = (port: string, args: readonly Json[]) => `${port} ${JSON.stringify(args)}`;
/** The saga without its number among equal ones. */
const kindOfSaga = (address: Address) => sagaOf(address).replace(/#\d+/g, '');

/** Comes from outside the sagas, neither a call nor an answer. Sagas fetch all messages of a channel themselves. */
export const isOutside = (entry: Entry) =>
  'start' in entry || 'do' in entry || ('message' in entry && !entry.all) || 'end' in entry || 'give' in entry;

/** What arrived during a call, by the entry of that call. */
export function arrivalsByCall(entries: readonly Entry[]): ReadonlyMap<Entry, readonly Entry[]> {
  const under: { readonly ask: Address; readonly arrivals: Entry[] }[] = [];
  const arrivalsOf = new Map<Entry, readonly Entry[]>();
  for (const entry of entries) {
    const inner = under.at(-1);
    if ('ask' in entry && entry.during) {
      const arrivals: Entry[] = [];
      arrivalsOf.set(entry, arrivals);
      under.push({ ask: entry.ask, arrivals });
    } else if (inner !== undefined && 'answer' in entry && entry.answer === inner.ask) under.pop();
    else if (inner !== undefined && isOutside(entry)) inner.arrivals.push(entry);
  }
  return arrivalsOf;
}

/** Answers that several calls share: which one a call gets may depend on the others. */
export interface Sharing {
  readonly read: (cell: string) => void;
  readonly write: (cell: string) => void;
}
const ALONE: Sharing = { read: () => {}, write: () => {} };

/** Whether all answers are equal, so that it does not matter which call gets which. */
const areAlike = (all: readonly Known[]) => {
  const [first] = all;
  return all.every(({ outcome, arrivals }) => arrivals.length === 0 && sameOutcome(outcome, first?.outcome ?? null));
};
const sameOutcome = (a: Outcome | null, b: Outcome | null) =>
  a === b || (a !== null && b !== null && same(a.value, b.value) && same(a.error, b.error) && a.channel === b.channel);

/** Calls of one saga with equal arguments. */
interface Equal {
  readonly all: readonly Known[];
  /** Whether all were answered immediately, and whether with the same. */
  readonly isRead: boolean;
  readonly isAlike: boolean;
}

interface Table {
  readonly known: readonly Known[];
  readonly byPort: ReadonlyMap<string, readonly Known[]>;
  readonly byKey: ReadonlyMap<string, readonly Known[]>;
  readonly bySaga: ReadonlyMap<string, Equal>;
}

/** Cached, because exploring plays the same entries many times. */
const tables = new WeakMap<readonly Entry[], Table>();

function tableOf(entries: readonly Entry[]): Table {
  const there = tables.get(entries);
  if (there !== undefined) return there;
  const table = makeTable(entries);
  tables.set(entries, table);
  return table;
}

function makeTable(entries: readonly Entry[]): Table {
  const later = new Map<Address, { readonly outcome: Outcome; readonly rank: number }>();
  entries.forEach((entry, rank) => {
    if ('answer' in entry) later.set(entry.answer, { outcome: entry, rank });
  });
  const arrivalsOf = arrivalsByCall(entries);
  const known: Known[] = [];
  entries.forEach((entry, rank) => {
    if (!('call' in entry || ('ask' in entry && !entry.loads))) return;
    const address = 'call' in entry ? entry.call : entry.ask;
    const found = 'call' in entry ? { outcome: entry, rank } : later.get(address);
    const port = portOf(address);
    known.push({
      entry,
      outcome: found?.outcome ?? null,
      rank: found?.rank ?? rank,
      isNow: 'call' in entry || entry.during === true,
      arrivals: arrivalsOf.get(entry) ?? [],
      address,
      port,
      saga: kindOfSaga(address),
      key: keyOf(port, entry.args),
    });
  });
  const byPort = new Map<string, Known[]>();
  const byKey = new Map<string, Known[]>();
  const add = (to: Map<string, Known[]>, key: string, one: Known) => {
    const there = to.get(key);
    if (there === undefined) to.set(key, [one]);
    else there.push(one);
  };
  const own = new Map<string, Known[]>();
  for (const one of known) {
    add(byPort, one.port, one);
    add(byKey, one.key, one);
    add(own, bySagaKey(one.key, one.saga), one);
  }
  const bySaga = new Map(
    [...own].map(([key, all]) => [key, { all, isRead: all.every(({ isNow }) => isNow), isAlike: areAlike(all) }]),
  );
  return { known, byPort, byKey, bySaga };
}

/**
 * `isLoose`: a call without a recorded answer gets that of the most similar call. `isInPlace`: a call of the same
 * address is the most similar one, whatever its arguments.
 */
export function createAnswers(
  entries: readonly Entry[],
  { isLoose, isInPlace = false }: { readonly isLoose: boolean; readonly isInPlace?: boolean },
  sharing: Sharing = ALONE,
): Answers {
  const { known, byPort, byKey, bySaga } = tableOf(entries);
  const used = new Set<Known>();
  const isFree = (one: Known) => !used.has(one);
  /** How many calls of a list are used before the first free one. */
  const usedUp = new Map<readonly Known[], number>();
  const firstFree = (all: readonly Known[]): Known | undefined => {
    let nth = usedUp.get(all) ?? 0;
    while (nth < all.length && used.has(all[nth]!)) nth += 1;
    usedUp.set(all, nth);
    return all[nth];
  };

  return {
    to({ address, port, args }) {
      const key = keyOf(port, args);
      const equal = byKey.get(key) ?? [];
      const saga = kindOfSaga(address);
      const own = bySaga.get(bySagaKey(key, saga));
      // Synchronous reads are repeated, so each saga gets the answers that it had.
      const isRead = own?.isRead === true;
      const pool = isRead ? own.all : equal;
      if (!isRead) sharing.read(`answers of ${port}`);
      if (!isRead || !own.isAlike) sharing.write(`answers to ${key}${isRead ? ` of ${saga}` : ''}`);
      let isGuess = false;
      const placed = isInPlace ? byPort.get(port)?.find((one) => isFree(one) && one.address === address) : undefined;
      let found = placed ?? (own && firstFree(own.all)) ?? firstFree(pool);
      if (found === undefined) {
        const again = pool.filter((one) => one.outcome !== null).at(-1) ?? pool.at(-1);
        if (again !== undefined && (again.isNow || isLoose)) found = again;
      }
      if (found === undefined && isLoose) {
        isGuess = true;
        sharing.write(`answers of ${port}`);
        const alike = byPort.get(port) ?? [];
        found = alike.find((one) => isFree(one) && one.saga === saga) ?? alike.find((one) => one.isNow);
      }
      if (found === undefined) return null;
      isGuess ||= used.has(found) && !found.isNow;
      used.add(found);
      return { ...found, isGuess };
    },
    left: () => known.filter((one) => isFree(one) && !one.isNow).map(({ entry }) => entry),
  };
}
