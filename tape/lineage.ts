/**
 * Names effects by their place in the tree of sagas, so that an effect has the same name in every run. redux-saga's own
 * ids are counted over the whole process.
 */
import type { SagaMonitor, Task } from 'redux-saga';
import type { Address } from './format';

/** An effect as redux-saga passes it to monitors and middleware. */
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

/** There are thousands per second, and few are ever named or have children. */
class Node implements Place {
  private named: Address | null = null;
  private counts: Map<string, number> | null = null;

  constructor(
    private readonly parent: Node | null,
    private readonly segment: string,
    private readonly nth: number,
    readonly effect: unknown,
  ) {}

  get address(): Address {
    return (this.named ??= this.parent === null ? this.segment : `${this.parent.address}/${this.segment}#${this.nth}`);
  }

  child(segment: string, effect: unknown): Node {
    this.counts ??= new Map();
    const nth = (this.counts.get(segment) ?? 0) + 1;
    this.counts.set(segment, nth);
    return new Node(this, segment, nth, effect);
  }
}

/** A cancelled saga may run its finally block for a while: this many are remembered. */
const AFTERLIVES = 500;
/** This many forks may have ended before a clean-up. */
const MANY = 64;

/** Effects that are never parents and never named on a tape. */
const NAMELESS = new Set(['PUT', 'SELECT', 'GET_CONTEXT', 'SET_CONTEXT', 'CANCELLED', 'ACTION_CHANNEL', 'FLUSH']);

type Fn = (...args: unknown[]) => unknown;
export type NameOf = (fn: Fn) => string | undefined;

/** The value as an effect of redux-saga; null if it is none. */
export const asEffect = (effect: unknown): EffectLike | null =>
  typeof effect === 'object' && effect !== null && '@@redux-saga/IO' in effect
    ? (effect as unknown as EffectLike)
    : null;

/** Watchers of the library are distinguished by what they watch. */
function patternOf(pattern: unknown): string {
  const one = typeof pattern === 'function' ? (pattern as { readonly type?: unknown }).type : pattern;
  return typeof one === 'string' ? `(${one.replaceAll('/', '.')})` : '';
}

export interface Lineage {
  readonly monitor: SagaMonitor;
  /** The address of the effect about to run. */
  readonly placeOf: (effect: unknown) => Place;
  /** Waiting takes, and everything else that has begun and not ended. */
  readonly open: () => readonly Place[];
}

/** Names each effect by the sagas that it runs in, which makes addresses that do not depend on the order. */
export function createLineage(nameOf: NameOf): Lineage {
  const nodes = new Map<number, Node>();
  const past = new Map<number, Node>();
  const forks = new Map<number, Task>();
  const names = new WeakMap<Fn, string>();
  const orphans = new Node(null, 'gone', 0, undefined);
  let last: Place = orphans;
  let enough = MANY;

  function shortName(fn: Fn): string {
    const known = names.get(fn);
    if (known !== undefined) return known;
    // Bundlers number the library's functions.
    const name = nameOf(fn) ?? (fn.name.replace(/\$\d+$/, '') || 'anonymous');
    names.set(fn, name);
    return name;
  }
  const segmentOf = (effect: unknown): string => {
    const known = asEffect(effect);
    if (known === null) return 'YIELD';
    const { fn, args } = known.payload;
    if (fn === undefined) return known.type;
    const name = shortName(fn);
    // takeEvery, takeLatest and takeLeading: their differences show in what they cancel.
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
  /** redux-saga does not report the end of a forked task. */
  function sweep(): void {
    for (const [id, task] of forks) {
      if (task.isRunning()) continue;
      forks.delete(id);
      if (task.isCancelled()) bury(id);
      else drop(id);
    }
    enough = 2 * forks.size + MANY;
  }

  const monitor: SagaMonitor = {
    rootSagaStarted({ effectId, saga }) {
      nodes.set(effectId, new Node(null, saga.name || 'root', 0, undefined));
    },
    effectTriggered({ effectId, parentEffectId, label, effect }) {
      const type = asEffect(effect)?.type;
      if (type !== undefined && NAMELESS.has(type)) return;
      const parent = nodes.get(parentEffectId) ?? past.get(parentEffectId) ?? orphans;
      const plain = segmentOf(effect);
      const node = parent.child(label ? `${label}=${plain}` : plain, effect);
      nodes.set(effectId, node);
      last = node;
    },
    effectResolved(effectId, result: unknown) {
      const node = nodes.get(effectId);
      if (node === undefined) return;
      if (node.effect === undefined || asEffect(node.effect)?.type === 'FORK') {
        // A fork has children while its task runs.
        const task = result as Task | undefined;
        if (task?.isRunning?.() !== true) return drop(effectId);
        forks.set(effectId, task);
        if (forks.size > enough) sweep();
        return;
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
    open() {
      sweep();
      return [...nodes.values()];
    },
  };
}
