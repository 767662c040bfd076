/** Defines a list once: what the app shows and offers, and what the server selects, sorts and checks. */
import type { OrganizationType } from '../base/organizations';
import type { Permission } from '../base/permissions';
import type { LookupName } from './lookups';

/** The type of a value in a row, which also decides how it is displayed. */
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
  /** ISO 8601 in UTC, shown in the zone of the row, its facility's; the user's if it has none. */
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
  /** Overrides the tone of the value, if another list uses the value for something else. */
  readonly tone?: 'waiting' | 'quiet';
  readonly hiddenFrom?: readonly OrganizationType[];
}

export interface Grouping {
  /** The filter of this list that takes a group's value, so that a group leads to its rows. */
  readonly filter: string;
  /**
   * Of numbers: bands of `width`, in the unit of that filter, each ending one `step` before the next. Of dates: by
   * month.
   */
  readonly band?: { readonly width: number; readonly step: number } | 'month';
}

/** Days with two decimals, grouped by the week. */
export const BY_WEEKS = { width: 7, step: 0.01 } as const;
/** Whole numbers, each by itself. */
export const BY_ONE = { width: 1, step: 1 } as const;

export interface ListColumn {
  readonly label: string;
  readonly kind: ColumnKind;
  /** Only these columns can be sorted by. */
  readonly sortable?: boolean;
  /** In reports, over all rows: the sum with the mean, or the mean alone where a sum is meaningless. */
  readonly totals?: 'sum' | 'mean';
  /** For kind 'number': the fixed number of decimals; up to two if it is left out. */
  readonly decimals?: number;
  /** In reports: rows can be grouped by it, by its values or by bands of its numbers. */
  readonly groups?: Grouping;
  /** Hidden by default; users can add it. */
  readonly initiallyHidden?: boolean;
  /** For kind 'status': the label of each value. */
  readonly options?: readonly ListOption[];
  /** Organization types that neither see nor receive the column. */
  readonly hiddenFrom?: readonly OrganizationType[];
  /** One short line that explains the column where the label does not. */
  readonly hint?: string;
}

/** The unit a 'numbers' filter is typed in; rows may use another. */
export type NumberUnit = 'dollars' | 'hours' | 'days' | 'weeks' | 'percent' | 'count';
/** A 'numbers' filter takes numbers up to this, above and below 0: beyond a century or so there are no dates. */
export const NUMBER_FILTER_MAX: Readonly<Record<NumberUnit, number>> = {
  dollars: 999_999_999_999,
  count: 999_999_999_999,
  hours: 1_000_000,
  days: 50_000,
  weeks: 5_000,
  percent: 1_000_000,
};

/**
 * The key in `filters` is the name in the address and in requests; the value is a list of strings:
 * - options, lookup: the chosen values; a row matches any of them
 * - dates, numbers: one range 'from..to', both ends included, either may be empty: '2026-01-01..', '..20'
 * - flag: 'yes' or 'no'
 * - record: ids of records that the rows belong to
 * - change: 'entered@<moment>' or 'left@<moment>': the rows that the other filters select but did not select then, or
 *   the other way around; CHANGE_VALUE
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
  | { readonly kind: 'record' }
  | { readonly kind: 'change' }
);

/** Whether rows entered or left, and since when: an instant in UTC whose day may not exist. */
export const CHANGE_VALUE =
  /^(entered|left)@((?:19|20|21)\d{2}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z)$/;
/** How far back changes are known. */
export const CHANGE_DAYS = 30;

export interface ListDefinition {
  readonly title: string;
  /** For 'No jobs match' and '1 job'. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Any of these opens the list; if absent, everyone not in `hiddenFrom`. */
  readonly anyOf: readonly Permission[];
  /** Organization types without this list, whatever their permissions. */
  readonly hiddenFrom?: readonly OrganizationType[];
  /** In default order. */
  readonly columns: Readonly<Record<string, ListColumn>>;
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** A sortable column; a leading '-' sorts descending. */
  readonly sort: string;
  /** Why the facility chosen in the shell does not limit the rows; absent where it does. */
  readonly ofNoFacility?: string;
  /** What the text search covers, for the search field's placeholder. */
  readonly searches: string;
}

type SortableOf<C> = {
  [K in keyof C & string]: C[K] extends { readonly sortable: true } ? K : never;
}[keyof C & string];
export type SortOf<D extends ListDefinition> = `${'' | '-'}${SortableOf<D['columns']>}`;

/**
 * Checks a list's definition at compile time: its default order must be one of its sortable columns. Returns it
 * unchanged.
 */
export function defineList<const D extends ListDefinition>(definition: D & { readonly sort: SortOf<D> }): D {
  return definition;
}

/** Requires a label for every value at compile time. */
export function optionsOf<T extends string>(
  labels: Readonly<Record<T, string>>,
  hidden: Partial<Record<T, readonly OrganizationType[]>> = {},
): readonly ListOption[] {
  return Object.entries<string>(labels).map(([value, label]) => {
    const hiddenFrom = hidden[value as T];
    return { value, label, ...(hiddenFrom && { hiddenFrom }) };
  });
}

/** Whether something may be shown to organizations of this type. */
export function visibleTo<T extends { readonly hiddenFrom?: readonly OrganizationType[] }>(
  type: OrganizationType,
): (item: T) => boolean {
  return (item) => !item.hiddenFrom?.includes(type);
}

export type ListValue = string | number | boolean | null;
/**
 * `id` and the visible columns; `zone` is the IANA zone of a row's facility, if any of them are instants; `version` is
 * that of the record, if it has actions.
 */
export type ListRow = { readonly id: string } & Readonly<Record<string, ListValue>>;

/** Rows of a page. */
export const LIST_PAGE_SIZES = [25, 50, 100, 200, 500] as const;
export type ListPageSize = (typeof LIST_PAGE_SIZES)[number];
export const LIST_DEFAULT_PAGE_SIZE: ListPageSize = 50;
export const LIST_SEARCH_MAX_LENGTH = 100;
/** Rows; a longer export is cut off there and states this. */
export const LIST_EXPORT_MAX_ROWS: number = 100_000;
/** The largest groups, or the lowest bands; the rest is left out. */
export const LIST_MAX_GROUPS = 200;
/** How many rows can be chosen at the same time. */
export const LIST_MAX_CHOSEN = 1_000;
/** How many selections of a list are counted at the same time. */
export const LIST_MAX_SELECTIONS = 20;

/** Separate from the definitions, which the app loads with the first list. */
export const LIST_NAMES = [
  'facilities',
  'suppliers',
  'candidates',
  'users',
  'jobs',
  'prnOrders',
  'submissions',
  'assignments',
  'complianceFiles',
  'complianceDocuments',
  'timesheets',
  'invoices',
  'reverseInvoices',
  'tasks',
  'supplierUsers',
  'organizations',
  'ssoProviders',
  'changedAddresses',
  'audit',
  'roles',
  'broadcasts',
  'programCandidates',
  'programAssignments',
  'submittalReport',
  'jobsReport',
  'declinedDocumentsReport',
  'assignmentReport',
  'submissionStatusReport',
  'pushedStartReport',
  'completedAssignmentsReport',
  'activeBookedCandidateReport',
  'earlyTermCancelReport',
] as const;
export type ListName = (typeof LIST_NAMES)[number];
