/**
 * Values that stay outside a tape, such as sockets: sagas only pass them on, or call their methods by `call([socket,
 * 'send'], …)`. On a tape each is a number; in a replay a stand-in that supports nothing else.
 */
import type { Json } from './format';
import type { Substitute } from './values';

type Fn = (...args: never[]) => unknown;
type Held = object | Fn;

const isHeld = (value: unknown): value is Held =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);

/** Numbers values for a recording. */
export interface Handles {
  /** Known values only. */
  readonly known: Substitute;
  /** Gives a new value a number. */
  readonly keep: Substitute;
  /** `WebSocket~1.send` for a method of a value with a number. */
  readonly nameOf: (fn: Fn, context?: unknown) => string | undefined;
}

const nameOfHandle = (name: string, nth: number) => `${name}~${nth}`;

/** Numbers values in the order in which they are kept, from 1; it holds none of them alive. */
export function createHandles(): Handles {
  const numbers = new WeakMap<Held, { readonly $handle: number; readonly name: string }>();
  const methods = new WeakMap<Fn, string>();
  let count = 0;
  const known: Substitute = (value) => (isHeld(value) ? numbers.get(value) : undefined);
  return {
    known,
    keep(value) {
      const there = known(value);
      if (there !== undefined || !isHeld(value)) return there;
      const name = (typeof value === 'function' ? value.name : value.constructor?.name) || 'object';
      count += 1;
      const handle = { $handle: count, name };
      numbers.set(value, handle);
      if (typeof value === 'function') methods.set(value as Fn, nameOfHandle(name, count));
      for (const [key, method] of Object.entries(value))
        if (typeof method === 'function') methods.set(method as Fn, `${nameOfHandle(name, count)}.${key}`);
      return handle;
    },
    nameOf(fn, context) {
      const own = methods.get(fn);
      if (own !== undefined) return own;
      const held = isHeld(context) ? numbers.get(context) : undefined;
      return held && `${nameOfHandle(held.name, held.$handle)}.${fn.name}`;
    },
  };
}

/** Stand-ins for such values in a replay. */
export interface StandIns {
  readonly make: (nth: number, name: string) => unknown;
  readonly known: Substitute;
}

/** `stand` creates a function that may only be called by an effect. */
export function createStandIns(stand: (name: string) => Fn): StandIns {
  const made = new Map<number, Fn>();
  const numbers = new WeakMap<Held, Json>();
  return {
    known: (value) => (isHeld(value) ? numbers.get(value) : undefined),
    make(nth, name) {
      const there = made.get(nth);
      if (there !== undefined) return there;
      const full = nameOfHandle(name, nth);
      const methods = new Map<string, Fn>();
      const one = new Proxy(stand(full), {
        get(_, key) {
          if (typeof key === 'symbol' || NEVER.has(key)) return undefined;
          if (key === 'name') return full;
          const method = methods.get(key) ?? stand(`${full}.${key}`);
          methods.set(key, method);
          return method;
        },
      });
      made.set(nth, one);
      numbers.set(one, { $handle: nth, name });
      return one;
    },
  };
}

/** A stand-in must not look like a promise, an iterator, an effect or a channel. */
const NEVER = new Set(['then', 'next', 'throw', 'take', 'toJSON', '@@redux-saga/IO', '@@redux-saga/TASK']);
