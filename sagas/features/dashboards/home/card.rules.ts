/** Rounding of percentages, ticks of the axis, and the words for stock and flow. Pure. */
import type { Meaning } from '../../../../contract/dashboards/widgets';

/** Percentage to two decimals; 0 if the total is 0. */
export const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 10_000) / 100;

/** '62.50%' */
export const percentText = (percent: number): string => `${percent.toFixed(2)}%`;

const INTERVALS = 5;
const FIRST_STEP = 2;
const FIRST_MAX = 8;

/** Distance between two ticks of the y axis: 2 while five ticks (0 to 8) hold the data, 1-2-5 steps beyond. */
function tickStep(most: number): number {
  if (most <= FIRST_MAX) return FIRST_STEP;
  const rough = most / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

/** The first tick that is not below the largest value. */
export function axisOf(most: number): { readonly step: number; readonly max: number } {
  const step = tickStep(most);
  return { step, max: Math.max(most <= FIRST_MAX ? FIRST_MAX : 0, Math.ceil(most / step) * step) };
}

/** 'now', 'today' or 'in period', shown beside a number. */
export function kindText({ kind, today }: Pick<Meaning, 'kind' | 'today'>): string {
  if (kind === 'stock') return 'now';
  return today ? 'today' : 'in period';
}
