/**
 * Plays a tape in other orders: answers, timers and messages arrive earlier or later than recorded, as on another
 * network. A failure in one of these orders is a bug that the recording happened not to meet; it is returned as a tape.
 */
import type { App } from './app';
import type { Entry, Json, Outcome, TapeHeader } from './format';
import { inOrder, runTape, type Choose, type TapeRun, type RunOptions, type Ready } from './runTape';
import { writeTape } from './read';
import { same } from './values';

export interface ExploreOptions {
  readonly orders: number;
  readonly seed: number;
  /** How many answers fail in each order. */
  readonly failures?: number;
  /** Probability that a message arrives twice. */
  readonly duplicates?: number;
  /** How many answers arrive last in each order. */
  readonly delays?: number;
  /** An additional condition for the end; returns a sentence if it is violated. */
  readonly check?: (run: TapeRun, recorded: TapeRun) => string | null;
  /** How many orders may be tried to find a smaller one. */
  readonly shrink?: number;
}

export interface Failing {
  readonly problem: string;
  /** Number of the order, from 1. */
  readonly nth: number;
  /** Number of pairs in another order than recorded. */
  readonly swaps: number;
  /** Number of intents and messages of the recording that were left out. */
  readonly dropped: number;
  /** A tape that plays strictly and ends where the sagas end. */
  readonly tape: string;
}

