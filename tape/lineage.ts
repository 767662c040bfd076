/**
 * Names effects by their place in the tree of sagas, so that an effect has the same name in every run. redux-saga's own
 * ids are counted over the whole process.
 */
import type { SagaMonitor, Task } from 'redux-saga';
import { asEffect, isPromise, isSaga, type EffectLike } from './effects';
import type { Address } from './format';

/** Where an effect stands: its address, and the effect itself. */
export interface Place {
  readonly address: Address;
  readonly effect: unknown;
}

/** The name of an effect among its parent's, and what it adds to their address as the first of its name. */
interface Segment {
  readonly text: string;
  readonly first: string;
}
/** Stands in addresses for a function without a name. */
export const UNNAMED = 'anonymous';

const segment = (text: string): Segment => ({ text, first: `/${text}#1` });

interface Count {
  readonly text: string;
  nth: number;
  readonly next: Count | null;
}

/** Kept small: thousands are created per second, and few of them are named or have children. */
class Node implements Place {
  private named: Address | null = null;
  /** How many children there are of each name. */
  private counts: Count | null = null;

  constructor(
    private readonly parent: Node | null,
    private readonly segment: Segment,
    private readonly nth: number,
    readonly effect: unknown,
  ) {}

  /** Long tapes hold many, so parts of them are shared. */
  get address(): Address {
    if (this.named !== null) return this.named;
    const { parent, nth } = this;
    const { text, first } = this.segment;
    return (this.named = parent === null ? text : parent.address + (nth === 1 ? first : `/${text}#${nth}`));
  }

  child(segment: Segment, effect: unknown): Node {
    return new Node(this, segment, this.countOf(segment.text), effect);
  }

  private countOf(text: string): number {
    for (let count = this.counts; count !== null; count = count.next) if (count.text === text) return (count.nth += 1);
    this.counts = { text, nth: 1, next: this.counts };
    return 1;
  }
}

/** A cancelled saga may still run its finally block, so this many are remembered. */
const MAX_CANCELLED = 500;
/** Clean up after this many forks. */
const MANY = 64;

/** Effects that have no children, so that nothing of them goes on after they are cancelled. */
const CHILDLESS = new Set(['TAKE', 'JOIN']);
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

const isObject = (value: unknown) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Watchers of the library are distinguished by what they watch. */
function patternOf(pattern: unknown): string {
  const one = typeof pattern === 'function' ? (pattern as { readonly type?: unknown }).type : pattern;
  return typeof one === 'string' ? `(${one.replaceAll('/', '.')})` : '';
}

export interface Lineage {
  readonly monitor: SagaMonitor;
  /** Whether this effect is the latest of which the monitor knows. */
  readonly isSeen: (effect: unknown) => boolean;
  /** The number that redux-saga gave to that effect. */
  readonly effectId: () => number;
  /** The place of the effect about to run. */
  readonly place: () => Place;
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
  /** Names that stay, and those that the app gave. A function of its own may get a name later, as part of an answer. */
  const names = new WeakMap<Fn, string>();
  const given = new WeakSet<Fn>();
  /** The segments of functions without labels, by the effect that calls them. */
  const segments = new WeakMap<Fn, { readonly type: string; readonly segment: Segment }>();
  /** The segments of effects without a function. */
  const plainSegments = new Map<string, Segment>();
  const actionChannels = new WeakSet<object>();
  const making = new Set<number>();
  const orphans = new Node(null, segment('gone'), 0, undefined);
  /** How many root sagas of each name were started. */
  const roots = new Map<string, number>();
  /**
   * The newest effect with a node. It joins `nodes` once another one comes, because most end before: they answer
   * immediately. Effects have growing numbers, so one with a greater number has no node.
   */
  let newest: Node | null = null;
  let newestId = -1;
  /** Null is no effect. */
  let seen: unknown = null;
  let seenId = -1;
  let last: Place = orphans;
  let caller: Place = orphans;
  let enough = MANY;

