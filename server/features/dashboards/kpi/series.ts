/** Chart data: the rolling twelve months, by month or week, independent of the dashboard's period. */
import type { Kpi } from '../../../../contract/dashboards/kpis';
import { monthOf, monthPeriod, rollingMonths, rollingPeriod, saturdaysOf, weekPeriod } from '../../../base/dates';
import type { DashboardQuery } from '../query';
import { sumsOf } from '../sumRequest';
import { kpiValue, sumRequestsOf, type KpiValue } from './kpiValues';
import { sumQuantities } from './sums';

/** One value per month, oldest first. */
export async function monthly<K extends Kpi>(
  query: DashboardQuery,
  codes: readonly K[],
  today: string,
): Promise<Record<K, readonly KpiValue[]>> {
  const months = rollingMonths(today);
  const period = { from: rollingPeriod(today).from, to: monthPeriod(monthOf(today)).to };
  const grouped = await sumQuantities(
    query,
    codes.flatMap((code) => sumRequestsOf(code, period)),
    'month',
  );
  const of = (code: K) => months.map((month) => kpiValue(code, sumsOf(grouped, month)));
  const series: Partial<Record<K, readonly KpiValue[]>> = {};
  for (const code of codes) series[code] = of(code);
  return series as Record<K, readonly KpiValue[]>;
}

export interface Week {
  /** YYYY-MM-DD, the last day of the week. */
  nextOfSameSaturday: string;
  /** The mean in days; null for a week without any. */
  timeTofill: number | null;
  count: number;
}

/** One value per whole week, oldest first. */
export async function weekly(query: DashboardQuery, code: Kpi, today: string): Promise<Week[]> {
  const saturdays = saturdaysOf(rollingPeriod(today));
  const period = {
    from: weekPeriod(saturdays[0] as string).from,
    to: saturdays.at(-1) as string,
  };
  const grouped = await sumQuantities(query, sumRequestsOf(code, period), 'week');
  return saturdays.map((saturday) => {
    const { value, denominator } = kpiValue(code, sumsOf(grouped, saturday));
    return { nextOfSameSaturday: saturday, timeTofill: value, count: denominator };
  });
}

/** The numerator of each month. */
export const numeratorsOf = (months: readonly KpiValue[]): number[] => months.map(({ numerator }) => numerator);
/** The value of each month; null where the KPI has none. */
export const valuesOf = (months: readonly KpiValue[]): (number | null)[] => months.map(({ value }) => value);
