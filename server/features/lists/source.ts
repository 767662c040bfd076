/** The parts of a list's SQL. Its base table has the alias `r` and an id column. */
import { sql, type RawBuilder } from 'kysely';
import type { Lists } from '../../../contract/lists/catalog';
import type { ListFilter, ListName } from '../../../contract/lists/list';
import type { LookupName } from '../../../contract/lists/lookups';
import { alphabetical, type Scope } from '../../database';

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

/** A filter for rows that entered or left the rows of the other filters since a moment. */
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

/** Who reads, and the facility that they have chosen in the shell. */
export interface Viewer extends Scope {
  readonly clientId?: string | undefined;
}

/** A function where the expression depends on who reads. */
export type Expression = Sql | ((viewer: Viewer) => Sql);

export const readBy = (viewer: Viewer, expression: Expression): Sql =>
  typeof expression === 'function' ? expression(viewer) : expression;

export interface ColumnSource {
  readonly value: Expression;
  /** The exact value for sums and means, if `value` is rounded for display. */
  readonly measure?: Expression;
  readonly group?: GroupSource;
}

/** The key that rows are grouped by: a value of the group's filter, a number in its unit, or a date. */
export interface GroupSource {
  readonly key: Sql;
  /** The text of a group, equal for all rows with that key; the column's value by default. */
  readonly label?: Sql;
  /** The text computed from the key, if the key is in the row itself: then no row needs a join. */
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
  /** The left joins that the sort needs; must not multiply rows. */
  readonly join?: Expression;
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
  /**
   * The rows the caller's organization may see: checked in SQL, in addition to row-level security. The filters of a
   * request may name rows that the list otherwise leaves out.
   */
  readonly visible: (scope: Scope, given?: AllFilters<N>) => Sql;
  /**
   * Joins for `value`s only; must not multiply rows. Left joins: PostgreSQL then starts with the rows, of which it
   * expects too few behind row-level security, and leaves out the joins that a query does not read.
   */
  readonly joins: Expression;
  /** The zone of a row's facility, with these joins; for lists whose instants happened at one. */
  readonly zone?: Sql;
  readonly columns: {
    readonly [C in keyof ColumnsOf<N>]: (ColumnsOf<N>[C] extends { readonly sortable: true }
      ? SortableSource
      : ColumnSource) &
      (ColumnsOf<N>[C] extends { readonly groups: object } ? GroupableSource : unknown);
  };
  /** Ids of records that columns link to, besides that of the row; with these joins. */
  readonly ids?: Readonly<Record<string, Sql>>;
  /** All filters except changes, which are not a condition on a row; see changes.ts. */
  readonly filters: {
    readonly [F in Exclude<keyof FiltersOf<N>, 'change'>]: FiltersOf<N>[F] extends ListFilter
      ? (value: FilterValue<FiltersOf<N>[F]>, viewer: Viewer, given: AllFilters<N>) => Sql
      : never;
  };
  /** Whether a row concerns one of these facilities; absent if rows concern none. */
  readonly ofClients?: (clientIds: readonly string[], scope: Scope) => Sql;
  /** Conditions joined by or. */
  readonly search: (word: SearchWord) => readonly Sql[];
  /** Lookups whose options differ for this list. */
  readonly lookups?: Partial<Record<LookupName, (scope: Scope) => Sql>>;
}

/** Without the list's name, for the engine. */
export interface AnySource extends Omit<ListSource<never>, 'visible' | 'columns' | 'filters'> {
  readonly visible: (scope: Scope, given?: never) => Sql;
  readonly columns: Readonly<Record<string, ColumnSource | SortableSource>>;
  readonly filters: Readonly<Record<string, (value: never, viewer: Viewer, given: never) => Sql>>;
}

const ofRow = (name: string): Sql => sql.ref(`r.${name}`);

/** A sortable column of the base table without nulls. */
export const column = (name: string): SortableSource => ({
  value: ofRow(name),
  sort: { keys: [ofRow(name)], nullable: false },
});

/** A name or another text of the base table, in alphabetical order. */
export const textColumn = (name: string): SortableSource => ({
  value: ofRow(name),
  sort: { keys: alphabetical(ofRow(name)), nullable: false },
});

/** The name of the person in the base table. */
export const PERSON_COLUMN: SortableSource = {
  value: sql`r.last_name || ', ' || r.first_name`,
  sort: { keys: alphabetical(sql`r.last_name`, sql`r.first_name`), nullable: false },
};

/** A column of the base table that cannot be sorted. */
export const unsortedColumn = (name: string): ColumnSource => ({ value: ofRow(name) });

/** A column that may be empty; empty values come last in either order. */
export const nullableColumn = (name: string): SortableSource => ({
  value: ofRow(name),
  sort: { keys: [ofRow(name)], nullable: true },
});

/** A text that may be empty, as `nullableColumn`. */
export const nullableTextColumn = (name: string): SortableSource => nullableText(ofRow(name));

/** A computed text in alphabetical order, such as a name from a joined table; empty texts come last in either order. */
export const nullableText = (value: Sql, join?: Sql, parts: readonly Sql[] = [value]): SortableSource => ({
  value,
  sort: { keys: alphabetical(...parts), nullable: true, ...(join !== undefined && { join }) },
});

/** A computed column that cannot be sorted by. */
export const computed = (value: Expression): ColumnSource => ({ value });

/** Sortable by its measure; empty values come last in either order. `join` is what the measure reads. */
export const measured = (source: ColumnSource, join?: Expression): SortableSource => ({
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

/** A name from a joined table, in alphabetical order. */
export const joinedColumn = (value: Sql, { join, groups }: Joined, ...parts: readonly Sql[]): SortableSource => ({
  value,
  sort: { keys: alphabetical(...(parts.length > 0 ? parts : [value])), nullable: false, join, groups },
});

export interface Joined {
  readonly join: Sql;
  readonly groups: Groups;
}
