/**
 * Partial-order reduction: what each step of a run reads and writes, such as sagas and what they wait for, channels,
 * parts of the state, and answers. Steps without anything in common are independent: their order does not matter, so
 * orders that differ only in them count as one.
 */
import type { EffectMiddleware, SagaMonitor } from 'redux-saga';
import { asEffect, type EffectLike } from './effects';

/** Something that steps read or write; numbers stand for effects. Cells of different runs cannot be compared. */
type Cell = string | number | object;
/** The effect itself. */
const effectCell = (id: number): Cell => 2 * id;
/** The effect and everything within it. */
const insideCell = (id: number): Cell => 2 * id + 1;

/** The cells of one kind, each made once: they are looked up for every effect. */
function cellsOf(kind: string): (name: string) => Cell {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name) ?? `${kind}${name}`;
    made.set(name, known);
    return known;
  };
}
/** The sagas that take actions of this type. */
const takeCell = cellsOf('take ');
/** Buffered actions of this type. */
const bufferCell = cellsOf('buffer ');
/** A part of the state. */
const stateCell = cellsOf('state.');

/** The footprint of one step. */
export interface Step {
  /** Equal in every equivalent order. */
  readonly mark: number;
  /** Combines all steps so far, regardless of the order of independent ones. */
  readonly past: number;
  readonly reads: ReadonlySet<Cell>;
  readonly writes: ReadonlySet<Cell>;
}

export interface Tracer {
  readonly sagaMonitor: SagaMonitor;
  readonly effectMiddleware: EffectMiddleware;
  readonly read: (cell: Cell) => void;
  readonly write: (cell: Cell) => void;
  /** Ends the step that began when the previous one ended. */
  readonly step: (label: string) => Step;
}

/** The keys of the state that each type of action changed, learned from all runs of an app. */
export type Changes = Map<string, Set<string>>;

interface Use {
  /** The mark of the last step that wrote it. */
  written: number;
  /** The sum of the marks of the steps that have read it since. */
  read: number;
}

/** Sums of two such numbers are exact. */
const LARGEST = 2 ** 50;
const sum = (a: number, b: number) => (a + b) % LARGEST;
/** The mark of a past without steps. */
export const EMPTY_PAST = 0;
/** Adds a step to a past. The order in which steps are added makes no difference. */
export const pastOf = (past: number, mark: number): number => sum(past, mark);

/** A number of 50 bits for a text. */
export function markOf(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2_654_435_761);
    high = Math.imul(high ^ code, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return (high & 0x3ffff) * 2 ** 32 + (low >>> 0);
}

/** Whether the order of two steps may matter. */
export function areDependent(a: Pick<Step, 'reads' | 'writes'>, b: Pick<Step, 'reads' | 'writes'>): boolean {
  for (const cell of a.writes) if (b.writes.has(cell) || b.reads.has(cell)) return true;
  for (const cell of b.writes) if (a.reads.has(cell)) return true;
  return false;
}

const ANY = '*';
const EVERYTHING = 'everything';

/** The action types that a pattern of redux-saga takes; `*` if only the pattern itself can decide. */
function typesOf(pattern: unknown): readonly string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(typesOf);
  if (typeof pattern === 'function')
    return Object.prototype.hasOwnProperty.call(pattern, 'toString') ? [(pattern as () => void).toString()] : [ANY];
  return typeof pattern === 'string' || typeof pattern === 'symbol' ? [String(pattern)] : [ANY];
}

type Tree = Readonly<Record<PropertyKey, unknown>>;
function isTree(state: unknown): state is Tree {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return false;
  for (const key in state) if (Object.hasOwn(state, key)) return true;
  return false;
}

type Selector = (...args: unknown[]) => unknown;
interface Find {
  readonly whole: Tree;
  readonly args: readonly unknown[];
  /** The parts of the state that it read. */
  readonly parts: ReadonlySet<string>;
  readonly found: unknown;
}

function isSameFor({ whole, args, parts }: Find, now: Tree, nowArgs: readonly unknown[]): boolean {
  if (args.length !== nowArgs.length || args.some((arg, nth) => arg !== nowArgs[nth])) return false;
  for (const part of parts) if (whole[part] !== now[part]) return false;
  return true;
}

/**
 * Follows a run. It does not see variables that sagas share outside the store, channels and context. `changes` requires
 * that each key of the state has its own reducer; without it every action may depend on all of the state.
 */
