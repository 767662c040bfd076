/** Judges how a run in another order ends, compared with the recorded one. */
import type { App } from './app';
import { portOf, type Json } from './format';
import { markOf } from './footprint';
import type { TapeRun } from './runTape';
import { same } from './values';

/** The error that no saga caught; null without one. */
export const uncaughtError = ({ facts }: TapeRun): string | null =>
  facts.faults[0] ? `No saga caught: ${facts.faults[0].message}` : null;

/** A fingerprint of the run's result. */
export const outcomeHash = ({ state, facts, waiting }: TapeRun): number =>
  markOf(JSON.stringify([state, [...facts.states].sort(byName), [...waiting].sort(), facts.faults.map(String)]));
/** A fingerprint of what the sagas asked and put, and of the result. */
export const behaviorHash = (run: TapeRun): number =>
  markOf(
    JSON.stringify([
      outcomeHash(run),
      run.entries.map((entry) => {
        if ('call' in entry) return [portOf(entry.call), entry.args];
        if ('ask' in entry) return [portOf(entry.ask), entry.args];
        if ('cancel' in entry) return portOf(entry.cancel);
        return 'put' in entry ? entry.action : null;
      }),
    ]),
  );

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

/**
 * Finds a saga that waits for an action at the end although it does not in the recording, so that its caller waits
 * forever. Reported only if all answers are the tape's own and all machines end as recorded; otherwise it may have to
 * wait.
 */
export function findStuckSaga(
  { waiting, guesses, facts }: TapeRun,
  recorded: TapeRun,
  mayWait: readonly string[] = [],
): string | null {
  const isElsewhere = [...recorded.facts.states].some(
    ([name, value]) => !same(facts.states.get(name) as Json, value as Json),
  );
  if (guesses > recorded.guesses || isElsewhere) return null;
  const left = [...recorded.waiting];
  for (const place of waiting) {
    const at = left.indexOf(place);
    if (at >= 0) left.splice(at, 1);
    else if (!mayWait.some((saga) => place.endsWith(`:${saga}`))) return `A saga waits forever: ${place}`;
  }
  return null;
}

/**
 * Compares the final states, but only if users acted on the same information, and the calls got the same answers as in
 * the recording.
 */
export function findDifferentEnd(
  run: TapeRun,
  recorded: TapeRun,
  end: App['end'],
  intents: ReadonlySet<number>,
): string | null {
  const isComplete =
    !isIntentLate(run.order, intents) &&
    run.guesses === recorded.guesses &&
    run.left.length === recorded.left.length &&
    run.order.length === recorded.order.length;
  if (end === undefined || !isComplete) return null;
  const [is, was] = [run, recorded].map(({ state, facts }) => ({
    state: end(state),
    machines: Object.fromEntries(facts.states),
  }));
  const at = differing(was, is);
  return at === null ? null : `It ends otherwise, although the same came in: ${at}`;
}

/** Whether an answer or message that was recorded after an intent came before it: the user then knew more. */
function isIntentLate(order: readonly number[], intents: ReadonlySet<number>): boolean {
  let latest = -1;
  return order.some((rank) => {
    if (intents.has(rank) && latest > rank) return true;
    latest = Math.max(latest, rank);
    return false;
  });
}

type Tree = Readonly<Record<string, unknown>>;

/** The path of the first difference in plain data; undefined and absent are the same. */
function differing(before: unknown, after: unknown, path: readonly string[] = []): string | null {
  if (before === after) return null;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return Number.isNaN(before) && Number.isNaN(after) ? null : path.join('.');
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const found = differing((before as Tree)[key], (after as Tree)[key], [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
