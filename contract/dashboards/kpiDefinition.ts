/** What defines a KPI. The server builds its query from `of` and `among`, the app its explanation and links. */
import type { ListFilters } from './filter';
import type { KpiReport } from './kpiReports';
import type { ThresholdRule } from './kpiRules';

/** Rows of a list under filters, or the sum of one of its columns. */
export interface Quantity {
  readonly list: KpiReport | 'timesheets';
  readonly filters: ListFilters;
  /** The column that is added up; without it rows are counted. */
  readonly sum?: string;
  /** The openings of each job, once for each supplier, however many rows they have. */
  readonly oncePerJob?: true;
  /** The list's filter that takes the period; 'period' by default. */
  readonly dated?: string;
}

/**
 * - percent: 100 × `of` / `among`; ratio: `of` to `among`; days: `of`, a sum of days, / `among`
 * - count: the rows of `of`; cents: their sum
 */
export type KpiUnit = 'percent' | 'ratio' | 'days' | 'count' | 'cents';

export interface KpiDefinition {
  readonly title: string;
  readonly unit: KpiUnit;
  /** For 'How is this computed?': what is counted, over what, and which date puts a row into the period. */
  readonly numerator: string;
  readonly denominator?: string;
  readonly period: string;
  /** Added up, as `among`. */
  readonly of: readonly Quantity[];
  /** What `of` is divided by; absent of counts and sums. */
  readonly among?: readonly Quantity[];
  /** Suppliers without any of these are not ranked. Defaults to `among`, or else `of`. */
  readonly basis?: readonly Quantity[];
  /** Whether a higher or a lower value is good. */
  readonly better: 'more' | 'less';
  readonly threshold?: ThresholdRule;
  /** Days in which what the period submitted may still change the value; until then it is preliminary. */
  readonly matures?: number;
  /** The rows behind the number; for a share or mean, the rows it is taken from. */
  readonly opens: Quantity;
}
