/** How a list is described once: what the app shows and offers, and what the server selects, sorts and checks. */
import type { OrganizationType } from '../organizations';
import type { Permission } from '../permissions';

/** How a value travels in a row, and how it is shown. */
export type ColumnKind =
  | 'text'
  | 'number'
  /** Cents. */
  | 'money'
  /** Cents an hour. */
  | 'rate'
  /** 0 to 100. */
  | 'percent'
  /** A calendar date of the facility, 'YYYY-MM-DD'. */
  | 'date'
  /** ISO 8601 in UTC, shown in the user's zone. */
  | 'instant'
  /** Minutes, shown as hours. */
  | 'hours'
  /** A value of `options`. */
  | 'status'
  /** true or false. */
  | 'flag';

export interface ListOption {
  readonly value: string;
  readonly label: string;
  readonly hiddenFrom?: readonly OrganizationType[];
}

export interface ListColumn {
  readonly label: string;
  readonly kind: ColumnKind;
  /** Only these can be sorted by. */
  readonly sortable?: boolean;
  /** The user can still choose it. */
  readonly initiallyHidden?: boolean;
  /** With kind 'status': the label of each value. */
  readonly options?: readonly ListOption[];
  /** These neither see nor get it. */
  readonly hiddenFrom?: readonly OrganizationType[];
  /** One short line: what it means, where the label alone does not say. */
  readonly hint?: string;
}

/** Whose values come from the database, by `listOptions`. The value is an id. */
export type LookupName =
  | 'facilities'
  | 'departments'
  | 'suppliers'
  | 'professions'
  | 'specialties'
  | 'offerings'
  | 'subOfferings'
  | 'salesReps'
  | 'users'
  /** These are plain text, no ids. */
  | 'states'
  | 'recruiters'
  | 'reviewers'
  | 'endReasons'
  | 'declineReasons'
  | 'pushedReasons';

/** What a 'numbers' filter is typed in; the rows may carry another unit. */
export type NumberUnit = 'dollars' | 'hours' | 'days' | 'weeks' | 'percent' | 'count';

/**
 * Its key in `filters` is its name in the address and in a request, where its value is a list of strings:
 * - options, lookup: the chosen values; a row matches one of them
 * - dates, numbers: one range 'from..to' with both ends included, either side may be open: '2026-01-01..', '..20'
 * - flag: one of 'yes' and 'no'
 */
export type ListFilter = {
  readonly label: string;
  readonly hiddenFrom?: readonly OrganizationType[];
  readonly hint?: string;
} & (
  | { readonly kind: 'options'; readonly options: readonly ListOption[]; readonly single?: boolean }
  | { readonly kind: 'lookup'; readonly lookup: LookupName }
  | { readonly kind: 'dates' }
  | { readonly kind: 'numbers'; readonly unit: NumberUnit }
  | { readonly kind: 'flag' }
);

export interface ListDefinition {
  readonly title: string;
  /** For 'No jobs match' and '1 job'. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Any of these opens the list; where none is named, everybody may who is not among `hiddenFrom`. */
  readonly anyOf: readonly Permission[];
  /** For whom there is no such list, whatever they are permitted. */
  readonly hiddenFrom?: readonly OrganizationType[];
  /** In their default order. */
  readonly columns: Readonly<Record<string, ListColumn>>;
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** A sortable column; '-' before it for descending. */
  readonly sort: string;
  /** What the text search looks in, for the search field's placeholder. */
  readonly searches: string;
}

type SortableOf<C> = {
  [K in keyof C & string]: C[K] extends { readonly sortable: true } ? K : never;
}[keyof C & string];
export type SortOf<D extends ListDefinition> = `${'' | '-'}${SortableOf<D['columns']>}`;

export function defineList<const D extends ListDefinition>(definition: D & { readonly sort: SortOf<D> }): D {
  return definition;
}

/** Complete or it does not compile: every value gets a label. */
export function optionsOf<T extends string>(
  labels: Readonly<Record<T, string>>,
  hidden: Partial<Record<T, readonly OrganizationType[]>> = {},
): readonly ListOption[] {
  return Object.entries<string>(labels).map(([value, label]) => {
    const hiddenFrom = hidden[value as T];
    return { value, label, ...(hiddenFrom && { hiddenFrom }) };
  });
}

/** What may be shown to an organisation of this type. */
export function visibleTo<T extends { readonly hiddenFrom?: readonly OrganizationType[] }>(
  type: OrganizationType,
): (item: T) => boolean {
  return (item) => !item.hiddenFrom?.includes(type);
}

export type ListValue = string | number | boolean | null;
/** `id` and the visible columns. */
export type ListRow = { readonly id: string } & Readonly<Record<string, ListValue>>;

export const LIST_PAGE_SIZES = [25, 50, 100, 200, 500] as const;
export type ListPageSize = (typeof LIST_PAGE_SIZES)[number];
export const LIST_DEFAULT_PAGE_SIZE: ListPageSize = 50;
export const LIST_SEARCH_MAX_LENGTH = 100;
export const LIST_EXPORT_MAX_ROWS: number = 100_000;
