import type { OrganizationType } from '../../../contract/base/organizations';
import { CHANGE_VALUE, visibleTo, type ListFilter } from '../../../contract/lists/list';
import { hasIds } from '../../../contract/lists/lookups';
import { isDay } from '../../base/dates';
import { isUuid } from '../../../contract/base/uuid';

/** Ranges of dates and numbers: 'from..to' in the address, two fields on the screen. */
export type RangeKind = 'dates' | 'numbers';

/** As typed; either side may be empty. */
export interface RangeText {
  readonly from: string;
  readonly to: string;
}

/** The days that a filter takes, both included. */
export const FIRST_DAY = '1990-01-01';
export const LAST_DAY = '2100-12-31';
const NUMBER = /^-?\d{1,9}(\.\d{1,2})?$/;

const isSide = (kind: RangeKind, text: string): boolean =>
  kind === 'numbers' ? NUMBER.test(text) : isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;

/** Whether the text is a range 'from..to' of this kind; one side may be empty. */
export function isRange(kind: RangeKind, value: string): boolean {
  const [from, to, ...more] = value.split('..');
  if (from === undefined || to === undefined || more.length > 0 || value === '..') return false;
  return [from, to].every((side) => side === '' || isSide(kind, side));
}

/** The two sides of a range; empty where open. */
export function readRange(value: string | undefined): RangeText {
  const [from = '', to = ''] = (value ?? '').split('..');
  return { from, to };
}

/** Why the range is invalid, as a sentence; null if valid or empty. */
export function rangeFault(kind: RangeKind, { from, to }: RangeText): string | null {
  const wrong = [from, to].find((side) => side !== '' && !isSide(kind, side));
  if (wrong !== undefined) {
    return kind === 'dates'
      ? 'Please choose dates between 01/01/1990 and 12/31/2100.'
      : 'Please type numbers with at most two decimals, such as 20 or 62.50.';
  }
  if (from === '' || to === '') return null;
  const turned = kind === 'dates' ? from > to : Number(from) > Number(to);
  return turned ? `The first ${kind === 'dates' ? 'date' : 'number'} must not come after the second.` : null;
}

/** The filter's values for this range; empty if both sides are. */
export const rangeValues = ({ from, to }: RangeText): readonly string[] =>
  from === '' && to === '' ? [] : [`${from}..${to}`];

/** A range that begins after it ends is meant the other way round. */
function inOrder(kind: RangeKind, value: string): string {
  const { from, to } = readRange(value);
  if (from === '' || to === '') return value;
  return (kind === 'dates' ? from > to : Number(from) > Number(to)) ? `${to}..${from}` : value;
}

const MAX_VALUES = 500;
const VALUE_MAX_LENGTH = 200;

/** The valid values without duplicates; `complete` is false if some were dropped. */
export function takeValues(
  filter: ListFilter,
  given: readonly string[],
  type: OrganizationType,
): { readonly values: readonly string[]; readonly complete: boolean } {
  const areIds = filter.kind === 'lookup' && hasIds(filter.lookup);
  const once = [...new Set(areIds ? given.map((id) => id.toLowerCase()) : given)];
  const known = once.filter((value) => isValue(filter, value, type));
  const { kind } = filter;
  const values = known.slice(0, isSingleChoice(filter) ? 1 : MAX_VALUES);
  return {
    values: kind === 'dates' || kind === 'numbers' ? values.map((value) => inOrder(kind, value)) : values,
    complete: values.length === once.length,
  };
}

/** At most one value for either-or filters. */
export const isSingleChoice = (filter: ListFilter): boolean =>
  filter.kind === 'options' ? filter.single === true : filter.kind !== 'lookup';

/** Whether the value is valid. Unknown ids are for the server to reject. */
export function isValue(filter: ListFilter, value: string, type: OrganizationType): boolean {
  switch (filter.kind) {
    case 'options':
      return filter.options.some((option) => option.value === value && visibleTo(type)(option));
    case 'record':
      return isUuid(value);
    case 'lookup':
      return hasIds(filter.lookup) ? isUuid(value) : value !== '' && value.length <= VALUE_MAX_LENGTH;
    case 'dates':
    case 'numbers':
      return isRange(filter.kind, value);
    case 'flag':
      return value === 'yes' || value === 'no';
    case 'change': {
      const since = CHANGE_VALUE.exec(value)?.[2];
      return since !== undefined && isDay(since.slice(0, 10));
    }
  }
}
