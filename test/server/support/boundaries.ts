/** Values at and just beyond the limits that the published description sets at a position. */
import type { ListFilter } from '../../../contract/lists/list';
import type { JsonSchema } from './apiDescription';

export interface Boundary {
  readonly value: unknown;
  /** The description excludes it, so it must be refused. Other values may be refused for other reasons. */
  readonly excluded?: boolean;
}

const ID = '0b5b1f3e-8f0e-4c55-9b0c-3f8a5a3a1a11';
const A_NUMBER_FOR_A_TEXT = 7;
const excluded = (...values: readonly unknown[]): Boundary[] => values.map((value) => ({ value, excluded: true }));
const open = (...values: readonly unknown[]): Boundary[] => values.map((value) => ({ value }));

const FORMATS: Readonly<Record<string, readonly Boundary[]>> = {
  uuid: [
    ...open('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    ...excluded(
      ID.toUpperCase(),
      `urn:uuid:${ID}`,
      `{${ID}}`,
      ID.replaceAll('-', ''),
      `${ID}0`,
      ID.replace('a', 'g'),
      '',
    ),
  ],
  'date-time': [
    ...open('1900-01-01T00:00:00Z', '2199-12-31T23:59:59.999999999-14:59', '2026-03-01T00:00:00+14:00'),
    ...open('2016-12-31T23:59:60Z', '2026-03-01T00:00:00+23:59', '2026-03-01T00:00:00-23:59', '0000-01-01T00:00:00Z'),
    ...open('9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00', '2026-03-01 00:00:00Z', '2026-03-01t00:00:00z'),
    ...open(`2026-03-01T00:00:00.${'9'.repeat(400)}Z`),
    ...excluded('2026-02-29T00:00:00Z', '2026-03-01T25:00:00Z', '2026-03-01T00:00:00', '2026-03-01', 'now', 'infinity'),
    ...excluded('+10000-01-01T00:00:00Z', '-0001-01-01T00:00:00Z', ''),
  ],
  date: [
    ...open('1900-01-01', '2199-12-31', '2024-02-29', '0000-01-01', '0001-01-01', '9999-12-31'),
    ...excluded('2026-02-29', '2026-13-01', '2026-1-1', '10000-01-01', '-0001-01-01', 'today', 'infinity', ''),
  ],
  email: [
    ...open("o'neil+tag@sub.example.org", `a@${'b'.repeat(63)}.example`, `${'a'.repeat(64)}@example.org`),
    ...excluded('a@', '@b.example', 'a b@c.example', ''),
  ],
};
/** Hostile in some layer: SQL, patterns, text direction, expansion by normalization, invalid text. */
const TEXTS = [
  ...open("' or 1=1 --", '%', '\\', '\u202e', '\ufdfa', '{"a":', '__proto__'),
  ...excluded('a\0b', '\ud800'),
];

/** For a value other than an object or array, in the JSON of a body; for addresses see `asText`. */
export function boundariesOf(schema: JsonSchema): readonly Boundary[] {
  const types = [schema.type ?? []].flat();
  if (schema.enum) {
    const [first, last] = [schema.enum[0], schema.enum.at(-1)];
    return [...open(first, last), ...excluded(`${String(first)}x`, String(first).toLowerCase() + ' ', -1, {})];
  }
  if (types.includes('integer') || types.includes('number')) return [...numbers(schema, types.includes('integer'))];
  if (types.includes('boolean')) return [...open(true, false), ...excluded('yes', 2, {})];
  const shapes = excluded(A_NUMBER_FOR_A_TEXT, ['a'], {}, true);
  const format = schema.format === undefined ? undefined : FORMATS[schema.format];
  return [...(format ?? [...TEXTS, ...open('')]), ...lengths(schema, format !== undefined), ...shapes];
}

function lengths({ minLength = 0, maxLength }: JsonSchema, hasFormat: boolean): Boundary[] {
  if (maxLength === undefined) return [];
  const tooLong = excluded('1'.repeat(maxLength + 1));
  if (hasFormat) return tooLong;
  // The description counts characters, a database may count bytes or UTF-16 units.
  const signs = ['1', '\u{1d4b3}', '\ufdfa', 'e\u0301'].map((sign) =>
    sign.repeat(Math.floor(maxLength / [...sign].length)),
  );
  return [...open(...signs), ...tooLong, ...(minLength > 0 ? excluded('1'.repeat(minLength - 1)) : [])];
}

