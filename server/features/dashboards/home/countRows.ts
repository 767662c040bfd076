/**
 * Counts what a card shows. Each number is the row count of the list it links to: both use the list's own condition
 * (listWhere) with the filters of drillTarget and the dashboard, so they cannot differ.
 */
import { sql } from 'kysely';
import {
  drillTarget,
  periodOfFigure,
  type DrillTarget,
  type PeriodFilter,
} from '../../../../contract/dashboards/drill';
import { translateFilters, type ListFilters } from '../../../../contract/dashboards/filter';
import { codeLabel, codesFor, type Widget, type WidgetCode } from '../../../../contract/dashboards/widgets';
import type { ListName } from '../../../../contract/lists/list';
import { prepared, type Scope } from '../../../database';
import { listFilters, listWhere, sourceOf, type ListCriteria } from '../../lists/engine';
import { allOf, anyOf } from '../../lists/predicates';
import type { Sql } from '../../lists/source';
import { tallyOf, type Tally } from '../../lists/tallies';
import type { Counts } from '../counts';
import type { DashboardQuery } from '../query';

/** Counts rows that match the dashboard's filter and `filters`, or adds up `sum` over them. */
interface Measure {
  readonly filters?: ListFilters;
  readonly sum?: Sql;
  /** The list's filter that takes the period, 'period' by default; null for counts as of now, whatever the period. */
  readonly by?: PeriodFilter['by'] | null;
}
/** Measures by name. */
export type Measures = Readonly<Record<string, Measure>>;

export const allRows: Measure = {};
/** Counts the rows that also match these filters. */
export const rowsMatching = (filters: ListFilters): Measure => ({ filters });
/** Adds up `sum` over the rows that also match these filters; 0 if there are none. */
export const sumMatching = (sum: Sql, filters: ListFilters): Measure => ({ filters, sum });
/** The same measure as of now, whatever the period. */
export const asOfNow = (measure: Measure): Measure => ({ ...measure, by: null });

export interface Shared {
  /** Filters that apply to every number. */
  readonly filters?: ListFilters;
  /** Lists in which few rows are counted: each number is then read through an index of its own instead of a scan. */
  readonly sparse?: readonly ListName[];
}

const DATED: readonly (PeriodFilter['by'] | null)[] = ['period', 'closedAt', 'paidOn', null];

/** Small tables: one prepared plan suits every period. For the others the best plan depends on how many rows match. */
const FEW_ROWS: readonly ListName[] = ['invoices', 'reverseInvoices'];

/**
 * Reads all numbers in one statement: from precounted tallies where they cover the filters, otherwise from the rows.
 */
export async function countRows(
  { queries, scope, filter, period }: DashboardQuery,
  byList: ReadonlyMap<ListName, Measures>,
  { filters: shared = {}, sparse = [] }: Shared = {},
): Promise<Counts> {
  const parts = [...byList].flatMap(([list, measures]) =>
    DATED.flatMap((by) => {
      const all = Object.entries(measures).filter(([, { by: own = 'period' }]) => own === by);
      if (all.length === 0) return [];
      const within = by === null ? null : period;
      const { filters } = translateFilters(list, filter, within, scope.organizationType, by ?? undefined);
      const criteria = { filters: { ...shared, ...filters }, clientId: filter.clientId };
      const counted = all.map(([, { filters: own = {} }]) => own);
      const tally = tallyOf(list, criteria, counted, scope);
      const isSparse = sparse.includes(list);
      const groups = isSparse ? all.map((one) => [one]) : [all];
      const isSmall = tally !== null || FEW_ROWS.includes(list) || by === 'closedAt';
      // Counts as of now have no period, so their measures narrow the rows that are read.
      const narrow = isSparse || (by === null && tally === null);
      return groups.map((some) => ({ isSmall, part: read(scope, list, criteria, some, tally, narrow) }));
    }),
  );
  const tables = parts.map(({ part }, index) => sql`(${part}) ${sql.id(`part${index}`)}`);
  const statement = sql<Counts>`select * from ${sql.join(tables, sql` cross join `)}`;
  const { rows } = await (parts.every(({ isSmall }) => isSmall) ? prepared(statement) : statement).execute(queries);
  return rows[0] ?? {};
}

/**
 * `narrow`: the where clause includes the filters of the measures, so that rows which no measure counts are not read.
 */
function read(
  scope: Scope,
  list: ListName,
  criteria: ListCriteria,
  measures: readonly (readonly [name: string, measure: Measure])[],
  tally: Tally | null,
  narrow: boolean,
): Sql {
  const source = tally?.source ?? sourceOf(list);
  const conditions = measures.map(([, { filters = {} }]) => listFilters(list, filters, scope, source));
  const values = measures.map(([name, { filters, sum }], index) => {
    const isAlone = narrow && measures.length === 1;
    const only = filters === undefined || isAlone ? sql`` : sql`filter (where ${conditions[index]})`;
    const added = sum ?? (tally === null ? undefined : sql`r.n`);
    const value = added === undefined ? sql`count(*) ${only}` : sql`coalesce(sum(${added}) ${only}, 0)::bigint`;
    return sql`${value} as ${sql.id(name)}`;
  });
  const where = [
    ...(tally === null ? [] : [tally.parties]),
    listWhere(list, criteria, scope, source),
    ...(narrow ? [anyOf(conditions)] : []),
  ];
  return sql`select ${sql.join(values)} from ${source.table} where ${allOf(where)}`;
}

type TargetOf<W extends Widget> = (code: WidgetCode<W>) => DrillTarget;

/** The measures of a card for the caller, by the list they are counted in. */
export function measuresByList<W extends Widget>(
  widget: W,
  { scope, period }: DashboardQuery,
  target: TargetOf<W>,
): Map<ListName, Measures> {
  const byList = new Map<ListName, Measures>();
  for (const code of codesFor(widget, scope.organizationType)) {
    const { list, fixed, query } = target(code);
    const by = periodOfFigure(widget, code, period)?.by ?? null;
    byList.set(list, { ...byList.get(list), [code]: { ...rowsMatching({ ...fixed, ...query }), by } });
  }
  return byList;
}

/** `today` is the user's date; the views are those chosen on the cards. */
export const targetOf =
  <W extends Widget>(
    widget: W,
    { scope }: DashboardQuery,
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

/** Renames counts to the fields of the answer; missing counts are left out. */
export function renameCounts<C extends string, F extends string>(
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

/** The statuses of a card with their labels and counts. */
export const statusItems = (widget: Widget, codes: readonly string[], counts: Counts) =>
  codes.map((value) => ({ value, label: codeLabel(widget, value), count: counts[value] ?? 0 }));