export function createTracer(getState: () => unknown, changes: Changes | null): Tracer {
  const uses = new Map<Cell, Use>();
  const parents = new Map<number, number>();
  const effects = new Map<number, EffectLike>();
  const tasks = new WeakMap<object, number>();
  /** The buffered actions of each action channel. */
  const buffered = new WeakMap<object, readonly string[]>();
  const buffers = new Set<string>();
  let reads = new Set<Cell>();
  let writes = new Set<Cell>();
  let past = EMPTY_PAST;
  let state: unknown;
  let latest = '';

  function useOf(cell: Cell): Use {
    const known = uses.get(cell);
    if (known !== undefined) return known;
    const use = { written: EMPTY_PAST, read: EMPTY_PAST };
    uses.set(cell, use);
    return use;
  }
  const read = (cell: Cell) => void reads.add(cell);
  const write = (cell: Cell) => void writes.add(cell);

  /** An effect of this saga began or ended. */
  function within(id: number | undefined): void {
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const cell = insideCell(at);
      if (reads.has(cell)) return;
      read(cell);
    }
  }
  function at(id: number): void {
    write(effectCell(id));
    within(id);
  }
  function ended(id: number): void {
    write(insideCell(id));
    within(parents.get(id));
    const io = effects.get(id);
    effects.delete(id);
    if (io?.type === 'TAKE') taking(io);
  }
  function taking({ payload }: EffectLike): void {
    const { channel, pattern } = payload as { readonly channel?: object | null; readonly pattern?: unknown };
    if (!channel) return typesOf(pattern).forEach((type) => write(takeCell(type)));
    write(channel);
    buffered.get(channel)?.forEach((type) => write(bufferCell(type)));
  }
  /** What reducers changed since the last call. */
  function learn(): void {
    const now = getState();
    if (now === state) return;
    const [before, after] = [isTree(state) ? state : {}, isTree(now) ? now : { state: now }];
    const known = changes?.get(latest) ?? new Set();
    changes?.set(latest, known);
    const changed = (key: string) => {
      known.add(key);
      write(stateCell(key));
      read('state');
    };
    for (const key in after) if (before[key] !== after[key]) changed(key);
    for (const key in before) if (!(key in after)) changed(key);
    state = now;
  }

  /** What each selector found last. It finds the same as long as the parts of the state that it read are the same. */
  const finds = new WeakMap<Selector, Find>();
  /** The parts that the running selector has read; null once it has looked at the state as a whole. */
  let parts: Set<string> | null = null;
  const readPart = (key: PropertyKey) => {
    const part = String(key);
    parts?.add(part);
    read(stateCell(part));
  };
  const reading: ProxyHandler<Tree> = {
    get(tree, key, self) {
      readPart(key);
      return Reflect.get<Tree, PropertyKey>(tree, key, self);
    },
    has(tree, key) {
      readPart(key);
      return Reflect.has(tree, key);
    },
    ownKeys(tree) {
      parts = null;
      write('state');
      return Reflect.ownKeys(tree);
    },
  };

  function select(selector: Selector, whole: Tree, args: readonly unknown[]): unknown {
    const known = finds.get(selector);
    if (known !== undefined && isSameFor(known, whole, args)) {
      for (const part of known.parts) read(stateCell(part));
      return known.found;
    }
    parts = new Set();
    // A new proxy each time, because a memoized selector would otherwise not read.
    const seen = new Proxy(whole, reading);
    const found = selector(seen, ...args);
    if (found === seen) {
      write('state');
      return whole;
    }
    if (parts !== null) finds.set(selector, { whole, args, parts, found });
    return found;
  }

  const effectMiddleware: EffectMiddleware = (next) => (effect: unknown) => {
    const io = asEffect(effect);
    if (io?.type !== 'SELECT') return next(effect);
    const { payload } = io as unknown as { readonly payload: { readonly selector: Selector } };
    const { selector } = payload;
    const watched = (whole: unknown, ...args: unknown[]) => {
      if (isTree(whole)) return select(selector, whole, args);
      write('state');
      return selector(whole, ...args);
    };
    next({ ...io, payload: { ...payload, selector: watched } });
  };

  const sagaMonitor: SagaMonitor = {
    effectTriggered({ effectId, parentEffectId, effect }) {
      parents.set(effectId, parentEffectId);
      at(parentEffectId);
      const io = asEffect(effect);
      if (io === null) return;
      effects.set(effectId, io);
      const payload = io.payload as unknown;
      if (io.type === 'TAKE') taking(io);
      if (io.type === 'PUT' && io.payload.channel) write(io.payload.channel);
      if (io.type === 'FLUSH') write(payload as object);
      if (io.type === 'JOIN' || io.type === 'SET_CONTEXT') write(EVERYTHING);
      if (io.type === 'CANCEL')
        for (const task of Array.isArray(payload) ? (payload as object[]) : [payload]) {
          const id = typeof task === 'object' && task !== null ? tasks.get(task) : parentEffectId;
          write(id === undefined ? EVERYTHING : insideCell(id));
          within(id);
        }
    },
    effectResolved(effectId, result: unknown) {
      const io = effects.get(effectId);
      if (io?.type === 'FORK' && typeof result === 'object' && result !== null) tasks.set(result, effectId);
      if (io?.type === 'ACTION_CHANNEL') {
        const types = typesOf((io.payload as { readonly pattern?: unknown }).pattern);
        buffered.set(result as object, types);
        for (const type of types) {
          buffers.add(type);
          write(bufferCell(type));
        }
      }
      ended(effectId);
    },
    effectRejected: ended,
    effectCancelled: ended,
    actionDispatched(action: object) {
      learn();
      latest = String((action as { readonly type?: unknown }).type);
      for (const type of [latest, ANY]) {
        read(takeCell(type));
        if (buffers.has(type)) write(bufferCell(type));
      }
      const known = changes?.get(latest);
      // An action that has changed nothing so far may do so in another state.
      if (known === undefined || known.size === 0) write('state');
      else for (const key of known) read(stateCell(key));
    },
  };

  return {
    sagaMonitor,
    effectMiddleware,
    read,
    write,
    step(label) {
      learn();
      read(EVERYTHING);
      const after = new Set<number>();
      for (const cell of reads) after.add(useOf(cell).written);
      for (const cell of writes) after.add(useOf(cell).written).add(useOf(cell).read);
      let before = EMPTY_PAST;
      for (const mark of after) before = sum(before, mark);
      const mark = markOf(`${label} ${before}`);
      for (const cell of reads) {
        const use = useOf(cell);
        use.read = sum(use.read, mark);
      }
      for (const cell of writes) {
        const use = useOf(cell);
        use.written = mark;
        use.read = EMPTY_PAST;
      }
      past = sum(past, mark);
      const step = { mark, past, reads, writes };
      [reads, writes] = [new Set(), new Set()];
      return step;
    },
  };
}
