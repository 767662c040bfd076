/** Requests for sums, and their results. */
import type { Period } from '../../../contract/dashboards/filter';
import type { Breakdown } from '../../../contract/dashboards/kpiBreakdown';
import type { Quantity } from '../../../contract/dashboards/kpiDefinition';

export interface SumRequest {
  readonly name: string;
  readonly quantity: Quantity;
  readonly period: Period;
  /** Count the rows that have the summed column, instead of adding it up. */
  readonly counted?: true;
}

/** How results are grouped: one for everything, or one per month or week, or per party or kind of job. */
export type Grouping = 'all' | 'month' | 'week' | 'supplierMonth' | Breakdown;
/** Sums by request name; missing ones are 0. */
export type Sums = Readonly<Record<string, number>>;
/** Keyed by id, 'YYYY-MM', Saturday, or id and month with a space between; `''` for everything. */
export type Grouped = ReadonlyMap<string, Sums>;
export type Row = { readonly key: string } & Record<string, number>;

const NONE: Sums = {};
/** The sums of one group; empty for an unknown key. */
export const sumsOf = (grouped: Grouped, key = ''): Sums => grouped.get(key) ?? NONE;
