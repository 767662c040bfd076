/**
 * Plays a tape in other orders: answers, timers and messages arrive earlier or later than recorded, as on another
 * network, and optionally go wrong. A failure in one of these orders is a bug that the recording did not show; it is
 * returned as a tape.
 */
import type { App } from './app';
import { behaviorHash, findDifferentEnd, uncaughtError, outcomeHash, findStuckSaga } from './outcome';
import { labelOf, type Entry, type TapeHeader } from './format';
import { markOf, pastOf, type Changes, type Step } from './footprint';
import { injectionsOf, injectionText, type InjectionKind } from './injections';
import { createOrders } from './orders';
import { writeTape } from './read';
import type { Injection, Ready } from './ready';
import { inOrder, runTape, type Choose, type TapeRun } from './runTape';
import { withFewerEntries, withFewerSwaps, swapsOf } from './shrink';

export interface ExploreOptions {
  /** How many orders are tried at most. */
  readonly orders: number;
  /** The same seed tries the same orders. */
  readonly seed: number;
  /** The kinds of injected faults, one in each order: first all possible ones in the recorded order, then in others. */
  readonly inject?: readonly InjectionKind[];
  /** An additional condition for the end; returns a sentence if it is violated. */
  readonly check?: (run: TapeRun, recorded: TapeRun) => string | null;
  /** How many orders may be tried to find a smaller one. */
  readonly shrink?: number;
  /** Milliseconds left to try orders; after a failure, half of them are spent on finding a smaller one. */
  readonly timeLeft?: () => number;
  readonly onProgress?: (progress: Progress) => void;
  /** False: orders count as different even if they differ only in independent steps. */
  readonly isReduced?: boolean;
  /** Also returns what the sagas did in each order (`did`), to compare another build with it. */
  readonly isCompared?: boolean;
  /** What each order did in another build: the `did` of its exploration with the same options. */
  readonly like?: readonly number[];
}

export interface Progress {
  /** Looking for failing orders, or making one smaller. */
  readonly phase: 'exploring' | 'shrinking';
  readonly tried: number;
  /** Orders so far that differ in more than independent steps. */
  readonly distinct: number;
  readonly failing: number;
}

export interface Failing {
  readonly problem: string;
  /** Number of the order, from 1. */
  readonly nth: number;
  /** Number of pairs in another order than recorded. */
  readonly swaps: number;
  /** Number of intents and messages of the recording that were left out. */
  readonly dropped: number;
  /** The injected fault in words; null without one. */
  readonly injected: string | null;
  /** A tape that plays strictly and ends where the sagas end, unless a saga was cancelled from outside. */
  readonly tape: string;
}

export interface Exploration {
  /** Orders tried. */
  readonly orders: number;
  /** The fingerprints of distinct orders, and of their results. */
  readonly distinct: ReadonlySet<number>;
  readonly outcomes: ReadonlySet<number>;
  /**
   * Fingerprints of what the sagas did in each order, the recorded one first; without addresses, so that sagas may
   * move. Empty unless builds are compared.
   */
  readonly did: readonly number[];
  /** Whether all orders were tried. */
  readonly isAll: boolean;
  /** How many orders failed. */
  readonly failing: number;
  /** The failing order closest to the recording. */
  readonly smallest: Failing | null;
}

/** Uniform in [0, 1), the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A planned injection. */
interface Planned {
  readonly label: string;
  readonly how: Injection;
  /** The entry that it affects, in words. */
  readonly what: string;
}

const UNLIKE = 'The other build does something else in this order. Play the tape there: the first line says what.';

interface Tried {
  readonly run: TapeRun;
  readonly planned: Planned | null;
  readonly nth: number;
  readonly problem: string;
}

/**
 * Replays a flow in other orders, and reports those that end differently. Ends when enough orders were tried, time has
 * run out, or there is no other order. Throws TapeError for a tape without its beginning.
 */
