/** Values on a tape: plain JSON, with markers for the few other things that cross a port. */
import type { Json } from './format';

/** A value that cannot be recorded. The message says where it is. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

export type ErrorFacts = Readonly<Record<string, unknown>> & { readonly name: string; readonly message: string };
/** Recreates the app's errors by name, so that `instanceof` works in a replay. */
export type ErrorMakers = Readonly<Record<string, (facts: ErrorFacts) => Error>>;

type Tree = Readonly<Record<string, unknown>>;

const MARKS = ['$undefined', '$number', '$date', '$error', '$function', '$plain'];

/**
 * `where` begins the path in messages. `functions` are recorded as handles that do nothing in a replay. Throws
 * Unwritable for a value that JSON cannot hold.
 */
export function encode(value: unknown, where: string, functions = false): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : { $number: String(value) };
    case 'undefined':
      return { $undefined: true };
    case 'object':
      return value === null ? null : encodeObject(value, where);
    case 'function':
      if (functions) return { $function: value.name };
      throw refusal(where, `a function (${value.name || 'without a name'})`);
    case 'bigint':
    case 'symbol':
      throw refusal(where, `a ${typeof value}`);
  }
}

function encodeObject(value: object, where: string): Json {
  if (Array.isArray(value)) return value.map((item, index) => encode(item, `${where}[${index}]`));
  if (value instanceof Date) return { $date: value.toISOString() };
  if (value instanceof Error) return { $error: encodeError(value, where) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !isForeignPlain(prototype))
    throw refusal(where, `an instance of ${(value as { constructor?: { name?: string } }).constructor?.name ?? '?'}`);
  const plain: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) plain[key] = encode(item, `${where}.${key}`);
  }
  return MARKS.some((mark) => mark in plain) ? { $plain: plain } : plain;
}

/** A plain object of another realm, as in test environments and frames. */
const isForeignPlain = (prototype: unknown) =>
  Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');

function encodeError(error: Error, where: string): Json {
  const facts: Record<string, Json> = { name: error.name, message: error.message };
  for (const [key, item] of Object.entries(error)) {
    if (item !== undefined && key !== 'cause') facts[key] = encode(item, `${where}.${key}`);
  }
  return facts;
}

const refusal = (where: string, what: string) =>
  new Unwritable(`${where} is ${what}, which no tape can hold. Let the port answer plain data.`);

/** The value again. Errors are made by their name's maker in `errors`. */
export function decode(json: Json, errors: ErrorMakers = {}): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map((item) => decode(item, errors));
  const marked = json as Readonly<Record<string, Json>>;
  if ('$undefined' in marked) return undefined;
  if ('$number' in marked) return Number(marked['$number']);
  if ('$date' in marked) return new Date(String(marked['$date']));
  if ('$function' in marked) return () => {};
  if ('$error' in marked) return decodeError(decodeObject(marked['$error'] as Tree, errors), errors);
  return decodeObject('$plain' in marked ? (marked['$plain'] as Tree) : marked, errors);
}

const decodeObject = (plain: Tree, errors: ErrorMakers) =>
  Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, decode(item as Json, errors)]));

function decodeError(facts: Tree, errors: ErrorMakers): Error {
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
