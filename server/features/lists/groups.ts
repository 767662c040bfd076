/** The rows of a list grouped by one column, with sums and means of its columns. */
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import {
  LIST_MAX_GROUPS,
  visibleTo,
  type Grouping,
  type ListColumn,
  type ListDefinition,
  type ListFilter,
  type ListName,
  type ListValue,
} from '../../../contract/lists/list';
import type { ResponseOf } from '../../../contract/endpoints';
import { monthPeriod, monthText } from '../../base/dates';
import { ApiError } from '../../base/errors';
import { alphabeticalOrder, type Queries, type Scope } from '../../database';
import { listWhere, sourceOf, visibleColumns, type ListCriteria } from './engine';
import { amongIds } from './predicates';
import { withTimeBudget } from './search';
import type { Sql } from './source';
import { TOTALS_BUDGET_MS, aggregateInMemory, allJoins, totalsFrom, totalsOf, type TotalsRow } from './totals';

export interface GroupsRequest extends ListCriteria {
  readonly by: string;
  /** Only these of the rows that match. */
  readonly ids?: readonly string[] | undefined;
}
/** The groups, and by which column. */
export interface ListGroups extends ResponseOf<'listGroups'> {
  readonly by: string;
}

/** Throws ApiError (`request.invalid`) for a column that cannot be grouped by, and for unknown filters or values. */
export async function listGroups(
  queries: Queries,
  list: ListName,
  { by, ids, ...request }: GroupsRequest,
  scope: Scope,
): Promise<ListGroups> {
  const definition: ListDefinition = lists[list];
  const column = visibleColumns(list, scope).includes(by) ? definition.columns[by] : undefined;
  const filter = definition.filters[column?.groups?.filter ?? ''];
  if (column?.groups === undefined || filter === undefined || !visibleTo(scope.organizationType)(filter)) {
    throw new ApiError('request.invalid', {
      sentence: `The list '${definition.title}' cannot be grouped by '${by}'. Please choose another column.`,
    });
  }
  const source = sourceOf(list);
  const { value, group } = source.columns[by] ?? {};
  if (group === undefined || value === undefined || typeof value === 'function')
    throw new Error(`${by} has no groups.`);
  const { band } = column.groups;
  const { key, labelOf, label = value } = group;
  const totals = totalsOf(list, scope);
  // Names, texts and order are computed for each group, not for each row, because they cost most.
  const read = async () => {
    await aggregateInMemory(queries);
    const { rows } = await sql<TotalsRow & { key: string | null; label: string | null; rows: number; groups: number }>`
      select y.* from (
        select x.*, x.own::text as key, ${labelOf?.(sql`x.own`) ?? sql`x.least`} collate "C" as label,
          (count(*) over ())::integer as groups
        from (
          select ${keyOf(key, filter, band)} as own, ${band === undefined ? sql`` : sql`min(${key}) as first,`}
            ${labelOf === undefined ? sql`min((${label})::text collate "C") as least,` : sql``} count(*)::integer as rows
            ${totals.values.length === 0 ? sql`` : sql`, ${sql.join(totals.values)}`}
          from ${source.table} ${allJoins(source, scope)} where ${amongIds(listWhere(list, request, scope), ids)}
          group by 1) x) y
      order by ${band === undefined ? sql`y.rows desc, ${alphabeticalOrder('y.label')}, y.key` : sql`y.first nulls first`}
      limit ${LIST_MAX_GROUPS}::integer`.execute(queries);
    if (band === undefined) return rows;
    // Rows without a value come last, but are not left out with the highest bands.
    return [...rows.filter((row) => row.key !== null), ...rows.filter((row) => row.key === null)];
  };
  const rows = await withTimeBudget(queries, TOTALS_BUDGET_MS, read);
  if (rows === null) return { by, groups: null, more: 0 };
  return {
    by,
    groups: rows.map((row) => ({
      ...groupOf(column, filter, row),
      rows: row.rows,
      columns: totalsFrom(totals.names, row),
    })),
    more: (rows[0]?.groups ?? 0) - rows.length,
  };
}

function keyOf(key: Sql, filter: ListFilter, band: Grouping['band']): Sql {
  if (band === 'month') return sql`to_char(${key}, 'YYYY-MM')`;
  if (band !== undefined) return sql`floor((${key}) / ${sql.lit(band.width)})::integer::text`;
  if (filter.kind === 'flag') return sql`case when ${key} then 'yes' else 'no' end`;
  return key;
}

interface Found {
  readonly key: string | null;
  readonly label: string | null;
}

/** The filter value of a group, and its text. */
function groupOf(
  column: ListColumn,
  filter: ListFilter,
  { key, label }: Found,
): { value: string | null; label: string } {
  const band = column.groups?.band;
  if (key === null) return { value: null, label: '' };
  if (band === 'month') {
    const { from, to } = monthPeriod(key);
    return { value: `${from}..${to}`, label: monthText(key) };
  }
  if (band !== undefined) {
    const from = Number(key) * band.width;
    const to = (from + band.width - band.step).toFixed(band.step < 1 ? 2 : 0);
    const sign = filter.kind === 'numbers' && filter.unit === 'dollars' ? '$' : '';
    const label = to === String(from) ? `${sign}${from}` : `${sign}${from} – ${sign}${to}`;
    return { value: `${from}..${to}`, label };
  }
  if (filter.kind === 'flag') return { value: key, label: key === 'yes' ? 'Yes' : 'No' };
  return { value: key, label: column.options?.find(({ value }) => value === key)?.label ?? label ?? key };
}

/**
 * The groups as a table, in the units of the rows: the count, and for each column its sum, if it has one, and its mean.
 */
export function groupTable(
  list: ListName,
  { by, groups }: ListGroups,
): { readonly columns: readonly ListColumn[]; readonly rows: readonly (readonly ListValue[])[] } {
  const { columns }: ListDefinition = lists[list];
  const measured = groups?.[0]?.columns.flatMap(({ name }) => columns[name] ?? []) ?? [];
  return {
    columns: [
      { label: columns[by]?.label ?? by, kind: 'text' },
      { label: 'Rows', kind: 'number' },
      ...measured.flatMap(({ label, kind, totals }): readonly ListColumn[] => [
        ...(totals === 'sum' ? [{ label: `${label}: sum`, kind }] : []),
        { label: `${label}: average`, kind },
      ]),
    ],
    rows: (groups ?? []).map(({ label, rows, columns: sums }) => [
      label === '' ? 'None' : label,
      rows,
      ...sums.flatMap(({ name, sum, mean }): readonly ListValue[] => [
        ...(columns[name]?.totals === 'sum' ? [rounded(sum)] : []),
        mean === null ? null : rounded(mean),
      ]),
    ]),
  };
}

/** What a file says below its groups if some, or all, are left out; null if it has all. */
export function missingGroupsText({ groups, more }: Pick<ListGroups, 'groups' | 'more'>): string | null {
  if (groups === null) {
    return 'The groups are not in this file, because counting them took too long. Set filters to get them.';
  }
  if (more === 0) return null;
  return more === 1 ? '1 more group is not in this file.' : `${more} more groups are not in this file.`;
}

const rounded = (value: number): number => Number(value.toFixed(2));