function numbers({ minimum, maximum }: JsonSchema, whole: boolean): Boundary[] {
  const edges = [0, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 2 ** 63, -(2 ** 63), 1e21, 1e308];
  const at = [minimum, maximum].filter((edge) => edge !== undefined);
  const isOutside = (value: number): boolean => value < (minimum ?? -Infinity) || value > (maximum ?? Infinity);
  return [
    ...[...edges, ...at, ...at.flatMap((edge) => [edge - 1, edge + 1])].map((value) => ({
      value,
      excluded: isOutside(value),
    })),
    ...(whole ? excluded(1.5) : open(0.1 + 0.2)),
    ...excluded('x', {}, ''),
  ];
}

/** An address contains only text, so JSON types cannot be distinguished there. */
export const asText = (boundaries: readonly Boundary[]): readonly Boundary[] =>
  boundaries
    .filter(({ value }) => typeof value === 'string' || (typeof value === 'number' && value !== A_NUMBER_FOR_A_TEXT))
    .filter(({ value }) => value !== '' && !/\p{Surrogate}/u.test(String(value)))
    .map(({ value, ...rest }) => ({ value: String(value), ...rest }));

/** Limits that a filter by a range may have, and their neighbors. */
const LIMITS = {
  numbers: [
    ...['2147483647', '2147483648', '-2147483649', '999999999999', '-999999999999', '999999999999.99', '1000000000000'],
    ...['49999', '50000', '50001', '-50000', '1000000', '-1000000', '1000001', '0.01'],
  ],
  dates: ['1900-01-01', '2199-12-31', '1899-12-31', '2200-01-01', '2026-02-29', '2024-02-29'],
};
const OTHERS = {
  numbers: ['0', '-0', '-1', '0.5', '5000', '4294967296', '9'.repeat(40), '1e3', '0x10', 'NaN', 'Infinity', ' 1'],
  dates: ['0000-01-01', '9999-12-31', 'today', 'infinity', '-infinity', '2026-1-1'],
};
const WORDS = ["' or 1=1 --", '%', '\\', '{', '\u{1d4b3}'.repeat(100), 'x'.repeat(200)];

/** In three forms of a range, one after the other. */
const ranges = (values: readonly string[]): string[][] =>
  values.map((value, index) => [[`${value}..`, `..${value}`, `${value}..${value}`][index % 3] ?? '']);

interface FilterBoundaries {
  readonly limits: readonly (readonly string[])[];
  /** Values that are no limit of any filter: each filter may be tried with a part of them. */
  readonly others: readonly (readonly string[])[];
}

/** Values of a list's filter. */
export function filterBoundaries(filter: ListFilter): FilterBoundaries {
  switch (filter.kind) {
    case 'numbers':
      return { limits: [...ranges(LIMITS.numbers), ['..']], others: [...ranges(OTHERS.numbers), ['1'], ['1..2..3']] };
    case 'dates':
      return {
        limits: [...ranges(LIMITS.dates), ['1900-01-01..2199-12-31'], ['..']],
        others: [...ranges(OTHERS.dates), ['2026-12-31..2026-01-01']],
      };
    default:
      return { limits: valuesOf(filter), others: [] };
  }
}

function valuesOf(filter: Exclude<ListFilter, { readonly kind: 'numbers' | 'dates' }>): readonly (readonly string[])[] {
  switch (filter.kind) {
    case 'flag':
      return [['yes'], ['no'], ['true'], ['yes', 'no'], ['']];
    case 'change':
      return [
        ...[...LIMITS.dates, ...OTHERS.dates].map((day) => [`entered@${day}T12:00:00.000Z`]),
        ...[`left@${new Date().toISOString()}`, 'entered@', 'moved@2026-01-31T12:00:00Z', 'x'].map((value) => [value]),
      ];
    case 'options':
      return [...filter.options.map(({ value }) => [value]), filter.options.map(({ value }) => value), ['x'], ['']];
    case 'record':
    case 'lookup':
      return [
        ...(FORMATS['uuid'] ?? []).map(({ value }) => [String(value)]),
        ...WORDS.map((word) => [word]),
        Array(500).fill(ID),
      ];
  }
}
