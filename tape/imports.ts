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
  session: ImportSession | null;
}

/** One for the whole process, even if the package was loaded both as an ES module and by `require`. */
const KEY = Symbol.for('saga-tapes imports');
const shared = ((globalThis as { [KEY]?: Shared })[KEY] ??= {
  names: new WeakMap(),
  wrapped: new WeakMap(),
  session: null,
});
const { names, wrapped } = shared;

/** Starts a session; returns the function that ends it. */
export function useImports(made: ImportSession): () => void {
  const before = shared.session;
  shared.session = made;
  return () => {
    if (shared.session === made) shared.session = before;
  };
}

/** The name of a wrapped function. */
export const importName = (fn: unknown): string | undefined => names.get(fn as Fn);

/**
 * The same module or object with its functions wrapped, and those of the objects in it: `wrapImport('shop', shop)` makes
 * `shop.buy` known as `shop.buy`. Classes, generator functions and everything else stay as they are.
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
    apply: (real, self: unknown, args: unknown[]) =>
      shared.session === null
        ? Reflect.apply<unknown, unknown[], unknown>(real, self, args)
        : shared.session.called({ name, args }, () => Reflect.apply<unknown, unknown[], unknown>(real, self, args)),
  });
  wrapped.set(fn, made);
  names.set(made, name);
  return made;
}
