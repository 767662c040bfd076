/** Values on a tape: plain JSON, with markers for the few other things that cross a port. */
import type { Json } from './format';

/** A value that cannot be recorded. The message says where it is. */
export class UnserializableError extends Error {
  override readonly name = 'UnserializableError';
}

export type ErrorFacts = Readonly<Record<string, unknown>> & { readonly name: string; readonly message: string };
/** Recreates the app's errors by name, so that `instanceof` works in a replay. */
export type ErrorMakers = Readonly<Record<string, (facts: ErrorFacts) => Error>>;

type Tree = Readonly<Record<string, unknown>>;
type Fn = (...args: never[]) => unknown;

/** Returns the replacement on the tape for a value that JSON cannot hold; undefined to refuse it. */
export type Substitute = (value: object | Fn | symbol) => Json | undefined;

const MARKS = ['$undefined', '$number', '$bigint', '$date', '$error', '$function', '$plain', '$handle', '$is'];

/**
 * `where` begins the path in messages. Throws UnserializableError for a value that JSON cannot hold and that has no
 * replacement.
 */
export function encode(value: unknown, where: string, substitute: Substitute = nothing): Json {
  const outer = { path, open };
  path = [where];
  open = [];
  try {
    return written(value, substitute);
  } finally {
    ({ path, open } = outer);
  }
}

const nothing: Substitute = () => undefined;
/** The current path in the value. It becomes text only in an error, because this code runs for every recorded field. */
let path: (string | number)[] = [];
/** The plain objects, lists and errors on that path, so that one that contains itself is noticed. */
let open: object[] = [];

function written(value: unknown, substitute: Substitute): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : { $number: String(value) };
    case 'undefined':
      return { $undefined: true };
    case 'object':
      return value === null ? null : encodeObject(value, substitute);
    case 'function':
      return substitute(value) ?? refuse(`a function (${value.name || 'without a name'})`);
    case 'bigint':
      return { $bigint: String(value) };
    case 'symbol':
      return substitute(value) ?? refuse('a symbol');
  }
}

function encodeObject(value: object, substitute: Substitute): Json {
  const write = Array.isArray(value) ? listOf : isPlain(value) ? plainOf : isError(value) ? errorOf : null;
  if (write === null) {
    if (isDate(value)) return { $date: Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString() };
    return substitute(value) ?? refuse(`an instance of ${className(value)}`);
  }
  if (open.includes(value)) return substitute(value) ?? refuse('an object that contains it');
  open.push(value);
  const json = write(value as never, substitute);
  open.pop();
  return json;
}

const listOf = (list: readonly unknown[], substitute: Substitute): Json =>
  list.map((item, index) => within(index, item, substitute));

function plainOf(value: Tree, substitute: Substitute): Json {
  const plain: Record<string, Json> = {};
  let isMarked = false;
  for (const key in value) {
    const item = value[key];
    if (item === undefined || !Object.hasOwn(value, key)) continue;
    plain[key] = typeof item === 'string' || item === null ? item : within(key, item, substitute);
    isMarked ||= key.startsWith('$') && MARKS.includes(key);
  }
  return isMarked ? { $plain: plain } : plain;
}

function errorOf(error: Error, substitute: Substitute): Json {
  const facts: Record<string, Json> = { name: error.name, message: error.message };
  for (const [key, item] of Object.entries(error)) {
    if (item !== undefined && key !== 'cause') facts[key] = within(key, item, substitute);
  }
  return { $error: facts };
}

function within(key: string | number, item: unknown, substitute: Substitute): Json {
  path.push(key);
  const json = written(item, substitute);
  path.pop();
  return json;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isForeignPlain(prototype);
}
/** A plain object of another realm, as in test environments and frames. */
const isForeignPlain = (prototype: unknown) =>
  Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');

/** Also of another realm, as Node's own errors are in a test environment. */
const isDate = (value: object): value is Date =>
  value instanceof Date || Object.prototype.toString.call(value) === '[object Date]';
const isError = (value: object): value is Error =>
  value instanceof Error || /^\[object (Error|DOMException)\]$/.test(Object.prototype.toString.call(value));

const className = (value: object) => (value as { constructor?: { name?: string } }).constructor?.name ?? '?';

function refuse(what: string): never {
  const where = path.map((key, nth) => (typeof key === 'number' ? `[${key}]` : nth === 0 ? key : `.${key}`)).join('');
  throw new UnserializableError(`${where} is ${what}, which a tape cannot contain. The port must return plain data.`);
}

/** How deeply instances of classes are written; they may hold anything. */
const DEEP = 6;

/**
 * Makes a function that encodes arguments and actions of sagas. They are only compared, never decoded, so everything
 * can be written: a function by its name, an instance by its class and visible fields.
 */
export function createSentEncoder(substitute: Substitute = nothing): (value: unknown) => Json {
  let depth = 0;
  const shown: Substitute = (odd) => {
    const known = substitute(odd);
    if (known !== undefined) return known;
    if (typeof odd === 'function') return { $is: `function ${odd.name}`.trimEnd() };
    if (typeof odd !== 'object') return { $is: String(odd) };
    if (depth >= DEEP || open.includes(odd)) return { $is: className(odd) };
    depth += 1;
    try {
      return { $is: className(odd), of: written(insideOf(odd), shown) };
    } finally {
      depth -= 1;
    }
  };
  // Nothing is refused, so the path has no name.
  return (value) => encode(value, '', shown);
}

/** A list of entries, bytes, items or fields. */
function insideOf(value: object): unknown {
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (Symbol.iterator in value) return [...(value as Iterable<unknown>)];
  const { name, size, type } = value as { readonly [key in 'name' | 'size' | 'type']?: unknown };
  return typeof size === 'number' && typeof type === 'string' ? { name, size, type } : { ...value };
}

/** Recreates values: errors by their name, and stand-ins for values that are not on the tape. */
export interface Makers {
  readonly errors?: ErrorMakers;
  readonly handle?: (nth: number, name: string) => unknown;
}

/** Decodes a value of a tape. */
export function decode(json: Json, makers: Makers = {}): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map((item) => decode(item, makers));
  const marked = json as Readonly<Record<string, Json>>;
  if ('$undefined' in marked) return undefined;
  if ('$number' in marked) return Number(marked['$number']);
  if ('$bigint' in marked) return BigInt(String(marked['$bigint']));
  if ('$date' in marked) return new Date(String(marked['$date']));
  if ('$function' in marked) return () => {};
  if ('$handle' in marked) return makers.handle?.(Number(marked['$handle']), String(marked['name']));
  if ('$error' in marked) return decodeError(decodeObject(marked['$error'] as Tree, makers), makers);
  return decodeObject('$plain' in marked ? (marked['$plain'] as Tree) : marked, makers);
}

const decodeObject = (plain: Tree, makers: Makers) =>
  Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, decode(item as Json, makers)]));

function decodeError(facts: Tree, { errors = {} }: Makers): Error {
  const known = { ...facts, name: String(facts['name']), message: String(facts['message']) };
  const make = errors[known.name];
  return make ? make(known) : Object.assign(new Error(known.message), known);
}

/** Compares keys in any order. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Readonly<Record<string, Json>>;
  const right = b as Readonly<Record<string, Json>>;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && same(left[key], right[key]));
}
