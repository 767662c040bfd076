/** A tape as the panel shows it: rows by saga lineage and, if the app can be booted, the state after each. */
import type { SagaMonitor } from 'redux-saga';
import type { App } from '../app';
import { asEffect } from '../effects';
import { addressOf, type Entry } from '../format';
import { lineOf, stateText } from '../log';
import type { MachineEvent, MachineWatch, Snapshot } from '../machines';
import { play } from '../play';
import { readTape, linesOf } from '../read';

/** A transition of a machine to this state. */
export interface Move {
  readonly machine: string;
  readonly state: string;
  readonly by: string;
}

/** A transition as a machine watch reports it. */
export const moveOf = (machine: string, event: MachineEvent | null, after: Snapshot): Move => ({
  machine,
  state: stateText(after.value),
  by: event?.type ?? 'start',
});

export interface Row {
  /** From 1, as on the tape. */
  readonly nth: number;
  readonly entry: Entry;
  readonly kind: Kind;
  /** The sagas from the root to the caller; empty for what comes from outside. */
  readonly lineage: readonly string[];
  readonly text: string;
}

export const KINDS = ['intent', 'call', 'answer', 'message', 'put', 'cancel'] as const;
/** The kinds by which entries are filtered. */
export type Kind = (typeof KINDS)[number];

function kindOf(entry: Entry): Kind {
  if ('start' in entry || 'do' in entry) return 'intent';
  if ('call' in entry || 'ask' in entry) return 'call';
  if ('answer' in entry || 'code' in entry) return 'answer';
  if ('put' in entry) return 'put';
  return 'cancel' in entry || 'stop' in entry || 'close' in entry ? 'cancel' : 'message';
}

/** `nth` is the number of the entry, from 1. */
export function rowOf(entry: Entry, nth: number): Row {
  const text = lineOf(entry)
    .trim()
    .replace(/ {2}in \S+$/, '');
  return { nth, entry, kind: kindOf(entry), lineage: lineageOf(entry), text };
}

function lineageOf(entry: Entry): readonly string[] {
  const address = 'put' in entry ? `${entry.put}/` : 'give' in entry ? entry.give : addressOf(entry);
  if (address === null) return [];
  return address
    .split('/')
    .slice(0, -1)
    .filter((segment, nth) => nth === 0 || segment.includes(':'))
    .map((segment) => segment.slice(segment.lastIndexOf(':') + 1).replace(/#\d+$/, ''));
}

/** The answer of a call, or the call of an answer; null if there is none. */
export function counterpart(rows: readonly Row[], { entry, nth }: Row): Row | null {
  if ('ask' in entry) return rows.find(({ entry: other }) => 'answer' in other && other.answer === entry.ask) ?? null;
  if ('answer' in entry)
    return rows.slice(0, nth).find(({ entry: other }) => 'ask' in other && other.ask === entry.answer) ?? null;
  return null;
}

/** The state of the app after `nth` entries. */
export interface StateAt {
  /** The number of the last entry that was played; 0 before the first. */
  readonly at: number;
  readonly state: unknown;
  /** The state of each machine. */
  readonly machines: Readonly<Record<string, string>>;
}

export interface Trace {
  /** In order. Sagas rest only after these entries; those between them run in one step. */
  readonly states: readonly StateAt[];
  /** Steps of machines by the number of the entry. */
  readonly moves: ReadonlyMap<number, readonly Move[]>;
  /** The first line of the report if the current sagas differ from the tape. */
  readonly divergence: string | null;
  /** Whether it stopped at `breakAt`. */
  readonly hasStopped: boolean;
}

/** Functions by the names they have in addresses, so that an entry leads to its source. */
export type Sources = Map<string, (...args: never[]) => unknown>;

/** Wraps a monitor to record the functions of effects. */
export function recordSources(monitor: SagaMonitor, sources: Sources): SagaMonitor {
  return {
    ...monitor,
    effectTriggered(triggered) {
      const fn: unknown = (asEffect(triggered.effect)?.payload as { readonly fn?: unknown } | undefined)?.fn;
      if (typeof fn === 'function' && fn.name !== '') sources.set(fn.name, fn as never);
      monitor.effectTriggered?.(triggered);
    },
  };
}

/**
 * Plays all of the tape. `breakAt`: stops in the browser's debugger before this entry is given to the sagas. Throws
 * TapeError for a file that is not a complete tape.
 */
export async function traceOf(
  app: App,
  name: string,
  text: string,
  { sources = new Map() as Sources, breakAt = 0 } = {},
): Promise<Trace> {
  const states: StateAt[] = [];
  const moves = new Map<number, readonly Move[]>();
  let machines: Readonly<Record<string, string>> = {};
  let getState: () => unknown = () => null;
  let now = 0;
  let hasStopped = false;
  const watched: App = {
    ...app,
    boot(harness, given) {
      const machineWatch: MachineWatch = (machine, chart, before, event, after) => {
        harness.machineWatch(machine, chart, before, event, after);
        const move = moveOf(machine, event, after);
        machines = { ...machines, [machine]: move.state };
        moves.set(now + 1, [...(moves.get(now + 1) ?? []), move]);
      };
      const sagaMonitor = recordSources(harness.sagaMonitor, sources);
      const booted = app.boot({ ...harness, sagaMonitor, machineWatch }, given);
      getState = () => booted.store.getState();
      return booted;
    },
  };
  const keepState = (at: number) => void states.push({ at, state: getState(), machines });
  const { divergence, facts } = await play(watched, readTape(name, linesOf(text)), {
    pace(passed) {
      now = passed;
      if (passed > 0) keepState(passed);
      if (passed + 1 === breakAt) {
        hasStopped = true;
        // eslint-disable-next-line no-debugger -- what the panel is asked for
        debugger;
      }
      return null;
    },
  });
  keepState(divergence === null ? facts.entries : divergence.nth - 1);
  return {
    states,
    moves,
    divergence: divergence?.headline ?? facts.faults[0]?.message ?? null,
    hasStopped,
  };
}

/**
 * The entry that was given to the sagas last, at or before this one. Only there can a replay stop: all that the sagas
 * do until the next one runs in one step.
 */
export const inputAt = (states: readonly StateAt[], nth: number): number =>
  Math.max(1, ...states.map(({ at }) => at + 1).filter((input) => input <= nth));

/** The last state at or before this entry; null if there is none yet. */
export const stateAt = (states: readonly StateAt[], nth: number): StateAt | null =>
  states.filter(({ at }) => at <= nth).at(-1) ?? null;

export interface Changed {
  /** `orders.0.item` */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const MAX_DIFFERENCES = 200;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The differences between two states, at most `MAX_DIFFERENCES`. */
export function changesOf(before: unknown, after: unknown, path = ''): readonly Changed[] {
  if (Object.is(before, after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path: path || 'state', before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const found: Changed[] = [];
  for (const key of keys) {
    if (found.length >= MAX_DIFFERENCES) break;
    found.push(...changesOf(before[key], after[key], path === '' ? key : `${path}.${key}`));
  }
  return found.slice(0, MAX_DIFFERENCES);
}
