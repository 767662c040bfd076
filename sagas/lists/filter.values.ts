/** The values of one filter: which of them the list knows. */
import type { OrganizationType } from '../../contract';
import { visibleTo, type ListFilter, type LookupName } from '../../contract/lists';
import { isRange } from './filter.ranges';

const MOST_VALUES = 500;
const VALUE_MAX_LENGTH = 200;
/** Their values are texts; all other look-ups hold ids. */
const TEXT_LOOKUPS: readonly LookupName[] = [
  'states',
  'recruiters',
  'reviewers',
  'endReasons',
  'declineReasons',
  'pushedReasons',
];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Those the list knows, each once; not `complete` where something had to be left out. */
export function takeValues(
  filter: ListFilter,
  given: readonly string[],
  type: OrganizationType,
): { readonly values: readonly string[]; readonly complete: boolean } {
  const known = [...new Set(given)].filter((value) => isValue(filter, value, type));
  const values = known.slice(0, takesOne(filter) ? 1 : MOST_VALUES);
  return { values, complete: values.length === new Set(given).size };
}

/** One value at most, where the others are either-or. */
export const takesOne = (filter: ListFilter): boolean =>
  filter.kind === 'options' ? filter.single === true : filter.kind !== 'lookup';

/** Whether the list knows such a value; which ids a look-up holds is for the server to know. */
export function isValue(filter: ListFilter, value: string, type: OrganizationType): boolean {
  switch (filter.kind) {
    case 'options':
      return filter.options.some((option) => option.value === value && visibleTo(type)(option));
    case 'lookup':
      return TEXT_LOOKUPS.includes(filter.lookup) ? value !== '' && value.length <= VALUE_MAX_LENGTH : UUID.test(value);
    case 'dates':
    case 'numbers':
      return isRange(filter.kind, value);
    case 'flag':
      return value === 'yes' || value === 'no';
  }
}
