/** What is to be added up, and what comes of it. */
import type { Period } from '../../../contract/dashboard';
import type { Quantity } from '../../../contract/dashboard/kpi';

export interface Sought {
  readonly name: string;
  readonly quantity: Quantity;
  readonly period: Period;
  /** How many rows have the column that is added up, instead of their sum. */
  readonly counted?: true;
}

/** What there is one result for: everything, each supplier, each month or each week. */
export type Grouping = 'all' | 'supplier' | 'month' | 'week';
/** By name; what was not there is 0. */
export type Sums = Readonly<Record<string, number>>;
/** By supplier's id, 'YYYY-MM', or the Saturday; `''` for everything. */
export type Grouped = ReadonlyMap<string, Sums>;
export type Row = { readonly key: string } & Record<string, number>;

const NONE: Sums = {};
export const sumsOf = (grouped: Grouped, key = ''): Sums => grouped.get(key) ?? NONE;
