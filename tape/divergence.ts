/** Describes the first difference between a tape and the current sagas. */
import { portOf, sagaOf, type Address, type Entry, type Json } from './format';
import type { NumberedEntry } from './log';
import { lineOf, shown } from './log';
import { same } from './values';

export type DivergenceKind =
  | 'called but not on the tape'
  | 'on the tape but never called'
  | 'arguments differ'
  | 'should have been cancelled'
  | 'cancelled too early'
  | 'swapped order';

/** What sagas do to the outside world: a call through a port, or its cancellation. */
export interface PortCall {
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

/** The call of a port in this entry; null for entries without one. */
export function portCallOf(entry: Entry): PortCall | null {
  if ('call' in entry) return { kind: 'ask', address: entry.call, args: entry.args };
  if ('ask' in entry) return { kind: 'ask', address: entry.ask, args: entry.args };
  if ('cancel' in entry) return { kind: 'cancel', address: entry.cancel, args: [] };
  return null;
}

/** The same call, whatever its number within its saga. */
export const keyOf = ({ kind, address, args }: PortCall) =>
  kind === 'cancel' ? `cancel ${address}` : `${sagaOf(address)} ${portOf(address)} ${JSON.stringify(args)}`;

/** The call as one line of a report. */
export const signatureText = ({ kind, address, args }: PortCall) =>
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
    return {
      kind: missing.kind === 'cancel' ? 'should have been cancelled' : 'on the tape but never called',
      portCall: missing,
    };
  }
  const comesLater = isOn(onTape, done);
  if (expected === null) {
    if (done.kind === 'cancel') return { kind: comesLater ? 'swapped order' : 'cancelled too early', portCall: done };
    return { kind: comesLater ? 'swapped order' : 'called but not on the tape', portCall: done };
  }
  const cameLater = isOn(actual.slice(1), expected);
  if (comesLater && cameLater) return { kind: 'swapped order', portCall: expected, other: done };
  if (expected.kind === 'cancel' && !cameLater) return { kind: 'should have been cancelled', portCall: expected };
  if (comesLater) return { kind: 'on the tape but never called', portCall: expected };
  if (done.kind === 'cancel') return { kind: 'cancelled too early', portCall: done };
  if (cameLater) return { kind: 'called but not on the tape', portCall: done };
  const isSamePlace =
    sagaOf(expected.address) === sagaOf(done.address) && portOf(expected.address) === portOf(done.address);
  return isSamePlace
    ? { kind: 'arguments differ', portCall: done }
    : { kind: 'called but not on the tape', portCall: done };
}

/** Hints that the kind of divergence does not include. */
export const callText = (portCall: PortCall) =>
  portCall.kind === 'cancel' ? `cancel ${signatureText(portCall)}` : signatureText(portCall);

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
