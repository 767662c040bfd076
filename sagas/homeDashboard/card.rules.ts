/** Rules a person could be asked about: how a share is rounded, how an axis is divided, how money reads. */

/** Of a hundred, to two decimals; nothing of nothing is 0. */
export const percentOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 10_000) / 100;

export const percentText = (percent: number): string => `${percent.toFixed(2)}%`;

const number = new Intl.NumberFormat('en-US');
export const countText = (count: number): string => number.format(count);

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** From cents. */
export const moneyText = (cents: number): string => money.format(cents / 100);

const INTERVALS = 5;
const FIRST_STEP = 2;
const FIRST_MAX = 8;

/** The step between two ticks of the y axis: 2 while five ticks (0 to 8) hold the data, 1-2-5 steps beyond. */
export function tickStep(most: number): number {
  if (most <= FIRST_MAX) return FIRST_STEP;
  const rough = most / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

/** It ends at the first tick that holds all of it: nothing is cut off. */
export function axisOf(most: number): { readonly step: number; readonly max: number } {
  const step = tickStep(most);
  return { step, max: Math.max(most <= FIRST_MAX ? FIRST_MAX : 0, Math.ceil(most / step) * step) };
}

/** How old something is: '3 min', in whole units, from a minute on. */
export function ageText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return `${minutes} min ago`;
  return `${Math.floor(minutes / 60)} h ago`;
}
