/** Parses and validates the filters of a request. Unknown filters and values are errors, never ignored. */
import type { OrganizationType } from '../../../contract/base/organizations';
import { lists } from '../../../contract/lists/catalog';
import {
  CHANGE_DAYS,
  CHANGE_VALUE,
  NUMBER_FILTER_MAX,
  visibleTo,
  type ListDefinition,
  type ListFilter,
  type ListName,
} from '../../../contract/lists/list';
import { hasIds } from '../../../contract/lists/lookups';
import { addDays, dayAt, isDay } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Change, Range, SearchWord } from './source';
import { isUuid } from '../../../contract/base/uuid';

export type RawFilters = Readonly<Record<string, readonly string[]>>;
/** By the name of the filter; only those that the list has, with at least one value. */
export type CheckedFilters = Readonly<
  Record<string, readonly string[] | Range<string> | Range<number> | Change | boolean>
>;

const NUMBER = /^-?\d{1,12}(\.\d{1,2})?$/;
const CENTURIES = /^(19|20|21)/;
const MAX_WORDS = 8;

/** Throws `request.invalid` with a sentence that names the filter. An empty list of values filters nothing. */
export function checkFilters(list: ListName, raw: RawFilters, type: OrganizationType): CheckedFilters {
  const definition: ListDefinition = lists[list];
  const checked: Record<string, CheckedFilters[string]> = {};
  for (const [param, values] of Object.entries(raw)) {
    const filter = Object.hasOwn(definition.filters, param) ? definition.filters[param] : undefined;
    if (filter === undefined || !visibleTo(type)(filter)) {
      throw invalid(`The list '${definition.title}' has no filter '${param}'. Please remove it.`);
    }
    if (values.length > 0) checked[param] = checkValues(filter, values, type);
  }
  return checked;
}

function checkValues(filter: ListFilter, values: readonly string[], type: OrganizationType): CheckedFilters[string] {
  switch (filter.kind) {
    case 'options': {
      const known = filter.options.filter(visibleTo(type)).map(({ value }) => value);
      if (filter.single && values.length > 1) throw invalid(`The filter '${filter.label}' takes one value only.`);
      return every(filter, values, (value) => known.includes(value));
    }
    case 'lookup':
      return every(filter, values, (value) => !hasIds(filter.lookup) || isUuid(value));
    case 'record':
      return every(filter, values, isUuid);
    case 'dates':
      return range(filter, values, (text) => (CENTURIES.test(text) && isDay(text) ? text : undefined));
    case 'numbers':
      return range(filter, values, (text) => (NUMBER.test(text) ? reachable(filter, Number(text)) : undefined));
    case 'flag':
      if (values.length === 1 && (values[0] === 'yes' || values[0] === 'no')) return values[0] === 'yes';
      throw invalid(`The filter '${filter.label}' takes yes or no.`);
    case 'change':
      return change(filter, values);
  }
}

/** Throws for a moment before the recorded history. */
function change(filter: ListFilter, values: readonly string[]): Change {
  const [, direction, since] = CHANGE_VALUE.exec(values[0] ?? '') ?? [];
  if (values.length !== 1 || direction === undefined || since === undefined || !isDay(since.slice(0, 10))) {
    throw invalid(`The filter '${filter.label}' takes one change such as entered@2026-01-31T17:30:00.000Z.`);
  }
  if (since.slice(0, 10) < addDays(dayAt(new Date()), -CHANGE_DAYS - 1)) {
    throw invalid(`Changes are known for ${CHANGE_DAYS} days. Please remove the filter '${filter.label}'.`);
  }
  return { direction: direction === 'left' ? 'left' : 'entered', since };
}

/** The largest values that the database can hold, or calculate dates with. */
function reachable(filter: Extract<ListFilter, { kind: 'numbers' }>, value: number): number {
  const most = NUMBER_FILTER_MAX[filter.unit];
  if (Math.abs(value) <= most) return value;
  const shown = most.toLocaleString('en-US');
  throw invalid(`The filter '${filter.label}' takes numbers from -${shown} to ${shown}. Please choose a smaller one.`);
}

function every(filter: ListFilter, values: readonly string[], known: (value: string) => boolean): readonly string[] {
  if (values.every(known)) return values;
  throw invalid(`The filter '${filter.label}' has an unknown value. Please choose one of the options.`);
}

function range<T extends string | number>(
  filter: ListFilter,
  values: readonly string[],
  parse: (text: string) => T | undefined,
): Range<T> {
  const what = filter.kind === 'dates' ? '2026-01-31..2026-02-28' : '10..20';
  const wrong = invalid(`The filter '${filter.label}' takes one range such as ${what}; either side may be left open.`);
  const [from, to, ...more] = values[0]?.split('..') ?? [];
  if (values.length !== 1 || from === undefined || to === undefined || more.length > 0) throw wrong;
  const side = (text: string): T | null => {
    const value = text === '' ? null : parse(text);
    if (value === undefined) throw wrong;
    return value;
  };
  const [low, high] = [side(from), side(to)];
  if (low === null && high === null) throw wrong;
  if (low !== null && high !== null && low > high) {
    throw invalid(`The range of '${filter.label}' begins after it ends. Please swap its ends.`);
  }
  return { from: low, to: high };
}

const invalid = (sentence: string): ApiError => new ApiError('request.invalid', { sentence });

/** All words must match; only the first eight are used. */
export function searchWords(q: string | undefined): SearchWord[] {
  return (q ?? '')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((text) => ({
      text,
      pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`,
      number: /^\d{1,15}$/.test(text) ? Number(text) : null,
    }));
}
