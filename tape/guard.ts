/**
 * During a replay, sagas may reach nothing but the tape: using the network, timers, the clock, randomness or storage
 * within a saga throws an error with the name of what was used. Only code inside a generator's step is checked; the
 * rest of the process is not affected.
 */

/** Thrown where a saga reaches past the tape. */
export class OutsideTape extends Error {
  override readonly name = 'OutsideTape';
}

export interface Guard {
  /** Runs a step of the replay, in which sagas are watched. `reached` is called with the name of what they used. */
  readonly step: <T>(work: () => T) => T;
  /** Runs the player's own work within a step, such as reading the tape, unwatched. */
  readonly outside: <T>(work: () => T) => T;
  /** Watches a function that sagas pass to an effect, such as a selector. */
  readonly watched: <A extends unknown[], T>(fn: (...args: A) => T) => (...args: A) => T;
  /** Removes the guard. */
  readonly remove: () => void;
}

type Tree = Record<PropertyKey, unknown>;
type Fn = (this: unknown, ...args: unknown[]) => unknown;

/** Functions and classes, by the object that has them. */
const WORLD: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'BroadcastChannel', 'Worker'],
    ...['setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame', 'requestIdleCallback'],
  ],
  Date: ['now'],
  Math: ['random'],
  performance: ['now'],
  crypto: ['randomUUID', 'getRandomValues'],
  navigator: ['sendBeacon'],
  'History.prototype': ['pushState', 'replaceState', 'go', 'back', 'forward'],
  'Storage.prototype': ['getItem', 'setItem', 'removeItem', 'clear'],
};

/** The active watcher; steps are synchronous and never overlap. */
let watching: ((name: string) => void) | null = null;
let isInSaga = false;
/** Several replays may run at the same time. */
let guards = 0;
let takeBack: (() => void)[] = [];

function check(name: string): void {
  if (watching === null || !isInSaga) return;
  watching(name);
  throw new OutsideTape(
    `${name} was reached outside the tape. Put it behind a function that sagas call by an effect, and record again.`,
  );
}

function inSaga<T>(work: () => T): T {
  const before = isInSaga;
  isInSaga = true;
  try {
    return work();
  } finally {
    isInSaga = before;
  }
}

function replace(owner: Tree, key: string, make: (real: Fn) => unknown): void {
  const there = Object.getOwnPropertyDescriptor(owner, key);
  const real = owner[key];
  if (typeof real !== 'function' || (there !== undefined && !there.configurable && !there.writable)) return;
  const value = make(real as Fn);
  Object.defineProperty(owner, key, {
    configurable: true,
    writable: true,
    enumerable: there?.enumerable ?? true,
    value,
  });
  takeBack.push(() => {
    if (there === undefined) Reflect.deleteProperty(owner, key);
    else Object.defineProperty(owner, key, there);
  });
}

/** The same function or class, checked before each call or construction. */
const checked =
  (name: string, isChecked: (args: readonly unknown[]) => boolean = () => true) =>
  (real: Fn): unknown =>
    new Proxy(real, {
      apply(target, self, args: unknown[]) {
        if (isChecked(args)) check(name);
        return Reflect.apply<unknown, unknown[], unknown>(target, self, args);
      },
      construct(target, args: unknown[], made) {
        if (isChecked(args)) check(name);
        return Reflect.construct(target, args, made);
      },
    });

function put(): void {
  const root = globalThis as unknown as Tree;
  for (const [path, keys] of Object.entries(WORLD)) {
    const owner = path
      .split('.')
      .reduce<unknown>((at, key) => (key === '' ? at : (at as Tree | undefined)?.[key]), root);
    if (owner === undefined || owner === null) continue;
    for (const key of keys)
      replace(owner as Tree, key, checked(path === '' ? key : `${path.replace('.prototype', '')}.${key}`));
  }
  // With arguments, `Date` does not read the clock.
  replace(
    root,
    'Date',
    checked('Date', (args) => args.length === 0),
  );
  const { net } = builtIn();
  if (net) replace(net.Socket.prototype, 'connect', checked('net.Socket.connect'));
  const steps = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())) as Tree;
  for (const key of ['next', 'throw', 'return'])
    replace(steps, key, (real) => {
      return function step(this: unknown, ...args: unknown[]) {
        return watching === null || isInSaga ? real.apply(this, args) : inSaga(() => real.apply(this, args));
      };
    });
}

/** Node's built-in modules; empty in a browser. */
function builtIn(): { readonly net?: { readonly Socket: { readonly prototype: Tree } } } {
  const { process } = globalThis as { readonly process?: { readonly getBuiltinModule?: (id: string) => unknown } };
  const net = process?.getBuiltinModule?.('node:net') as { readonly Socket: { readonly prototype: Tree } } | undefined;
  return net ? { net } : {};
}

/** Starts watching. */
export function createGuard(reached: (name: string) => void): Guard {
  if (guards++ === 0) put();
  let isOver = false;
  const under = <T>(watcher: typeof watching, work: () => T): T => {
    const before = watching;
    watching = watcher;
    try {
      return work();
    } finally {
      watching = before;
    }
  };
  return {
    step: (work) => under(reached, work),
    outside: (work) => under(null, work),
    watched:
      (fn) =>
      (...args) =>
        watching === null ? fn(...args) : inSaga(() => fn(...args)),
    remove() {
      if (isOver) return;
      isOver = true;
      guards -= 1;
      if (guards > 0) return;
      for (const back of takeBack.reverse()) back();
      takeBack = [];
    },
  };
}
