/** The head of an exported file: its title, its filters, and the zone of its dates. */
import { lists } from '../../../contract/lists/catalog';
import type { ListDefinition, ListFilter, ListName } from '../../../contract/lists/list';
import { KPI_REPORTS } from '../../../contract/dashboards/kpiReports';
import { slashedDayText } from '../../base/dates';
import type { Queries, Scope } from '../../database';
import { isOfFacility, type ListCriteria } from './engine';
import { listOptions } from './lookups';

type Line = readonly string[];

const isReport = (list: ListName): boolean => (KPI_REPORTS as readonly string[]).includes(list);

interface Headed extends Pick<ListCriteria, 'filters' | 'q'> {
  readonly head?: boolean | undefined;
  /** The name of the facility chosen in the shell. */
  readonly facility: string | undefined;
}

/** The facility that limits the rows; null without one, and for one that the caller does not see. */
export async function limitingFacility(
  queries: Queries,
  list: ListName,
  { clientId }: Pick<ListCriteria, 'clientId'>,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (clientId === undefined || !isOfFacility(list)) return null;
  const facilities = queries.selectFrom('facilities').where('id', '=', clientId);
  return (await facilities.select(['id', 'name']).executeTakeFirst()) ?? null;
}

/** A range 'from..to'; as in the chip of its filter if one side is open. */
function rangeText(value: string, show: (side: string) => string): string {
  const [from = '', to = ''] = value.split('..');
  if (from === '') return `up to ${show(to)}`;
  return to === '' ? `from ${show(from)}` : `${show(from)} - ${show(to)}`;
}

/** The lines above the columns of an export. Empty unless requested; KPI reports always have a head. */
export async function exportHead(
  queries: Queries,
  list: ListName,
  { filters = {}, q, facility, head = isReport(list) }: Headed,
  rows: number,
  scope: Scope,
): Promise<readonly Line[]> {
  if (!head) return [];
  const definition: ListDefinition = lists[list];
  const given = Object.entries(filters).filter(([, values]) => values.length > 0);
  const hasLookups = given.some(([name]) => definition.filters[name]?.kind === 'lookup');
  const options = hasLookups ? await listOptions(queries, list, scope) : {};
  const named = (filter: ListFilter, value: string): string => {
    switch (filter.kind) {
      case 'lookup':
        return options[filter.lookup]?.find((option) => option.value === value)?.label ?? value;
      case 'options':
        return filter.options.find((option) => option.value === value)?.label ?? value;
      case 'flag':
        return value === 'yes' ? 'Yes' : 'No';
      case 'dates':
        return rangeText(value, slashedDayText);
      case 'numbers':
        return rangeText(value, (side) => side);
      case 'record':
        return value;
      case 'change':
        return value.replace('@', ' since ');
    }
  };
  return [
    [definition.title],
    ...(facility === undefined ? [] : [['Chosen facility', facility]]),
    ...given.flatMap(([name, values]): readonly Line[] => {
      const filter = definition.filters[name];
      return filter === undefined ? [] : [[filter.label, values.map((value) => named(filter, value)).join('; ')]];
    }),
    ...(q === undefined || q === '' ? [] : [['Search', q]]),
    ['Time zone', `Dates are in the time zone of each facility; exported in ${scope.timeZone ?? 'UTC'}`],
    ['Rows', String(rows)],
    [],
  ];
}
