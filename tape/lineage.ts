/**
 * Names effects by their place in the tree of sagas, so that an effect has the same name in every run. redux-saga's own
 * ids are counted over the whole process.
 */
import type { SagaMonitor, Task } from 'redux-saga';
import { asEffect, isPromise } from './effects';
import type { Address } from './format';

export interface Place {
  readonly address: Address;
  readonly effect: unknown;
}

/** Kept small: thousands are created per second, and few of them are named or have children. */
class Node implements Place {
  private named: Address | null = null;
  /** Most nodes have children of one name only. */
  private only = '';
  private count = 0;
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
    return new Node(this, segment, this.countOf(segment), effect);
  }

  private countOf(segment: string): number {
    if (this.counts === null && (this.count === 0 || this.only === segment)) {
      this.only = segment;
      return (this.count += 1);
    }
    this.counts ??= new Map([[this.only, this.count]]);
    const nth = (this.counts.get(segment) ?? 0) + 1;
    this.counts.set(segment, nth);
    return nth;
  }
}

/** A cancelled saga may still run its finally block, so this many are remembered. */
const AFTERLIVES = 500;
/** Clean up after this many forks. */
const MANY = 64;

/** Effects that are never parents and never named on a tape. */
const NAMELESS = new Set(['PUT', 'SELECT', 'GET_CONTEXT', 'SET_CONTEXT', 'CANCELLED', 'ACTION_CHANNEL', 'FLUSH']);

type Fn = (...args: unknown[]) => unknown;
/** The app's name for a function, if it differs from the function's own. */
export type NameOf = (fn: Fn, context?: unknown) => string | undefined;
/**
 * Labels that distinguish calls of a function, by its name; `*` is for functions without their own. An address with a
 * label does not change if other calls are made before it. Labels are not redacted.
 */
export type Labels = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Watchers of the library are distinguished by what they watch. */
function patternOf(pattern: unknown): string {
  const one = typeof pattern === 'function' ? (pattern as { readonly type?: unknown }).type : pattern;
  return typeof one === 'string' ? `(${one.replaceAll('/', '.')})` : '';
}

export interface Lineage {
  readonly monitor: SagaMonitor;
  /** The address of the effect about to run. */
  readonly placeOf: (effect: unknown) => Place;
  /** The saga whose effect is about to run. */
  readonly saga: () => Address;
  /** The address of a running task; undefined for one that no saga forked. */
  readonly taskOf: (task: unknown) => Address | undefined;
  /** The running task that an effect belongs to; undefined for the root saga's own. */
  readonly taskAt: (address: Address) => Task | undefined;
  /** The name of the function in addresses. */
  readonly nameOf: (fn: Fn, context?: unknown) => string;
  /** Whether the app has its own name for the function. */
  readonly isNamed: (fn: Fn) => boolean;
  /** Whether `actionChannel` created the channel. */
  readonly isOfLibrary: (channel: object) => boolean;
  /** Waiting takes, and everything else that has begun and not ended. */
  readonly open: () => readonly Place[];
}

/** Names each effect by the sagas it runs in, so addresses do not depend on the order of events. */
export function createLineage(
  nameOf: NameOf,
  labels: Labels = {},
  promised: (promise: object) => string | undefined = () => undefined,
): Lineage {
  const nodes = new Map<number, Node>();
  const past = new Map<number, Node>();
  const forks = new Map<number, Task>();
  const names = new WeakMap<Fn, string>();
  /** The segments of functions without labels. */
  const segments = new WeakMap<Fn, { readonly type: string; readonly segment: string }>();
  const actionChannels = new WeakSet<object>();
  const making = new Set<number>();
  const orphans = new Node(null, 'gone', 0, undefined);
  let last: Place = orphans;
  let caller: Place = orphans;
  let enough = MANY;

  function shortName(fn: Fn, context: unknown): string {
    const given = typeof context === 'object' || typeof context === 'function' ? nameOf(fn, context) : undefined;
    const known = given ?? names.get(fn);
    if (known !== undefined) return known;
    // Bundlers append numbers to the names of the library's functions.
    const name = nameOf(fn) ?? (fn.name.replace(/\$\d+$/, '').replace(/[/:#()]/g, '.') || 'anonymous');
    names.set(fn, name);
    return name;
  }
  const labelFor = (name: string) => labels[name] ?? labels['*'];
  const labelOf = (name: string, args: readonly unknown[] = []): string => {
    const label = labelFor(name)?.(...(args as never[]));
    return typeof label === 'string' || typeof label === 'number' ? `(${String(label).replace(/[/:#()]/g, '.')})` : '';
  };
  const segmentOf = (effect: unknown): string => {
    const known = asEffect(effect);
    if (known === null) return isPromise(effect) ? `AWAIT:${promised(effect) ?? 'promise'}` : 'YIELD';
    const { fn, args, context } = known.payload;
    if (fn === undefined) return known.type;
    const kept = context === undefined || context === null ? segments.get(fn) : undefined;
    if (kept?.type === known.type) return kept.segment;
    const name = shortName(fn, context);
    // takeEvery, takeLatest and takeLeading: their differences show in what they cancel.
    if (known.type === 'FORK' && /^take(Every|Latest|Leading)$/.test(name)) return `FORK:take${patternOf(args?.[0])}`;
    const segment = `${known.type}:${name}${labelOf(name, args)}`;
    if (names.has(fn) && labelFor(name) === undefined) segments.set(fn, { type: known.type, segment });
    return segment;
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
      const isNameless = type !== undefined && NAMELESS.has(type);
      if (type === 'ACTION_CHANNEL') making.add(effectId);
      if (isNameless && type !== 'PUT' && type !== 'FLUSH') return;
      const parent = nodes.get(parentEffectId) ?? past.get(parentEffectId) ?? orphans;
      caller = parent;
      if (isNameless) return;
      const plain = segmentOf(effect);
      const node = parent.child(label ? `${label}=${plain}` : plain, effect);
      nodes.set(effectId, node);
      last = node;
    },
    effectResolved(effectId, result: unknown) {
      if (making.delete(effectId)) actionChannels.add(result as object);
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
    saga: () => caller.address,
    // redux-saga gives a task the number of its effect.
    taskOf: (task) => nodes.get((task as { readonly id: number }).id)?.address,
    taskAt(address) {
      sweep();
      let found: { readonly task: Task; readonly depth: number } | undefined;
      for (const [id, task] of forks) {
        const at = nodes.get(id)?.address;
        if (at !== undefined && address.startsWith(`${at}/`) && at.length > (found?.depth ?? 0))
          found = { task, depth: at.length };
      }
      return found?.task;
    },
    nameOf: shortName,
    isNamed: (fn) => nameOf(fn) !== undefined,
    isOfLibrary: (channel) => actionChannels.has(channel),
    open() {
      sweep();
      return [...nodes.values()];
    },
  };
}
