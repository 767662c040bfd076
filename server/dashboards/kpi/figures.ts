/** What tiles show: a period beside the one before it. */
import type { Period } from '../../../contract/dashboard';
import { previousPeriod, type Kpi } from '../../../contract/dashboard/kpi';
import type { Asked } from '../asked';
import { reckon } from './reckon';
import { sumsOf } from './sought';
import { reckoned, soughtFor } from './values';

export interface Figure {
  value: number | null;
  previous: number | null;
  numerator: number;
  denominator: number;
  previousNumerator: number;
  previousDenominator: number;
}

export const periodsOf = ({ period }: Asked): { period: Period; previousPeriod: Period } => ({
  period,
  previousPeriod: previousPeriod(period),
});

export async function figuresOf<K extends Kpi>(asked: Asked, codes: readonly K[]): Promise<Partial<Record<K, Figure>>> {
  if (codes.length === 0) return {};
  const { period, previousPeriod: before } = periodsOf(asked);
  const sums = sumsOf(
    await reckon(
      asked,
      codes.flatMap((code) => [...soughtFor(code, period, 'now'), ...soughtFor(code, before, 'before')]),
    ),
  );
  const figures: Partial<Record<K, Figure>> = {};
  for (const code of codes) {
    const now = reckoned(code, sums, 'now');
    const then = reckoned(code, sums, 'before');
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