  function shortName(fn: Fn, context: unknown): string {
    if (isObject(context)) {
      const name = nameOf(fn, context);
      if (name !== undefined) return name;
    }
    const known = names.get(fn);
    if (known !== undefined) return known;
    const own = nameOf(fn);
    if (own !== undefined) given.add(fn);
    // Bundlers append numbers to the names of the library's functions.
    const name = own ?? (fn.name.replace(/\$\d+$/, '').replace(/[/:#()]/g, '.') || UNNAMED);
    if (own !== undefined || isSaga(fn)) names.set(fn, name);
    return name;
  }
  const labelFor = (name: string) => labels[name] ?? labels['*'];
  const labelOf = (name: string, args: readonly unknown[] = []): string => {
    const label = labelFor(name)?.(...(args as never[]));
    return typeof label === 'string' || typeof label === 'number' ? `(${String(label).replace(/[/:#()]/g, '.')})` : '';
  };
  const segmentOf = (effect: unknown, io: EffectLike | null): Segment => {
    if (io === null) return segment(isPromise(effect) ? `AWAIT:${promised(effect) ?? 'promise'}` : 'YIELD');
    const { type } = io;
    const { fn, args, context } = io.payload;
    if (fn === undefined) {
      const known = plainSegments.get(type) ?? segment(type);
      plainSegments.set(type, known);
      return known;
    }
    const kept = isObject(context) ? undefined : segments.get(fn);
    if (kept?.type === type) return kept.segment;
    const name = shortName(fn, context);
    // takeEvery, takeLatest and takeLeading: their differences show in what they cancel.
    if (type === 'FORK' && /^take(Every|Latest|Leading)$/.test(name))
      return segment(`FORK:take${patternOf(args?.[0])}`);
    const made = segment(`${type}:${name}${labelOf(name, args)}`);
    if (names.has(fn) && !isObject(context) && labelFor(name) === undefined) segments.set(fn, { type, segment: made });
    return made;
  };
  const nodeAt = (id: number): Node | undefined => {
    if (id > newestId) return undefined;
    return id === newestId && newest !== null ? newest : nodes.get(id);
  };
  function keepNewest(): void {
    if (newest !== null) nodes.set(newestId, newest);
    newest = null;
  }
  function began(id: number, node: Node): void {
    keepNewest();
    newest = node;
    newestId = id;
  }
  function drop(id: number): void {
    if (id > newestId) return;
    if (id === newestId && newest !== null) newest = null;
    else nodes.delete(id);
  }
  function keepCancelled(id: number): void {
    const node = nodeAt(id);
    if (node === undefined) return;
    drop(id);
    if (CHILDLESS.has(asEffect(node.effect)?.type ?? '')) return;
    past.set(id, node);
    if (past.size > MAX_CANCELLED) past.delete(past.keys().next().value as number);
  }
  /** redux-saga does not report the end of a forked task. */
  function sweep(): void {
    for (const [id, task] of forks) {
      if (task.isRunning()) continue;
      forks.delete(id);
      if (task.isCancelled()) keepCancelled(id);
      else drop(id);
    }
    enough = 2 * forks.size + MANY;
  }

  const monitor: SagaMonitor = {
    rootSagaStarted({ effectId, saga }) {
      const name = saga.name || 'root';
      const nth = (roots.get(name) ?? 0) + 1;
      roots.set(name, nth);
      began(effectId, new Node(null, segment(nth === 1 ? name : `${name}#${nth}`), 0, undefined));
    },
    effectTriggered({ effectId, parentEffectId, label, effect }) {
      seen = effect;
      seenId = effectId;
      const io = asEffect(effect);
      const type = io?.type;
      const isNameless = type !== undefined && NAMELESS.has(type);
      if (type === 'ACTION_CHANNEL') making.add(effectId);
      if (isNameless && type !== 'PUT' && type !== 'FLUSH') return;
      const parent = nodeAt(parentEffectId) ?? past.get(parentEffectId) ?? orphans;
      caller = parent;
      if (isNameless) return;
      const plain = segmentOf(effect, io);
      const node = parent.child(label ? segment(`${label}=${plain.text}`) : plain, effect);
      began(effectId, node);
      last = node;
    },
    effectResolved(effectId, result: unknown) {
      if (making.size > 0 && making.delete(effectId)) actionChannels.add(result as object);
      const node = nodeAt(effectId);
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
    effectCancelled: keepCancelled,
  };
  return {
    monitor,
    isSeen: (effect) => Object.is(effect, seen),
    effectId: () => seenId,
    place: () => last,
    saga: () => caller.address,
    // redux-saga gives a task the number of its effect.
    taskOf: (task) => nodeAt((task as { readonly id: number }).id)?.address,
    taskAt(address) {
      sweep();
      let found: { readonly task: Task; readonly depth: number } | undefined;
      for (const [id, task] of forks) {
        const at = nodeAt(id)?.address;
        if (at !== undefined && address.startsWith(`${at}/`) && at.length > (found?.depth ?? 0))
          found = { task, depth: at.length };
      }
      return found?.task;
    },
    nameOf: shortName,
    isNamed: (fn) => given.has(fn) || (!names.has(fn) && nameOf(fn) !== undefined),
    isOfLibrary: (channel) => actionChannels.has(channel),
    open() {
      sweep();
      keepNewest();
      return [...nodes.values()];
    },
  };
}
