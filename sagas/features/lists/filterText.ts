/** Describes a filter for its chip: 'Status: Open, On-Hold', 'Bill Rate: from $50'. */
import { CHANGE_VALUE, type ListFilter, type NumberUnit } from '../../../contract/lists/list';
import { hasIds } from '../../../contract/lists/lookups';
import { dayText, momentText } from '../../base/dates';
import { readRange } from './filterValues';
import type { ListOptions } from './lists.slice';

/** Above this number values are counted instead of listed. */
const NAMED_VALUES = 2;

const UNITS: Record<NumberUnit, (value: string) => string> = {
  dollars: (value) => `$${value}`,
  hours: (value) => `${value} h`,
  days: (value) => `${value} days`,
  weeks: (value) => `${value} weeks`,
  percent: (value) => `${value}%`,
  count: (value) => value,
};

/** The unit beside a field; empty for plain counts. */
export const UNIT_LABELS: Record<NumberUnit, string> = {
  dollars: '$',
  hours: 'hours',
  days: 'days',
  weeks: 'weeks',
  percent: '%',
  count: '',
};

/** The values of a filter as its chip shows them. */
export function filterText(filter: ListFilter, values: readonly string[], options: ListOptions): string {
  switch (filter.kind) {
    case 'options':
      return namesText(values, (value) => filter.options.find((option) => option.value === value)?.label);
    case 'lookup': {
      const known = options[filter.lookup] ?? [];
      const unknown = (value: string) => (hasIds(filter.lookup) ? undefined : value);
      return namesText(values, (value) => known.find((option) => option.value === value)?.label ?? unknown(value));
    }
    case 'dates':
      return rangeText(values[0], dayText);
    case 'numbers':
      return rangeText(values[0], UNITS[filter.unit]);
    case 'flag':
      return values[0] === 'yes' ? 'Yes' : 'No';
    case 'record':
      return namesText(values, () => undefined);
    case 'change':
      return changeText(values[0] ?? '');
  }
}

/** 'entered since Nov 21, 2026, 10:30 AM' */
function changeText(value: string): string {
  const [, direction, since] = CHANGE_VALUE.exec(value) ?? [];
  return since === undefined ? '' : `${direction} since ${momentText(Date.parse(since))}`;
}

/** Ids without a known name are counted. */
function namesText(values: readonly string[], nameOf: (value: string) => string | undefined): string {
  const names = values.flatMap((value) => nameOf(value) ?? []);
  return names.length === values.length && names.length <= NAMED_VALUES ? names.join(', ') : `${values.length} chosen`;
}

function rangeText(value: string | undefined, show: (side: string) => string): string {
  const { from, to } = readRange(value);
  if (from === '') return `up to ${show(to)}`;
  if (to === '') return `from ${show(from)}`;
  return from === to ? show(from) : `${show(from)} to ${show(to)}`;
}