export async function explore(
  app: App,
  header: TapeHeader,
  entries: readonly Entry[],
  options: ExploreOptions,
): Promise<Exploration> {
  await app.warm?.();
  const { orders: most, seed, check = () => null, shrink = 100, inject = [], timeLeft = () => Infinity } = options;
  const half = timeLeft() / 2;
  const changes: Changes | null = app.slices && options.isReduced !== false ? new Map() : null;
  const nothing = { changes, isLoose: true, hasLines: false, onStep: () => {} } as const;
  const met = new Map<string, Ready>();
  // A first run shows which parts of the state each action changes.
  if (changes) await runTape(app, header, entries, inOrder, nothing);
  const recorded = await runTape(app, header, entries, noticing(inOrder, met), nothing);
  const intents = new Set(entries.flatMap((entry, rank) => ('do' in entry ? [rank] : [])));
  const problemOf = ({ run, planned }: Omit<Tried, 'nth' | 'problem'>, like = recorded) =>
    uncaughtError(run) ??
    (planned === null
      ? (findStuckSaga(run, like, app.mayWait) ?? findDifferentEnd(run, like, app.end, intents))
      : null) ??
    check(run, like);
  const distinct = new Set([recorded.past]);
  const outcomes = new Set([outcomeHash(recorded)]);
  const { like, isCompared = like !== undefined } = options;
  const did: number[] = [];
  const compare = (run: TapeRun) => {
    if (!isCompared) return null;
    did.push(behaviorHash(run));
    return like === undefined || did.length > like.length || like.at(did.length - 1) === did.at(-1) ? null : UNLIKE;
  };
  const unlike = compare(recorded);
  const already = problemOf({ run: recorded, planned: null }) ?? unlike;
  if (already !== null) {
    const tape = writeTape(header, recorded.entries);
    const smallest = { problem: already, nth: 0, swaps: 0, dropped: 0, injected: null, tape };
    return { orders: 0, distinct, outcomes, did, isAll: false, failing: 1, smallest };
  }

  const random = createRandom(seed);
  const plans = inAnyOrder(plansOf(app, [...met.values()], inject), random);
  const untried = plans.length > 0 ? null : createOrders();
  let nth = 0;
  let failing = 0;
  let best: Tried | null = null;
  while (nth < most && (best ? timeLeft() >= half : timeLeft() > 0) && !untried?.isDone()) {
    nth += 1;
    const planned = plans[nth - 1] ?? plans[Math.floor(random() * plans.length)] ?? null;
    // In half of the orders messages do not overtake calls, so that each call gets its recorded answer.
    const choose = nth <= plans.length ? inOrder : shuffled(random, untried, nth % 2 === 0);
    let sequence = 0;
    untried?.begin();
    const run = await runTape(app, header, entries, choose, {
      ...nothing,
      inject: injectionFor(planned),
      onStep(label, step) {
        const counted = options.isReduced === false ? inSequence(sequence, label, step) : step;
        sequence = counted.past;
        untried?.took(label, counted);
      },
    });
    const isNew = untried?.end() ?? true;
    const other = compare(run);
    options.onProgress?.({ phase: 'exploring', tried: nth, distinct: distinct.size, failing });
    if (!isNew && other === null) continue;
    distinct.add(options.isReduced === false ? sequence : run.past);
    outcomes.add(outcomeHash(run));
    const problem = problemOf({ run, planned }) ?? other;
    if (problem === null) continue;
    failing += 1;
    if (best === null || swapsOf(run.order) < swapsOf(best.run.order)) best = { run, planned, nth, problem };
    // Once the builds differ, they choose other orders.
    if (other !== null) break;
  }
  const found = { orders: nth, distinct, outcomes, did, isAll: untried?.isDone() ?? false, failing };
  if (best === null) return { ...found, smallest: null };

  const { problem } = best;
  const { planned, nth: at } = best;
  let tried = 0;
  const again = async (order: readonly number[], without: ReadonlySet<number>): Promise<TapeRun | null> => {
    if (timeLeft() <= 0) return null;
    tried += 1;
    options.onProgress?.({ phase: 'shrinking', tried, distinct: distinct.size, failing });
    const like = await runTape(app, header, entries, inOrder, { isLoose: true, hasLines: false, without });
    if (problemOf({ run: like, planned: null }, like) !== null) return null;
    const inject = injectionFor(planned);
    const run = await runTape(app, header, entries, following(order), {
      isLoose: true,
      hasLines: false,
      without,
      inject,
    });
    return problemOf({ run, planned }, like) === problem ? run : null;
  };
  const { found: short, without } = await withFewerEntries(best.run, shrink, droppable(entries), again);
  const run = await withFewerSwaps(short, shrink, (order) => again(order, without));
  const smallest = {
    problem,
    nth: at,
    swaps: swapsOf(run.order),
    dropped: without.size,
    injected: planned && `${planned.what} ${injectionText(planned.how)}`,
    tape: writeTape(header, run.entries),
  };
  return { ...found, smallest };
}