export interface Exploration {
  readonly orders: number;
  /** Number of distinct orders. */
  readonly distinct: number;
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

/**
 * Replays a flow in other orders, with failures, repetitions and delays, and reports the orders that end differently.
 */
export async function explore(
  app: App,
  header: TapeHeader,
  entries: readonly Entry[],
  options: ExploreOptions,
): Promise<Exploration> {
  await app.warm?.();
  const { orders, seed, check = () => null, shrink = 100 } = options;
  const recorded = await runTape(app, header, entries, inOrder, { isLoose: true });
  const isSpoiled = Boolean(options.failures || options.duplicates || options.delays);
  const problemOf = (one: TapeRun, like = recorded) =>
    faultOf(one) ?? (isSpoiled ? null : stuck(one, like)) ?? check(one, like);
  const already = problemOf(recorded);
  if (already !== null) {
    const smallest = { problem: already, nth: 0, swaps: 0, dropped: 0, tape: writeTape(header, recorded.entries) };
    return { orders: 0, distinct: 1, failing: 1, smallest };
  }

  const seen = new Set<string>();
  let failing = 0;
  let best: { readonly nth: number; readonly found: TapeRun; readonly spoils: () => RunOptions } | null = null;
  for (let nth = 1; nth <= orders; nth += 1) {
    const spoils = () => spoil(app, options, createRandom(seed * 7_919 + nth));
    const found = await runTape(
      app,
      header,
      entries,
      shuffled(createRandom(seed + nth * 104_729), options.delays),
      spoils(),
    );
    seen.add(found.order.join());
    if (problemOf(found) === null) continue;
    failing += 1;
    if (best === null || swapsOf(found.order) < swapsOf(best.found.order)) best = { nth, found, spoils };
  }
  if (best === null) return { orders, distinct: seen.size, failing, smallest: null };
  const { nth, spoils } = best;
  const problem = problemOf(best.found) ?? '';
  const again = async (order: readonly number[], without: ReadonlySet<number>): Promise<TapeRun | null> => {
    const like = await runTape(app, header, entries, inOrder, { isLoose: true, without });
    if (problemOf(like, like) !== null) return null;
    const tried = await runTape(app, header, entries, following(order), { ...spoils(), without });
    return problemOf(tried, like) === problem ? tried : null;
  };
  const { found: short, without } = await shorter(best.found, shrink, droppable(entries), again);
  const found = await smaller(short, shrink, (order) => again(order, without));
  const tape = writeTape(header, found.entries);
  const smallest = { problem, nth, swaps: swapsOf(found.order), dropped: without.size, tape };
  return { orders, distinct: seen.size, failing, smallest };
}

const faultOf = ({ facts }: TapeRun): string | null =>
  facts.faults[0] ? `No saga caught: ${facts.faults[0].message}` : null;

/**
 * Finds a saga that waits for an action at the end although it does not in the recording, so that its caller waits
 * forever. Reported only if all answers are the tape's own and all machines end as recorded; otherwise it may have to
 * wait.
 */
function stuck({ waiting, guesses, facts }: TapeRun, recorded: TapeRun): string | null {
  const isElsewhere = [...recorded.facts.states].some(
    ([name, value]) => !same(facts.states.get(name) as Json, value as Json),
  );
  if (guesses > recorded.guesses || isElsewhere) return null;
  const left = [...recorded.waiting];
  for (const place of waiting) {
    const at = left.indexOf(place);
    if (at < 0) return `A saga waits for ever: ${place}`;
    left.splice(at, 1);
  }
  return null;
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

function shuffled(random: () => number, delays = 0): Choose {
  const late = new Set<number>();
  return (ready) => {
    const open = allowed(ready);
    if (open.length === 0) return null;
    for (const { rank, kind } of open) if (kind === 'answer' && late.size < delays && random() < 0.1) late.add(rank);
    const prompt = open.filter(({ rank }) => !late.has(rank));
    const from = prompt.length > 0 ? prompt : open;
    return from[Math.floor(random() * from.length)] ?? null;
  };
}

/** As close to this order as possible. */
function following(order: readonly number[]): Choose {
  const places = new Map(order.map((rank, place) => [rank, place]));
  const placeOf = ({ rank }: Ready) => places.get(rank) ?? order.length + rank;
  return (ready) =>
    allowed(ready).reduce<Ready | null>(
      (first, one) => (first === null || placeOf(one) < placeOf(first) ? one : first),
      null,
    );
}

/** How many pairs are in another order than recorded. */
function swapsOf(order: readonly number[]): number {
  let swaps = 0;
  for (let a = 0; a < order.length; a += 1)
    for (let b = a + 1; b < order.length; b += 1) if ((order[a] as number) > (order[b] as number)) swaps += 1;
  return swaps;
}

/** What users and servers may omit. */
const droppable = (entries: readonly Entry[]): readonly number[] =>
  entries.flatMap((entry, rank) => ('do' in entry || 'message' in entry ? [rank] : []));

type Fails = (order: readonly number[], without: ReadonlySet<number>) => Promise<TapeRun | null>;

/** Leaves out intents and messages, many at once and then fewer, while the same failure remains. */
async function shorter(from: TapeRun, tries: number, all: readonly number[], fails: Fails) {
  let found = from;
  let without: ReadonlySet<number> = new Set();
  let kept = all;
  let left = tries;
  for (let many = Math.ceil(kept.length / 2); many >= 1 && left > 0; many = many === 1 ? 0 : Math.ceil(many / 2)) {
    for (let at = 0; at < kept.length && left > 0;) {
      left -= 1;
      const fewer = new Set([...without, ...kept.slice(at, at + many)]);
      const tried = await fails(found.order, fewer);
      if (tried === null) at += many;
      else {
        found = tried;
        without = fewer;
        kept = kept.filter((rank) => !fewer.has(rank));
      }
    }
  }
  return { found, without };
}

/** Restores the recorded order of neighbors while the same failure remains. */
async function smaller(
  from: TapeRun,
  tries: number,
  fails: (order: readonly number[]) => Promise<TapeRun | null>,
): Promise<TapeRun> {
  let best = from;
  let left = tries;
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false;
    for (let at = 0; at + 1 < best.order.length && left > 0; at += 1) {
      const [a, b] = [best.order[at] as number, best.order[at + 1] as number];
      if (a < b) continue;
      left -= 1;
      const order = [...best.order];
      order.splice(at, 2, b, a);
      const tried = await fails(order);
      if (tried === null || swapsOf(tried.order) >= swapsOf(best.order)) continue;
      best = tried;
      isBetter = true;
    }
  }
  return best;
}

function spoil(app: App, { failures = 0, duplicates = 0 }: ExploreOptions, random: () => number): RunOptions {
  let left = failures;
  return {
    isLoose: true,
    repeats: () => duplicates > 0 && random() < duplicates,
    spoil(port: string, outcome: Outcome): Outcome {
      const ways: readonly Json[] = app.failures?.[port] ?? [];
      if (left <= 0 || ways.length === 0 || random() > 0.2) return outcome;
      left -= 1;
      return ways[Math.floor(random() * ways.length)] as Outcome;
    },
  };
}
