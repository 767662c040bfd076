/** The parts of a list's SQL. Its base table has the alias `r` and an id column. */
import { sql, type RawBuilder } from 'kysely';
import type { Lists } from '../../../contract/lists/catalog';
import type { ListFilter, ListName } from '../../../contract/lists/list';
import type { LookupName } from '../../../contract/lists/lookups';
import type { Scope } from '../../database';

export type Sql = RawBuilder<unknown>;

/** Both ends included; null for an open end. */
export interface Range<T> {
  readonly from: T | null;
  readonly to: T | null;
}

/** Validated values of a filter. Dates are 'YYYY-MM-DD', numbers in the filter's unit. */
export type FilterValue<F extends ListFilter> = F['kind'] extends 'options' | 'lookup' | 'record'
  ? readonly string[]
  : F['kind'] extends 'dates'
    ? Range<string>
    : F['kind'] extends 'numbers'
      ? Range<number>
      : F['kind'] extends 'change'
        ? Change
        : boolean;

/** What entered what the other filters select since a moment, or left it. */
export interface Change {
  readonly direction: 'entered' | 'left';
  /** ISO 8601, UTC. */
  readonly since: string;
}

export interface SearchWord {
  readonly text: string;
  /** For ILIKE: anywhere in the text, with wildcards escaped. */
  readonly pattern: string;
  /** Set for a word of digits, which may be a visible number. */
  readonly number: number | null;
}

export type Expression = Sql | ((scope: Scope) => Sql);

export interface ColumnSource {
  readonly value: Expression;
  /** What is added up and averaged instead, where `value` is rounded for the eye. */
  readonly measure?: Expression;
  readonly group?: GroupSource;
}

/** What rows are grouped by: a value as the group's filter takes it, or a number in its unit, or a date. */
export interface GroupSource {
  readonly key: Sql;
  /** The text of a group; the same for all rows with that key. The column's value by default. */
  readonly label?: Sql;
  /** The text by the key, where the key is the row's own: no row needs to be joined for it. */
  readonly labelOf?: (key: Sql) => Sql;
}
interface GroupableSource {
  readonly group: GroupSource;
}

export interface SortableSource extends ColumnSource {
  readonly sort: SortSource;
}

export interface SortSource {
  readonly keys: readonly Expression[];
  readonly nullable: boolean;
  /** Joins the sort needs; must not multiply rows. */
  readonly join?: Sql;
  /** Groups of rows, when sorted by a property of their group. */
  readonly groups?: Groups;
}

/** Facilities, suppliers or people: far fewer than rows, so that the first rows are found without sorting all. */
export interface Groups {
  readonly table: Sql;
  /** Matches a row with its group. */
  readonly matches: Sql;
  /** Joins that `matches` needs. */
  readonly join?: Sql;
}

type ColumnsOf<N extends ListName> = Lists[N]['columns'];
type FiltersOf<N extends ListName> = Lists[N]['filters'];

/** All filters of a request, for those that depend on another. */
export type AllFilters<N extends ListName> = {
  readonly [F in keyof FiltersOf<N>]?: FiltersOf<N>[F] extends ListFilter ? FilterValue<FiltersOf<N>[F]> : never;
};

/** A missing or extra column or filter does not compile. */
export interface ListSource<N extends ListName> {
  readonly table: Sql;
  /** The rows the caller's organization may see: checked in SQL, in addition to row-level security. */
  readonly visible: (scope: Scope) => Sql;
  /** Only for `value`s; must not multiply rows. */
  readonly joins: Expression;
  /** What the columns with totals read of other tables, where that is less: these are added up over very many rows. */
  readonly totalsJoins?: Sql;
  /** The zone of a row's facility, with these joins; for lists whose instants happened at one. */
  readonly zone?: Sql;
  readonly columns: {
    readonly [C in keyof ColumnsOf<N>]: (ColumnsOf<N>[C] extends { readonly sortable: true }
      ? SortableSource
      : ColumnSource) &
      (ColumnsOf<N>[C] extends { readonly groups: object } ? GroupableSource : unknown);
  };
  /** The ids of records that columns name, beside that of the row; with these joins. */
  readonly ids?: Readonly<Record<string, Sql>>;
  /** Changes are not a condition on a row; changes.ts. */
  readonly filters: {
    readonly [F in Exclude<keyof FiltersOf<N>, 'change'>]: FiltersOf<N>[F] extends ListFilter
      ? (value: FilterValue<FiltersOf<N>[F]>, scope: Scope, given: AllFilters<N>) => Sql
      : never;
  };
  /** Whether a row concerns one of these facilities; absent when rows concern none. */
  readonly ofClients?: (clientIds: readonly string[], scope: Scope) => Sql;
  /** Conditions joined by or. */
  readonly search: (word: SearchWord) => readonly Sql[];
  /** Lookups whose options differ for this list. */
  readonly lookups?: Partial<Record<LookupName, (scope: Scope) => Sql>>;
}

/** Without the list's name, for the engine. */
export interface AnySource extends Omit<ListSource<never>, 'columns' | 'filters'> {
  readonly columns: Readonly<Record<string, ColumnSource | SortableSource>>;
  readonly filters: Readonly<Record<string, (value: never, scope: Scope, given: never) => Sql>>;
}

const ofRow = (name: string): Sql => sql.ref(`r.${name}`);

/** A sortable column of the base table without nulls. */
export const column = (name: string): SortableSource => ({
  value: ofRow(name),
  sort: { keys: [ofRow(name)], nullable: false },
});

/** A column of the base table that cannot be sorted. */
export const unsortedColumn = (name: string): ColumnSource => ({ value: ofRow(name) });

/** A column that may be empty; empty values come last in either order. */
export const nullableColumn = (name: string): SortableSource => ({
  value: ofRow(name),
  sort: { keys: [ofRow(name)], nullable: true },
});

/** A column that is computed and cannot be sorted by. */
export const computed = (value: Expression): ColumnSource => ({ value });

/** Sortable by what it measures; empty values come last in either order. `join` is what it reads. */
export const measured = (source: ColumnSource, join?: Sql): SortableSource => ({
  ...source,
  sort: { keys: [source.measure ?? source.value], nullable: true, ...(join !== undefined && { join }) },
});

/** Rows can be grouped by it. */
export const grouped = <S extends ColumnSource>(source: S, key: Sql, label?: Sql): S & GroupableSource => ({
  ...source,
  group: { key, ...(label !== undefined && { label }) },
});

/** As `grouped`, by the id of a record with a name. */
export const groupedById = <S extends ColumnSource>(source: S, key: Sql, table: string): S & GroupableSource => ({
  ...source,
  group: { key, labelOf: (id) => sql`(select named.name from ${sql.table(table)} named where named.id = ${id})` },
});

/** A sortable name from a joined table. */
export const joinedColumn = (value: Sql, { join, groups }: Joined, ...keys: readonly Sql[]): SortableSource => ({
  value,
  sort: { keys: keys.length > 0 ? keys : [value], nullable: false, join, groups },
});

export interface Joined {
  readonly join: Sql;
  readonly groups: Groups;
}