/** Intents wait for everything before them; timers keep their order. */
function allowed(ready: readonly Ready[]): readonly Ready[] {
  const first = inOrder(ready);
  if (first === null) return [];
  const firstTimer = inOrder(ready.filter(({ kind }) => kind === 'timer'));
  const firstIntent = ready.find(({ kind }) => kind === 'intent' || kind === 'start');
  return ready.filter((one) => {
    if (one.kind === 'intent' || one.kind === 'start') return one === first;
    if (one.kind === 'timer') return one === firstTimer && (firstIntent === undefined || one.rank < firstIntent.rank);
    return true;
  });
}

/** Chooses at random among untried steps. */
function shuffled(
  random: () => number,
  untried: ReturnType<typeof createOrders> | null,
  keepsMessages: boolean,
): Choose {
  return (ready) => {
    const first = inOrder(ready);
    const open = [...allowed(ready)].sort((a, b) => (a.label < b.label ? -1 : 1));
    const labels = new Set(untried?.untried(open.map(({ label }) => label)) ?? open.map(({ label }) => label));
    const left = open.filter(({ label }) => labels.has(label));
    const inTurn = keepsMessages ? left.filter((one) => one.kind !== 'message' || one === first) : left;
    const from = inTurn.length > 0 ? inTurn : left;
    return from[Math.floor(random() * from.length)] ?? null;
  };
}

/** Follows this order as closely as possible. */
function following(order: readonly number[]): Choose {
  const places = new Map(order.map((rank, place) => [rank, place]));
  const placeOf = ({ rank }: Ready) => places.get(rank) ?? order.length + rank;
  return (ready) =>
    allowed(ready).reduce<Ready | null>(
      (first, one) => (first === null || placeOf(one) < placeOf(first) ? one : first),
      null,
    );
}

/** A step that depends on all earlier ones. */
function inSequence(past: number, label: string, { reads, writes }: Step): Step {
  const mark = markOf(`${past} ${label}`);
  return { mark, past: pastOf(past, mark), reads, writes: new Set([...writes, 'sequence']) };
}

function noticing(choose: Choose, met: Map<string, Ready>): Choose {
  return (ready) => {
    const next = choose(ready);
    if (next) met.set(next.label, next);
    return next;
  };
}

/** All injections that are possible in the recorded order. */
const plansOf = (app: App, met: readonly Ready[], kinds: readonly InjectionKind[]): readonly Planned[] =>
  met.flatMap((one) =>
    injectionsOf(app, one, kinds).map((how) => ({
      label: one.label,
      how,
      what: one.port === null ? `${one.kind} of entry ${one.rank + 1}` : `the answer to ${labelOf(one.label)}`,
    })),
  );

function inAnyOrder<T>(all: readonly T[], random: () => number): readonly T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

/** Injects the planned fault once. */
function injectionFor(planned: Planned | null): (next: Ready) => Injection | null {
  let isOver = planned === null;
  return ({ label }) => {
    if (isOver || label !== planned?.label) return null;
    isOver = true;
    return planned.how;
  };
}

/** Entries that users and servers may omit: intents and messages. */
const droppable = (entries: readonly Entry[]): readonly number[] =>
  entries.flatMap((entry, rank) => ('do' in entry || ('message' in entry && !entry.all) ? [rank] : []));
