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
import { prepared, type Scope } from '../database';
import { listFilters, listWhere, sourceOf, type ListCriteria } from '../lists/engine';
import { allOf } from '../lists/predicates';
import type { Sql } from '../lists/source';
import type { Asked } from './asked';
import { tallyOf, type Tally } from './tallies';

/** Rows of a list that are under the dashboard's filter and these, or the sum of a value of theirs. */
interface Measure {
  readonly filters?: ListFilters;
  readonly sum?: Sql;
}
/** By name. */
export type Measures = Readonly<Record<string, Measure>>;
/** By the names of the measures; what was not reckoned is not there. */
export type Counts = Readonly<Record<string, number | undefined>>;

export const everyRow: Measure = {};
export const rowsWith = (filters: ListFilters): Measure => ({ filters });
/** 0 where there are none. */
export const sumWith = (sum: Sql, filters: ListFilters): Measure => ({ filters, sum });

export interface Shared {
  /** What every number is filtered by, so that it is looked at once. */
  readonly filters?: ListFilters;
  /** Lists of which few rows count at all: the others are not read, and each number is found by an index of its own. */
  readonly sparse?: readonly ListName[];
}

/** A plan suits these whatever the period is; of the others it depends on how many rows there are. */
const FEW_ROWS: readonly ListName[] = ['invoices', 'reverseInvoices'];

/** In one statement, whichever lists it takes: from tallies where these know all that is asked, otherwise row by row. */
export async function reckon(
  { queries, scope, filter, period }: Asked,
  byList: ReadonlyMap<ListName, Measures>,
  { filters: shared = {}, sparse = [] }: Shared = {},
): Promise<Counts> {
  const parts = [...byList].flatMap(([list, measures]) => {
    const { filters } = carriedFilters(list, filter, period, scope.organizationType);
    const criteria = { filters: { ...shared, ...filters }, clientId: filter.clientId };
    const all = Object.entries(measures);
    const asked = all.flatMap(([, { filters: own = {} }]) => Object.keys(own));
    const tally = tallyOf(list, criteria, asked, scope);
    const isSparse = sparse.includes(list);
    const groups = isSparse ? all.map((one) => [one]) : [all];
    const isSmall = tally !== null || FEW_ROWS.includes(list);
    return groups.map((some) => ({ isSmall, part: read(scope, list, criteria, some, tally, isSparse) }));
  });
  const tables = parts.map(({ part }, index) => sql`(${part}) ${sql.id(`part${index}`)}`);
  const statement = sql<Counts>`select * from ${sql.join(tables, sql` cross join `)}`;
  const { rows } = await (parts.every(({ isSmall }) => isSmall) ? prepared(statement) : statement).execute(queries);
  return rows[0] ?? {};
}

/** Narrow, for one measure: rows that it does not count are not looked for. */
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
    const only = filters === undefined || narrow ? sql`` : sql`filter (where ${conditions[index]})`;
    const added = sum ?? (tally === null ? undefined : sql`r.n`);
    const value = added === undefined ? sql`count(*) ${only}` : sql`coalesce(sum(${added}) ${only}, 0)::bigint`;
    return sql`${value} as ${sql.id(name)}`;
  });
  const where = [
    ...(tally === null ? [] : [tally.whose]),
    listWhere(list, criteria, scope, source),
    ...(narrow ? conditions : []),
  ];
  return sql`select ${sql.join(values)} from ${source.table} where ${allOf(where)}`;
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
    byList.set(list, { ...byList.get(list), [code]: rowsWith({ ...fixed, ...query }) });
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
