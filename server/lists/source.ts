/** What a list's file of SQL consists of. Its base table has the alias `r`; every list has a row id `r.id`. */
import { sql, type RawBuilder } from 'kysely';
import type { ListFilter, ListName, Lists, LookupName } from '../../contract/lists';
import type { Scope } from '../database';

export type Sql = RawBuilder<unknown>;

/** Both ends included; null where it is open. */
export interface Range<T> {
  readonly from: T | null;
  readonly to: T | null;
}

/** A filter's values after they were checked. Dates are 'YYYY-MM-DD', numbers in the filter's own unit. */
export type FilterValue<F extends ListFilter> = F['kind'] extends 'options' | 'lookup'
  ? readonly string[]
  : F['kind'] extends 'dates'
    ? Range<string>
    : F['kind'] extends 'numbers'
      ? Range<number>
      : boolean;

export interface SearchWord {
  readonly text: string;
  /** For ILIKE, anywhere in the text, with nothing in it that means something else. */
  readonly pattern: string;
  /** A word of digits may be an id that people see. */
  readonly number: number | null;
}

type Shown = Sql | ((scope: Scope) => Sql);

export interface ColumnSource {
  readonly value: Shown;
}

export interface SortableSource extends ColumnSource {
  readonly sort: SortSource;
}

export interface SortSource {
  readonly keys: readonly Shown[];
  readonly nullable: boolean;
  /** What must be joined to `r` to sort by it; each row of `r` keeps being one. */
  readonly join?: Sql;
  /** Of whom the rows are, where that is what is sorted by. */
  readonly groups?: Groups;
}

/** Facilities, suppliers or people: far fewer than rows, so that the first rows are found without sorting all. */
export interface Groups {
  readonly table: Sql;
  /** Which of them a row belongs to. */
  readonly holds: Sql;
  /** What `holds` needs besides `r`. */
  readonly join?: Sql;
}

type ColumnsOf<N extends ListName> = Lists[N]['columns'];
type FiltersOf<N extends ListName> = Lists[N]['filters'];

/** All filters of one request, for those that depend on another. */
export type Given<N extends ListName> = {
  readonly [F in keyof FiltersOf<N>]?: FiltersOf<N>[F] extends ListFilter ? FilterValue<FiltersOf<N>[F]> : never;
};

/** A column or filter of the definition that is missing here, or one too many, does not compile. */
export interface ListSource<N extends ListName> {
  readonly table: Sql;
  /** What an organisation has to do with: the application's own wall in front of row-level security. */
  readonly own: (scope: Scope) => Sql;
  /** For `value`s only; each row of `r` keeps being one. */
  readonly joins: Shown;
  readonly columns: {
    readonly [C in keyof ColumnsOf<N>]: ColumnsOf<N>[C] extends { readonly sortable: true }
      ? SortableSource
      : ColumnSource;
  };
  readonly filters: {
    readonly [F in keyof FiltersOf<N>]: FiltersOf<N>[F] extends ListFilter
      ? (value: FilterValue<FiltersOf<N>[F]>, scope: Scope, given: Given<N>) => Sql
      : never;
  };
  /** Whether a row concerns one of these facilities; absent where none ever does. */
  readonly concerns?: (clientIds: readonly string[], scope: Scope) => Sql;
  /** Conditions of which one must hold. */
  readonly search: (word: SearchWord) => readonly Sql[];
  /** Where this list's values for a lookup are not everybody's. */
  readonly lookups?: Partial<Record<LookupName, (scope: Scope) => Sql>>;
}

/** The same without the names, for the engine. */
export interface AnySource extends Omit<ListSource<never>, 'columns' | 'filters'> {
  readonly columns: Readonly<Record<string, ColumnSource | SortableSource>>;
  readonly filters: Readonly<Record<string, (value: never, scope: Scope, given: never) => Sql>>;
}

const ofRow = (column: string): Sql => sql.ref(`r.${column}`);

/** A column of the base table that is never null. */
export const own = (column: string): SortableSource => ({
  value: ofRow(column),
  sort: { keys: [ofRow(column)], nullable: false },
});

/** A column of the base table that is not sorted by. */
export const field = (column: string): ColumnSource => ({ value: ofRow(column) });

export const ownNullable = (column: string): SortableSource => ({
  value: ofRow(column),
  sort: { keys: [ofRow(column)], nullable: true },
});

export const shown = (value: Shown): ColumnSource => ({ value });

/** The name of whom a row belongs to. */
export const joined = (value: Sql, { join, groups }: Joined, ...keys: readonly Sql[]): SortableSource => ({
  value,
  sort: { keys: keys.length > 0 ? keys : [value], nullable: false, join, groups },
});

export interface Joined {
  readonly join: Sql;
  readonly groups: Groups;
}
