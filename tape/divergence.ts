/** Describes the first difference between a tape and the current sagas. */
import { portOf, sagaOf, type Address, type Entry, type Json } from './format';
import type { NumberedEntry } from './log';
import { lineOf, shown } from './log';
import { same } from './values';

export type DivergenceKind =
  | 'asked but not on the tape'
  | 'on the tape but never asked'
  | 'arguments differ'
  | 'should have been cancelled'
  | 'cancelled too early'
  | 'swapped order';

/** What sagas do to the outside world: a call through a port, or its cancellation. */
export interface Act {
  readonly kind: 'ask' | 'cancel';
  readonly address: Address;
  readonly args: readonly Json[];
}

export interface Divergence {
  readonly kind: DivergenceKind;
  /** Kind, call and place. */
  readonly headline: string;
  readonly expected: string;
  readonly actual: string;
  readonly address: Address;
  /** From the root to the calling saga. */
  readonly stack: readonly string[];
  readonly states: Readonly<Record<string, unknown>>;
  readonly before: readonly NumberedEntry[];
  /** Number of the first entry that did not match. */
  readonly nth: number;
  /** Possible explanations: changed machines, another zone. */
  readonly notes: readonly string[];
}

export function actOf(entry: Entry): Act | null {
  if ('call' in entry) return { kind: 'ask', address: entry.call, args: entry.args };
  if ('ask' in entry) return { kind: 'ask', address: entry.ask, args: entry.args };
  if ('cancel' in entry) return { kind: 'cancel', address: entry.cancel, args: [] };
  return null;
}

/** The same call, whatever its number within its saga. */
export const keyOf = ({ kind, address, args }: Act) =>
  kind === 'cancel' ? `cancel ${address}` : `${sagaOf(address)} ${portOf(address)} ${JSON.stringify(args)}`;

export const actText = ({ kind, address, args }: Act) =>
  kind === 'cancel'
    ? `${portOf(address)} in ${sagaOf(address)}`
    : `${portOf(address)}(${shown(args.map((arg) => JSON.stringify(arg)).join(', '), 160)}) in ${sagaOf(address)}`;

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

interface Sight {
  /** The next entry of the tape, if any. */
  readonly next: Entry | undefined;
  /** What the sagas did; null if they wait. */
  readonly done: Act | null;
  /** The calls that follow on the tape, beginning with the expected one. */
  readonly onTape: readonly Act[];
  /** What the sagas did from here on, beginning with `done`. */
  readonly inFact: readonly Act[];
}

export interface Judgement {
  readonly kind: DivergenceKind;
  readonly act: Act;
  /** For swapped calls: what came instead. */
  readonly other?: Act;
}

export function judge({ next, done, onTape, inFact }: Sight): Judgement {
  const expected = next === undefined ? null : actOf(next);
  const isOn = (acts: readonly Act[], act: Act) => acts.some((one) => keyOf(one) === keyOf(act));
  if (done === null) {
    const missing = expected ?? onTape[0] ?? NOTHING;
    if (isOn(inFact, missing) && inFact[0]) return { kind: 'swapped order', act: missing, other: inFact[0] };
    return {
      kind: missing.kind === 'cancel' ? 'should have been cancelled' : 'on the tape but never asked',
      act: missing,
    };
  }
  const comesLater = isOn(onTape, done);
  if (expected === null) {
    if (done.kind === 'cancel') return { kind: comesLater ? 'swapped order' : 'cancelled too early', act: done };
    return { kind: comesLater ? 'swapped order' : 'asked but not on the tape', act: done };
  }
  const cameLater = isOn(inFact.slice(1), expected);
  if (comesLater && cameLater) return { kind: 'swapped order', act: expected, other: done };
  if (expected.kind === 'cancel' && !cameLater) return { kind: 'should have been cancelled', act: expected };
  if (comesLater) return { kind: 'on the tape but never asked', act: expected };
  if (done.kind === 'cancel') return { kind: 'cancelled too early', act: done };
  if (cameLater) return { kind: 'asked but not on the tape', act: done };
  const isSamePlace =
    sagaOf(expected.address) === sagaOf(done.address) && portOf(expected.address) === portOf(done.address);
  return isSamePlace ? { kind: 'arguments differ', act: done } : { kind: 'asked but not on the tape', act: done };
}

/** Hints that the kind of divergence does not include. */
export const deedText = (act: Act) => (act.kind === 'cancel' ? `cancel ${actText(act)}` : actText(act));

const NOTHING: Act = { kind: 'ask', address: '?', args: [] };

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
