/** What charts show: the rolling twelve months, by month or by week, whatever the dashboard's own period is. */
import {
  monthPeriod,
  rollingMonths,
  rollingPeriod,
  saturdaysOf,
  weekPeriod,
  type Kpi,
} from '../../../contract/dashboard/kpi';
import type { Asked } from '../asked';
import { reckon } from './reckon';
import { sumsOf } from './sought';
import { reckoned, soughtFor, type Reckoned } from './values';

/** One for each month, oldest first. */
export async function monthly<K extends Kpi>(
  asked: Asked,
  codes: readonly K[],
  today: string,
): Promise<Record<K, readonly Reckoned[]>> {
  const months = rollingMonths(today);
  const period = { from: rollingPeriod(today).from, to: monthPeriod(today.slice(0, 7)).to };
  const grouped = await reckon(
    asked,
    codes.flatMap((code) => soughtFor(code, period)),
    'month',
  );
  const of = (code: K) => months.map((month) => reckoned(code, sumsOf(grouped, month)));
  const series: Partial<Record<K, readonly Reckoned[]>> = {};
  for (const code of codes) series[code] = of(code);
  return series as Record<K, readonly Reckoned[]>;
}

export interface Week {
  nextOfSameSaturday: string;
  timeTofill: number | null;
  count: number;
}

/** Whole weeks, oldest first. */
export async function weekly(asked: Asked, code: Kpi, today: string): Promise<Week[]> {
  const saturdays = saturdaysOf(rollingPeriod(today));
  const period = {
    from: weekPeriod(saturdays[0] as string).from,
    to: saturdays.at(-1) as string,
  };
  const grouped = await reckon(asked, soughtFor(code, period), 'week');
  return saturdays.map((saturday) => {
    const { value, denominator } = reckoned(code, sumsOf(grouped, saturday));
    return { nextOfSameSaturday: saturday, timeTofill: value, count: denominator };
  });
}

export const counts = (months: readonly Reckoned[]): number[] => months.map(({ numerator }) => numerator);
export const values = (months: readonly Reckoned[]): (number | null)[] => months.map(({ value }) => value);
