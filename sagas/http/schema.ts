/**
 * Whether a value is what the contract says. A schema is made into checks once, when it is first asked about: walking it
 * for each of a socket's messages would cost twenty times what parsing them does, and the page's policy forbids schemas
 * that are compiled into code. Knows the words that answers are described with, and throws at any other.
 */
import type { JSONSchema } from 'json-schema-to-ts';

type Check = (value: unknown) => boolean;
type Schema = Readonly<Record<string, unknown>>;

const made = new WeakMap<object, Check>();

export function matches(schema: JSONSchema, value: unknown): boolean {
  if (typeof schema !== 'object') return schema;
  let check = made.get(schema);
  if (check === undefined) {
    check = checkOf(schema);
    made.set(schema, check);
  }
  return check(value);
}

const TYPES: Readonly<Record<string, Check>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const isTime = (text: string) => !Number.isNaN(Date.parse(text));
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) && isTime(text),
  // The 30th of February is made the 2nd of March.
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isTime(text) && new Date(text).toISOString().startsWith(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  uri: (text) => /^[a-z][a-z\d+.-]*:[^\s"<>\\^`{|}]+$/i.test(text),
};

/** These say nothing about the value. */
const SILENT = ['title', 'description'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkOf(schema: object): Check {
  const checks = Object.entries(schema).flatMap(([word, rule]) => checkOfWord(word, rule, schema as Schema) ?? []);
  const [only] = checks;
  return checks.length === 1 && only !== undefined ? only : (value) => checks.every((check) => check(value));
}

function checkOfWord(word: string, rule: unknown, schema: Schema): Check | null {
  switch (word) {
    case 'type': {
      const kinds = [rule].flat().map((name) => TYPES[String(name)] ?? unknownWord(`type ${String(name)}`));
      const [only] = kinds;
      return kinds.length === 1 && only !== undefined ? only : (value) => kinds.some((kind) => kind(value));
    }
    case 'enum': {
      const known = new Set(rule as readonly unknown[]);
      return (value) => known.has(value);
    }
    case 'format': {
      const fits = FORMATS[String(rule)] ?? unknownWord(`format ${String(rule)}`);
      return (value) => typeof value !== 'string' || fits(value);
    }
    case 'minimum':
      return (value) => typeof value !== 'number' || value >= Number(rule);
    // Characters as people count them.
    case 'minLength':
      return (value) => typeof value !== 'string' || [...value].length >= Number(rule);
    case 'maxLength':
      return (value) => typeof value !== 'string' || [...value].length <= Number(rule);
    case 'minItems':
      return (value) => !Array.isArray(value) || value.length >= Number(rule);
    case 'maxItems':
      return (value) => !Array.isArray(value) || value.length <= Number(rule);
    case 'items': {
      const each = checkOf(rule as Schema);
      return (value) => !Array.isArray(value) || value.every(each);
    }
    case 'anyOf': {
      const ways = (rule as readonly Schema[]).map(checkOf);
      return (value) => ways.some((way) => way(value));
    }
    case 'required': {
      const names = rule as readonly string[];
      return (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name));
    }
    case 'properties':
    case 'additionalProperties':
      // Of the two the first that stands there checks for both.
      return word === 'properties' || !('properties' in schema) ? checkOfProperties(schema) : null;
    default:
      return SILENT.includes(word) ? null : unknownWord(word);
  }
}

function checkOfProperties({ properties = {}, additionalProperties = true }: Schema): Check {
  const known = new Map(Object.entries(properties as Record<string, Schema>).map(([name, of]) => [name, checkOf(of)]));
  const other =
    typeof additionalProperties === 'boolean' ? () => additionalProperties : checkOf(additionalProperties as Schema);
  return (value) => !isObject(value) || Object.keys(value).every((name) => (known.get(name) ?? other)(value[name]));
}

function unknownWord(word: string): never {
  throw new Error(`No answer is described with ${word} yet.`);
}
