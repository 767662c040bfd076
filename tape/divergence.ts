/** Describes the first difference between a tape and the current sagas. */
import { type Address, type Entry, type Json, shown } from './format';
import { lineOf, type NumberedEntry } from './log';
import { keyOf, placeOf, portCallOf, type PortCall } from './portCalls';
import { same } from './values';

export type DivergenceKind =
  | 'called but not on the tape'
  | 'on the tape but never called'
  | 'put but not on the tape'
  | 'on the tape but never put'
  | 'arguments differ'
  | 'should have been cancelled'
  | 'cancelled too early'
  | 'should have been closed'
  | 'closed too early'
  | 'swapped order'
  | 'another root saga'
  | 'no saga waits for it'
  | 'reached outside the tape';

type Kinds = Readonly<Record<PortCall['kind'], DivergenceKind>>;
const MISSING: Kinds = {
  ask: 'on the tape but never called',
  put: 'on the tape but never put',
  cancel: 'should have been cancelled',
  stop: 'should have been cancelled',
  close: 'should have been closed',
};
const ADDED: Kinds = {
  ask: 'called but not on the tape',
  put: 'put but not on the tape',
  cancel: 'cancelled too early',
  stop: 'cancelled too early',
  close: 'closed too early',
};

export interface Divergence {
  readonly kind: DivergenceKind;
  /** Kind, call and place. */
  readonly headline: string;
  readonly expected: string;
  readonly actual: string;
  readonly address: Address;
  /** From the root to the calling saga. */
  readonly stack: readonly string[];
  /** The state of each machine at that point. */
  readonly states: Readonly<Record<string, unknown>>;
  /** The last entries before it, oldest first. */
  readonly before: readonly NumberedEntry[];
  /** Number of the first entry that did not match. */
  readonly nth: number;
  /** Possible explanations: changed machines, another zone. */
  readonly notes: readonly string[];
}

/** The first difference between two argument lists: `argument 1.body.code: "a" on the tape, "b" now`. */
export function difference(onTape: Json | undefined, now: Json | undefined, path = 'argument'): string | null {
  if (same(onTape, now)) return null;
  const isTree = (value: unknown): value is Readonly<Record<string, Json>> =>
    typeof value === 'object' && value !== null;
  if (!isTree(onTape) || !isTree(now) || Array.isArray(onTape) !== Array.isArray(now))
    return `${path}: ${shown(onTape) || 'nothing'} on the tape, ${shown(now) || 'nothing'} now`;
  for (const key of new Set([...Object.keys(onTape), ...Object.keys(now)])) {
    const step = path === 'argument' ? ` ${Number(key) + 1}` : Array.isArray(now) ? `[${key}]` : `.${key}`;
    const found = difference(onTape[key], now[key], path + step);
    if (found !== null) return found;
  }
  return null;
}

interface Comparison {
  /** The next entry of the tape, if any. */
  readonly next: Entry | undefined;
  /** What the sagas did; null if they wait. */
  readonly done: PortCall | null;
  /** The calls that follow on the tape, beginning with the expected one. */
  readonly onTape: readonly PortCall[];
  /** What the sagas did from here on, beginning with `done`. */
  readonly actual: readonly PortCall[];
}

export interface Classification {
  readonly kind: DivergenceKind;
  readonly portCall: PortCall;
  /** For swapped calls: what came instead. */
  readonly other?: PortCall;
}

/** How the flow differs from the tape, and the nearest explanation. */
export function classify({ next, done, onTape, actual }: Comparison): Classification {
  const expected = next === undefined ? null : portCallOf(next);
  const isOn = (calls: readonly PortCall[], portCall: PortCall) => calls.some((one) => keyOf(one) === keyOf(portCall));
  if (done === null) {
    const missing = expected ?? onTape[0] ?? NOTHING;
    if (isOn(actual, missing) && actual[0]) return { kind: 'swapped order', portCall: missing, other: actual[0] };
    return { kind: MISSING[missing.kind], portCall: missing };
  }
  const comesLater = isOn(onTape, done);
  const count = (calls: readonly PortCall[], of: (call: PortCall) => string, portCall: PortCall) =>
    calls.filter((one) => of(one) === of(portCall)).length;
  if (expected === null) return { kind: comesLater ? 'swapped order' : ADDED[done.kind], portCall: done };
  const cameLater = isOn(actual.slice(1), expected);
  // The same number of calls at this place, with other arguments.
  const isSeries = placeOf(expected) === placeOf(done) && count(actual, placeOf, done) === count(onTape, placeOf, done);
  // The call follows later, as on the tape, so this one is additional.
  if (cameLater && count(actual, keyOf, done) > count(onTape, keyOf, done))
    return isSeries ? { kind: 'arguments differ', portCall: done } : { kind: ADDED[done.kind], portCall: done };
  if (comesLater && cameLater) return { kind: 'swapped order', portCall: expected, other: done };
  const isEnd = ({ kind }: PortCall) => kind !== 'ask' && kind !== 'put';
  if (isEnd(expected) && !cameLater) return { kind: MISSING[expected.kind], portCall: expected };
  if (comesLater) return { kind: MISSING[expected.kind], portCall: expected };
  if (isEnd(done) || cameLater) return { kind: ADDED[done.kind], portCall: done };
  if (placeOf(expected) === placeOf(done)) return { kind: 'arguments differ', portCall: done };
  // A consequence of a missing call still comes, with other arguments.
  const isFollowing = onTape.some((one) => placeOf(one) === placeOf(done));
  return isFollowing
    ? { kind: MISSING[expected.kind], portCall: expected }
    : { kind: ADDED[done.kind], portCall: done };
}

const NOTHING: PortCall = { kind: 'ask', address: '?', args: [] };

/** The whole report; the first line summarizes it. */
export function report(name: string, divergence: Divergence): string {
  const { headline, expected, actual, stack, states, before, nth, notes } = divergence;
  const lines = [
    headline,
    '',
    `  tape      ${name}, entry ${nth}`,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    '',
    '  saga',
    ...stack.map((segment, depth) => `    ${'  '.repeat(depth)}${segment}`),
    '',
    '  machines',
    ...Object.entries(states).map(([machine, value]) => `    ${machine}: ${shown(value as Json)}`),
    '',
    '  before it',
    ...before.map(({ nth: number, entry }) => `    ${String(number).padStart(5)}  ${lineOf(entry).trim()}`),
    ...notes.map((note) => `\n  ${note}`),
  ];
  return lines.join('\n');
}
