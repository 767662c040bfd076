/**
 * A number of a card is the number of rows of the list it leads to: both come from the list's own condition, over what
 * drillTarget names and the dashboard's filter in the list's words. So they cannot differ.
 */
import { sql } from 'kysely';
import {
  carriedFilters,
  codeLabel,
  codesFor,
  drillTarget,
  type DrillTarget,
  type ListFilters,
  type Widget,
  type WidgetCode,
} from '../../contract/dashboard';
import type { ListName } from '../../contract/lists';
import type { Scope } from '../database';
import { listFilters, listTable, listWhere } from '../lists/engine';
import { anyOf } from '../lists/predicates';
import type { Sql } from '../lists/source';
import type { Asked } from './asked';

interface Measure {
  readonly of: (condition: Sql) => Sql;
  /** What a row must fulfil besides; absent where all count. */
  readonly under?: Sql;
}
/** By name: an aggregate over the rows of a list, `r`, that are under the dashboard's filter. */
export type Measures = Readonly<Record<string, Measure>>;
/** By the names of the measures; what was not reckoned is not there. */
export type Counts = Readonly<Record<string, number | undefined>>;

export const everyRow: Measure = { of: () => sql`count(*)` };
export const rowsWith = (list: ListName, filters: ListFilters, scope: Scope): Measure => ({
  of: (condition) => sql`count(*) filter (where ${condition})`,
  under: listFilters(list, filters, scope),
});
/** 0 where there are none. */
export const sumWith = (value: Sql, list: ListName, filters: ListFilters, scope: Scope): Measure => ({
  of: (condition) => sql`coalesce(sum(${value}) filter (where ${condition}), 0)::bigint`,
  under: listFilters(list, filters, scope),
});

export interface Shared {
  /** What every number is filtered by, so that it is looked at once. */
  readonly filters?: ListFilters;
  /** Lists of which few rows count at all: the others are not read. */
  readonly sparse?: readonly ListName[];
}

/** In one statement, whichever lists it takes. */
export async function reckon(
  { queries, scope, filter, period }: Asked,
  byList: ReadonlyMap<ListName, Measures>,
  { filters: shared = {}, sparse = [] }: Shared = {},
): Promise<Counts> {
  // Of sparse ones each is found by an index of its own.
  const each = [...byList].flatMap(([list, measures]) =>
    sparse.includes(list)
      ? Object.entries(measures).map(([name, measure]) => [list, name, { [name]: measure }] as const)
      : [[list, list, measures] as const],
  );
  const tables = each.map(([list, alias, measures]) => {
    const { filters } = carriedFilters(list, filter, period, scope.organizationType);
    const values = Object.entries(measures).map(
      ([name, { of, under = sql`true` }]) => sql`${of(under)} as ${sql.id(name)}`,
    );
    const counting = sparse.includes(list)
      ? sql`and ${anyOf(Object.values(measures).map(({ under = sql`true` }) => under))}`
      : sql``;
    return sql`(
      select ${sql.join(values)} from ${listTable(list)}
      where ${listWhere(list, { filters: { ...shared, ...filters }, clientId: filter.clientId }, scope)} ${counting}) ${sql.id(alias)}`;
  });
  const { rows } = await sql<Counts>`
    select * from ${sql.join(tables, sql` cross join `)}`.execute(queries);
  return rows[0] ?? {};
}

type TargetOf<W extends Widget> = (code: WidgetCode<W>) => DrillTarget;

/** What is counted of a card for the caller, by the list it is counted in. */
export function codeMeasures<W extends Widget>(
  widget: W,
  { scope }: Asked,
  target: TargetOf<W>,
): Map<ListName, Measures> {
  const byList = new Map<ListName, Measures>();
  for (const code of codesFor(widget, scope.organizationType)) {
    const { list, fixed, query } = target(code);
    byList.set(list, { ...byList.get(list), [code]: rowsWith(list, { ...fixed, ...query }, scope) });
  }
  return byList;
}

/** `today` is the user's day; the views are those of their cards. */
export const targetOf =
  <W extends Widget>(
    widget: W,
    { scope }: Asked,
    context: Partial<Pick<Parameters<typeof drillTarget>[2], 'today' | 'complianceView' | 'timesheetView'>> = {},
  ): TargetOf<W> =>
  (code) =>
    drillTarget(widget, code, {
      type: scope.organizationType,
      complianceView: 'ACTIVE',
      timesheetView: 'supplier',
      today: '',
      ...context,
    });

/** Under the names of the answer; what was not counted is not there. */
export function underNames<C extends string, F extends string>(
  names: Readonly<Record<C, F>>,
  counts: Counts,
): Partial<Record<F, number>> {
  const named: Partial<Record<F, number>> = {};
  for (const [code, name] of Object.entries(names) as [C, F][]) {
    const count = counts[code];
    if (count !== undefined) named[name] = count;
  }
  return named;
}

/** `every` is all of them together. */
export const withEvery = (counts: Readonly<Record<string, number>>): Counts => ({
  ...counts,
  every: Object.values(counts).reduce((total, count) => total + count, 0),
});

/** Of periods that have no day in common. */
export function together(parts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const part of parts) {
    for (const [name, count = 0] of Object.entries(part)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

export const sum = (codes: readonly string[], counts: Counts): number =>
  codes.reduce((total, code) => total + (counts[code] ?? 0), 0);

export const statusItems = (widget: Widget, codes: readonly string[], counts: Counts) =>
  codes.map((value) => ({ value, label: codeLabel(widget, value), count: counts[value] ?? 0 }));
