/**
 * Names effects by where they stand in the tree of sagas, so that the same effect has the same name in every run:
 * the ids that redux-saga gives are counted over the whole process and are no names.
 */
import type { SagaMonitor, Task } from 'redux-saga';
import type { Address } from './format';

/** An effect as redux-saga hands it to monitors and middleware. */
export interface EffectLike {
  readonly type: string;
  readonly payload: {
    readonly fn?: (...args: unknown[]) => unknown;
    readonly args?: readonly unknown[];
    readonly context?: unknown;
  };
}

export interface Place {
  readonly address: Address;
  readonly effect: unknown;
}

interface Node extends Place {
  readonly counts: Map<string, number>;
}

/** A cancelled saga may go on for a while in its finally block: so many are remembered. */
const AFTERLIVES = 500;

/** Never the parent of anything, and nothing that a tape names. */
const NAMELESS = new Set(['PUT', 'SELECT', 'GET_CONTEXT', 'SET_CONTEXT', 'CANCELLED', 'ACTION_CHANNEL', 'FLUSH']);

export type NameOf = (fn: (...args: unknown[]) => unknown) => string | undefined;

export const asEffect = (effect: unknown): EffectLike | null =>
  typeof effect === 'object' && effect !== null && '@@redux-saga/IO' in effect
    ? (effect as unknown as EffectLike)
    : null;

/** What tells the library's watchers apart is what they watch. */
function patternOf(pattern: unknown): string {
  const one = typeof pattern === 'function' ? (pattern as { readonly type?: unknown }).type : pattern;
  return typeof one === 'string' ? `(${one.replaceAll('/', '.')})` : '';
}

export interface Lineage {
  readonly monitor: SagaMonitor;
  /** Where the effect stands that is about to run. */
  readonly placeOf: (effect: unknown) => Place;
  /** Waiting takes, and whatever else has begun and not ended. */
  readonly open: () => readonly Place[];
}

export function createLineage(nameOf: NameOf): Lineage {
  const nodes = new Map<number, Node>();
  const past = new Map<number, Node>();
  const orphans: Node = { address: 'gone', effect: undefined, counts: new Map() };
  let last: Place = { address: '', effect: undefined };

  const segmentOf = (effect: unknown): string => {
    const known = asEffect(effect);
    if (known === null) return 'YIELD';
    const { fn, args } = known.payload;
    if (fn === undefined) return known.type;
    // Bundlers number the library's functions.
    const name = nameOf(fn) ?? (fn.name.replace(/\$\d+$/, '') || 'anonymous');
    // Every, latest or leading: what they do differently shows in what they cancel.
    if (known.type === 'FORK' && /^take(Every|Latest|Leading)$/.test(name)) return `FORK:take${patternOf(args?.[0])}`;
    return `${known.type}:${name}`;
  };
  const drop = (id: number) => void nodes.delete(id);
  const bury = (id: number) => {
    const node = nodes.get(id);
    if (node === undefined) return;
    nodes.delete(id);
    past.set(id, node);
    if (past.size > AFTERLIVES) past.delete(past.keys().next().value as number);
  };

  const monitor: SagaMonitor = {
    rootSagaStarted({ effectId, saga }) {
      nodes.set(effectId, { address: saga.name || 'root', effect: undefined, counts: new Map() });
    },
    effectTriggered({ effectId, parentEffectId, label, effect }) {
      const type = asEffect(effect)?.type;
      if (type !== undefined && NAMELESS.has(type)) return;
      const parent = nodes.get(parentEffectId) ?? past.get(parentEffectId) ?? orphans;
      const plain = segmentOf(effect);
      const segment = label ? `${label}=${plain}` : plain;
      const nth = (parent.counts.get(segment) ?? 0) + 1;
      parent.counts.set(segment, nth);
      const node: Node = { address: `${parent.address}/${segment}#${nth}`, effect, counts: new Map() };
      nodes.set(effectId, node);
      last = node;
    },
    effectResolved(effectId, result: unknown) {
      const node = nodes.get(effectId);
      if (node === undefined) return;
      if (node.effect === undefined || asEffect(node.effect)?.type === 'FORK') {
        // A fork has children for as long as its task runs.
        const task = result as Task | undefined;
        if (task?.isRunning?.() !== true) return drop(effectId);
        const gone = () => bury(effectId);
        return void task.toPromise().then(gone, gone);
      }
      drop(effectId);
    },
    effectRejected: drop,
    effectCancelled: bury,
  };
  return {
    monitor,
    placeOf(effect) {
      if (last.effect !== effect) throw new Error('An effect reached the tape that its monitor has not seen.');
      return last;
    },
    open: () => [...nodes.values()],
  };
}
