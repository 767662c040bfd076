/**
 * The same check as `matches`, made ready beforehand: of a socket's messages there may be thousands a second, and walking
 * the schema for each costs twenty times what parsing it does. Knows the words that those schemas use, and throws at
 * any other when it is made.
 */
type Check = (value: unknown) => boolean;
type Schema = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, Check>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};
const IGNORED = ['title', 'description'];
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function quickCheck(schema: object): Check {
  const checks = Object.entries(schema).flatMap(([word, rule]) => checkOf(word, rule, schema as Schema) ?? []);
  return (value) => checks.every((check) => check(value));
}

function checkOf(word: string, rule: unknown, schema: Schema): Check | null {
  switch (word) {
    case 'type': {
      const kinds = [rule].flat().map((name) => TYPES[String(name)] ?? unknownWord(`type ${String(name)}`));
      return (value) => kinds.some((kind) => kind(value));
    }
    case 'enum': {
      const known = new Set(rule as readonly unknown[]);
      return (value) => known.has(value);
    }
    case 'format':
      if (rule !== 'date-time') return unknownWord(`format ${String(rule)}`);
      return (value) => typeof value !== 'string' || (DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)));
    case 'minimum':
      return (value) => typeof value !== 'number' || value >= Number(rule);
    case 'maxItems':
      return (value) => !Array.isArray(value) || value.length <= Number(rule);
    case 'items': {
      const each = quickCheck(rule as Schema);
      return (value) => !Array.isArray(value) || value.every(each);
    }
    case 'anyOf': {
      const ways = (rule as readonly Schema[]).map(quickCheck);
      return (value) => ways.some((way) => way(value));
    }
    case 'required': {
      const names = rule as readonly string[];
      return (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name));
    }
    case 'properties': {
      const known = new Map(Object.entries(rule as Record<string, Schema>).map(([name, of]) => [name, quickCheck(of)]));
      const isClosed = schema['additionalProperties'] === false;
      return (value) =>
        !isObject(value) || Object.keys(value).every((name) => known.get(name)?.(value[name]) ?? !isClosed);
    }
    case 'additionalProperties':
      return rule === false && 'properties' in schema ? null : unknownWord(word);
    default:
      return IGNORED.includes(word) ? null : unknownWord(word);
  }
}

function unknownWord(word: string): never {
  throw new Error(`quickCheck does not know ${word}`);
}
