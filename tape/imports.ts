/**
 * Functions that an app imports, under their names on tapes. They are wrapped once, where they are imported; a call is
 * recorded during a recording, answered from the tape during a replay, and passed on otherwise.
 */
type Fn = (this: unknown, ...args: unknown[]) => unknown;

export interface DirectCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Handles a call that is made without an effect, as in `yield api.load(1)`. */
export interface ImportSession {
  /** Returns what the caller gets. */
  readonly called: (call: DirectCall, real: () => unknown) => unknown;
}

interface Shared {
  readonly names: WeakMap<Fn, string>;
  readonly wrapped: WeakMap<object, unknown>;
  /** Those of recordings; the latest one handles the calls. */
  readonly sessions: ImportSession[];
  /** That of the replay whose step is running; steps are synchronous and never overlap. */
  stepping: ImportSession | null;
}

/** One for the whole process, even if the package was loaded both as an ES module and by `require`. */
const KEY = Symbol.for('saga-tapes imports');
const shared = ((globalThis as { [KEY]?: Shared })[KEY] ??= {
  names: new WeakMap(),
  wrapped: new WeakMap(),
  sessions: [],
  stepping: null,
});
const { names, wrapped, sessions } = shared;

/** Starts a session; returns the function that ends it. */
export function useImports(made: ImportSession): () => void {
  sessions.push(made);
  return () => {
    const at = sessions.indexOf(made);
    if (at >= 0) sessions.splice(at, 1);
  };
}

/** Runs a synchronous step of a replay, in which only this session handles calls; with null, all run for real. */
export function withImports<T>(session: ImportSession | null, work: () => T): T {
  const before = shared.stepping;
  shared.stepping = session;
  try {
    return work();
  } finally {
    shared.stepping = before;
  }
}

/** The name of a wrapped function. */
export const importName = (fn: unknown): string | undefined => names.get(fn as Fn);

/**
 * The same module or object with its functions wrapped, and those of the objects in it: `wrapImport('shop', shop)`
 * makes `shop.buy` known as `shop.buy`, and a function's own functions, as in `axios.get`. Classes, generator functions
 * and everything else stay as they are.
 */
export function wrapImport<T>(name: string, value: T): T {
  return wrap(name, value) as T;
}

function wrap(name: string, value: unknown): unknown {
  if (typeof value === 'function') return wrapFunction(name, value as Fn);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const known = wrapped.get(value);
  if (known !== undefined) return known;
  const copy: Record<string, unknown> = {};
  wrapped.set(value, copy);
  // Getters of modules are read only when they are used.
  for (const key of Object.keys(value))
    Object.defineProperty(copy, key, {
      enumerable: true,
      configurable: true,
      get: () => wrap(key === 'default' ? name : `${name}.${key}`, (value as Record<string, unknown>)[key]),
    });
  // Compilers mark modules by it, which decides what a default import is.
  if ('__esModule' in value && !('__esModule' in copy))
    Object.defineProperty(copy, '__esModule', { value: value.__esModule });
  return copy;
}

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

function wrapFunction(name: string, fn: Fn): unknown {
  const known = wrapped.get(fn);
  if (known !== undefined) return known;
  const isOther =
    /^class\b/.test(Function.prototype.toString.call(fn)) || /Generator/.test(Object.prototype.toString.call(fn));
  if (isOther) return fn;
  const made = new Proxy(fn, {
    apply(real, self: unknown, args: unknown[]) {
      const session = shared.stepping ?? sessions.at(-1);
      const callReal = () => Reflect.apply<unknown, unknown[], unknown>(real, self, args);
      return session === undefined ? callReal() : session.called({ name, args }, callReal);
    },
    get(real, key, self) {
      const member: unknown = Reflect.get(real, key, self);
      if (typeof member !== 'function' || typeof key === 'symbol') return member;
      const own = Reflect.getOwnPropertyDescriptor(real, key);
      // A proxy has to return what cannot be changed.
      return own === undefined || !own.configurable ? member : wrapFunction(`${name}.${key}`, member as Fn);
    },
  });
  wrapped.set(fn, made);
  names.set(made, name);
  return made;
}
