import { explore, type Exploration, type ExploreOptions, type Failing, type Progress } from '../explore';
import type { Entry, TapeHeader } from '../format';
import { INJECTIONS, type InjectionKind } from '../injections';
import { numberOf, UsageError, type Args } from './args';
import { eachTape, exitOf, failedLine, namesOf } from './cases';
import type { Case, Command, FlowsConfig } from './config';
import { checkWritable, failingFile, isFailing, openTape, readIn, saveTape, tapeName, writeOut } from './files';
import { inWorkers, type Share } from './workers';

/** Orders tried to find a smaller failing one, unless specified. */
const SHRINK = { explore: 100, minimize: 2_000 };
/** Milliseconds between two lines about progress. */
const PACE_MS = 1_000;

const kindsOf = ({ values }: Args): readonly InjectionKind[] => {
  const given = values.get('inject')?.flatMap((text) => text.split(',')) ?? [];
  if (given.includes('all')) return INJECTIONS;
  const unknown = given.find((one) => !INJECTIONS.includes(one as InjectionKind));
  if (unknown !== undefined)
    throw new UsageError(`--inject has no kind "${unknown}". Use all, or some of ${INJECTIONS.join(',')}.`);
  return given as InjectionKind[];
};

/** `explore` and `minimize`: a failing order is saved as a tape. */
const exploring =
  (shrink: number): Command =>
  async (config, args, reportLine) => {
    const names = namesOf(config, args);
    const seconds = numberOf(args, 'seconds', 0);
    const workers = numberOf(args, 'workers', 1);
    const began = performance.now();
    const options = {
      orders: numberOf(args, 'orders', 500),
      seed: numberOf(args, 'seed', 1) + SEED_STEP * numberOf(args, 'share', 0),
      inject: kindsOf(args),
      shrink,
    };
    const compared = comparing(config, args, names, options, workers);
    const found = new Map<string, Share>();
    const cases = await eachTape(names, async (name) => {
      const left = names.length - names.indexOf(name);
      // Time that one tape does not use is left for the others.
      const limitMs = seconds === 0 ? Infinity : (seconds * 1_000 - (performance.now() - began)) / left;
      const until = performance.now() + limitMs;
      const { header, entries } = openTape(config, name);
      const all = [...entries];
      const one =
        workers > 1
          ? merged(await inWorkers(args, { name, workers, orders: options.orders, limitMs }))
          : asData(
              await compared.explore(name, header, all, {
                ...options,
                timeLeft: () => until - performance.now(),
                onProgress: pacing(name, reportLine),
              }),
            );
      found.set(name, one);
      if (one.smallest === null) return null;
      const out = args.values.get('out')?.at(-1);
      const why = failingText(one, one.smallest);
      // It is kept already: it is the tape itself.
      if (out === undefined && one.smallest.nth === 0 && isFailing(name)) return why;
      return `${why}: ${saveTape(config, out ?? failingFile(config, name), one.smallest.tape)}`;
    });
    compared.save();
    return {
      exit: exitOf(cases),
      lines: cases.map((one) => (one.failure === null ? wellLine(one, found.get(one.name)) : failedLine(one))),
      data: cases.map(({ name, failure }) => ({ name, failure, ...found.get(name) })),
      cases,
    };
  };

/** What another build did in the same orders, as a file. */
interface Saved {
  readonly orders: number;
  readonly seed: number;
  readonly tapes: Readonly<Record<string, readonly number[]>>;
}

/** Throws UsageError if the file cannot be read, or is not what `--save` writes. */
function readSaved(file: string): Saved {
  const text = readIn(file);
  try {
    const { orders, seed, tapes } = JSON.parse(text) as { readonly [Key in keyof Saved]?: Saved[Key] | null };
    if (typeof orders === 'number' && typeof seed === 'number' && typeof tapes === 'object' && tapes !== null)
      return { orders, seed, tapes };
  } catch {
    // Not JSON, or cut off.
  }
  throw new UsageError(`${file} was not written by explore --save. Save the orders again.`);
}

/**
 * `--save FILE` writes what the sagas do in each order; `--against FILE` compares another build with it. Throws
 * UsageError before anything is explored if that cannot be done for each tape.
 */
