/** From sums to the value of a KPI. */
import type { Period } from '../../../../contract/dashboards/filter';
import { DAYS_DECIMALS, percentOf, ratioOf, roundTo } from '../../../../contract/dashboards/kpiRules';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { Quantity } from '../../../../contract/dashboards/kpiDefinition';
import { previousPeriod, yearBefore } from '../../../base/dates';
import type { DashboardQuery } from '../query';
import { sumsOf, type SumRequest, type Sums } from '../sumRequest';
import { sumQuantities } from './sums';

type Part = 'of' | 'among' | 'basis';
const nameOf = (code: Kpi, part: Part, when: string, index: number): string => `${code}.${part}.${when}.${index}`;

/** The sums a KPI needs; `when` keeps the periods apart. */
export function sumRequestsOf(code: Kpi, period: Period, when = ''): SumRequest[] {
  const { unit, of, among = [], basis = [] } = kpi(code);
  const part = (name: Part, quantities: readonly Quantity[], counted: boolean): SumRequest[] =>
    quantities.map((quantity, index) => ({
      name: nameOf(code, name, when, index),
      quantity,
      period,
      ...(counted && { counted: true as const }),
    }));
  return [
    ...part('of', of, false),
    // A mean is over the rows that have a value.
    ...(unit === 'days' ? part('among', of, true) : part('among', among, false)),
    ...part('basis', basis, false),
  ];
}

export interface KpiValue {
  /** In the unit of the KPI: a count, cents, or days. */
  readonly numerator: number;
  /** For counts and sums: a supplier is ranked only if this is above 0. */
  readonly denominator: number;
  /** The numerator before rounding. */
  readonly sum: number;
  /** Rounded as shown; null when there is nothing to compute it from. */
  readonly value: number | null;
}

/** A KPI from its sums: null if its denominator is 0. Days: the mean is of the exact sum, and both are rounded. */
export function kpiValue(code: Kpi, sums: Sums, when = ''): KpiValue {
  const { unit, of, among, basis } = kpi(code);
  const add = (part: Part, count: number): number =>
    Array.from({ length: count }, (_, index) => sums[nameOf(code, part, when, index)] ?? 0).reduce((a, b) => a + b, 0);
  const sum = add('of', of.length);
  const numerator = unit === 'days' ? roundTo(sum, DAYS_DECIMALS) : sum;
  const denominator =
    unit === 'days'
      ? add('among', of.length)
      : among !== undefined
        ? add('among', among.length)
        : basis === undefined
          ? numerator
          : add('basis', basis.length);
  return { numerator, denominator, sum, value: valueOf(unit, sum, denominator) };
}

function valueOf(unit: ReturnType<typeof kpi>['unit'], numerator: number, denominator: number): number | null {
  switch (unit) {
    case 'percent':
      return percentOf(numerator, denominator);
    case 'ratio':
      return ratioOf(numerator, denominator);
    case 'days':
      return denominator === 0 ? null : roundTo(numerator / denominator, DAYS_DECIMALS);
    case 'count':
    case 'cents':
      return denominator === 0 ? null : numerator;
  }
}

/** As scorecards and comparisons show it: a count of no rows is 0; a mean or share of none is null. */
export function shown(code: Kpi, value: KpiValue | undefined): number | null {
  if (value === undefined) return null;
  return kpi(code).unit === 'count' ? value.numerator : value.value;
}

/** A KPI of the period and, as `previous…`, of the one before it: rounded as shown, and what it was computed from. */
export interface Figure {
  value: number | null;
  previous: number | null;
  numerator: number;
  denominator: number;
  previousNumerator: number;
  previousDenominator: number;
}

/** The query's period and the equally long one before it; the year to date is compared with last year's. */
export const periodsOf = ({ period, filter }: DashboardQuery): { period: Period; previousPeriod: Period } => {
  const isYearToDate = filter.timeFrame === 'YEAR_TO_DATE' && filter.dateRange === undefined;
  return { period, previousPeriod: isYearToDate ? yearBefore(period) : previousPeriod(period) };
};

/** Each KPI for the period and the one before it. */
export async function figuresOf<K extends Kpi>(
  query: DashboardQuery,
  codes: readonly K[],
): Promise<Partial<Record<K, Figure>>> {
  if (codes.length === 0) return {};
  const { period, previousPeriod: before } = periodsOf(query);
  const sums = sumsOf(
    await sumQuantities(
      query,
      codes.flatMap((code) => [...sumRequestsOf(code, period, 'now'), ...sumRequestsOf(code, before, 'before')]),
    ),
  );
  const figures: Partial<Record<K, Figure>> = {};
  for (const code of codes) {
    const now = kpiValue(code, sums, 'now');
    const then = kpiValue(code, sums, 'before');
    figures[code] = {
      value: now.value,
      previous: then.value,
      numerator: now.numerator,
      denominator: now.denominator,
      previousNumerator: then.numerator,
      previousDenominator: then.denominator,
    };
  }
  return figures;
}