function comparing(
  { app }: FlowsConfig,
  { values }: Args,
  names: readonly string[],
  {
    orders,
    seed,
    inject,
  }: { readonly orders: number; readonly seed: number; readonly inject: readonly InjectionKind[] },
  workers: number,
) {
  const to = values.get('save')?.at(-1);
  const from = values.get('against')?.at(-1);
  const isAlone = workers === 1 && inject.length === 0 && !values.has('seconds');
  const isCompared = (to ?? from) !== undefined;
  if (isCompared && !isAlone)
    throw new UsageError('--save and --against compare the same orders: without --workers, --seconds and --inject.');
  // By their names, because the other build may lie elsewhere.
  const labels = names.map(tapeName);
  const double = labels.find((label, at) => labels.indexOf(label) !== at);
  if (isCompared && double !== undefined)
    throw new UsageError(
      `Several of these tapes are called ${double}. Explore them one by one, each with its own file.`,
    );
  const known = from === undefined ? null : readSaved(from);
  if (known !== null && (known.orders !== orders || known.seed !== seed))
    throw new UsageError(
      `${from} was saved with --orders ${known.orders} --seed ${known.seed}. Explore with the same.`,
    );
  const missing = known && labels.find((label) => !Object.hasOwn(known.tapes, label));
  if (known && missing)
    throw new UsageError(
      `${from} has no orders of ${missing}. It was saved for ${Object.keys(known.tapes).join(', ') || 'no tape'}. Explore that, or save ${missing}, too.`,
    );
  if (to !== undefined) checkWritable(to);
  const tapes: Record<string, readonly number[]> = {};
  return {
    async explore(name: string, header: TapeHeader, entries: readonly Entry[], options: ExploreOptions) {
      const like = known?.tapes[tapeName(name)];
      const one = await explore(app, header, entries, {
        ...options,
        isCompared,
        ...(like !== undefined && { like }),
      });
      tapes[tapeName(name)] = one.did;
      return one;
    },
    save() {
      if (to !== undefined) writeOut(to, JSON.stringify({ orders, seed, tapes } satisfies Saved));
    },
  };
}

/** Distance between the seeds of the workers, so that none repeats the orders of a seed that the user tries next. */
const SEED_STEP = 1_000_003;

const asData = ({ did: _, ...one }: Exploration): Share => ({
  ...one,
  distinct: [...one.distinct],
  outcomes: [...one.outcomes],
});

/** Merges what several processes have found for one tape. */
function merged(shares: readonly Share[]): Share {
  const failing = shares.flatMap(({ smallest }) => smallest ?? []).sort((a, b) => a.swaps - b.swaps);
  const sum = (of: (share: Share) => number) => shares.reduce((all, share) => all + of(share), 0);
  return {
    orders: sum(({ orders }) => orders),
    distinct: [...new Set(shares.flatMap(({ distinct }) => distinct))],
    outcomes: [...new Set(shares.flatMap(({ outcomes }) => outcomes))],
    isAll: shares.some(({ isAll }) => isAll),
    failing: sum((share) => share.failing),
    smallest: failing[0] ?? null,
  };
}

function failingText({ failing, orders }: Share, { problem, swaps, dropped, injected, nth }: Failing): string {
  if (nth === 0) return `${problem}\n  in the recorded order`;
  const why = injected === null ? '' : ` where ${injected}`;
  return `${problem}${why}\n  in ${failing} of ${orders} orders; the closest to the recording swaps ${swaps} pairs and leaves out ${dropped} intents and messages`;
}

function wellLine({ name }: Case, share: Share | undefined): string {
  if (share === undefined) return `ok      ${name}`;
  const { orders, distinct, outcomes, isAll } = share;
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const all = isAll ? ' (all)' : '';
  return `ok      ${name}: ${count(distinct.length, 'different order')}${all}, ${count(outcomes.length, 'different end')}; ${orders} tried`;
}

function pacing(name: string, reportLine: (text: string) => void): (progress: Progress) => void {
  let reportedAt = performance.now();
  return ({ phase, tried, distinct, failing }) => {
    if (performance.now() - reportedAt < PACE_MS) return;
    reportedAt = performance.now();
    reportLine(
      phase === 'exploring'
        ? `${name}: ${tried} orders tried, ${distinct} different, ${failing} failed`
        : `${name}: ${tried} orders tried for a smaller one`,
    );
  };
}

export const exploreTapes = exploring(SHRINK.explore);
export const minimizeTape = exploring(SHRINK.minimize);
