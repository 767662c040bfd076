/** Rounding of KPIs and when they are good. Values are rounded first and compared as shown. */

export type KpiTone = 'green' | 'yellow' | 'red';
export type ThresholdRule = 'ratio' | 'retention' | 'declined';

/** Rounds half away from zero; compensates for binary fractions such as 1.005. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / factor || 0;
}

const RATIO_DECIMALS = 1;
const PERCENT_DECIMALS = 2;
export const DAYS_DECIMALS = 2;

/** Null if the divisor is zero; such a value has no rating. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundTo((100 * part) / whole, PERCENT_DECIMALS);
/** `up / down`, rounded to one decimal; null if `down` is 0. */
export const ratioOf = (up: number, down: number): number | null =>
  down === 0 ? null : roundTo(up / down, RATIO_DECIMALS);

/** '6.0 : 1', always with one decimal; '0 : 0' if the divisor is zero. */
export const ratioText = (up: number, down: number): string => ratioValueText(ratioOf(up, down));
/** The text of a ratio that was computed elsewhere; '0 : 0' for null. */
export const ratioValueText = (ratio: number | null): string =>
  ratio === null ? '0 : 0' : `${ratio.toFixed(RATIO_DECIMALS)} : 1`;

const TONES: Readonly<Record<ThresholdRule, (value: number) => KpiTone>> = {
  ratio: (value) => (value <= 4 ? 'green' : value < 6 ? 'yellow' : 'red'),
  /** Also applies to the fill rate. */
  retention: (value) => (value < 30 ? 'red' : value < 60 ? 'yellow' : 'green'),
  declined: (value) => (value <= 30 ? 'green' : value <= 60 ? 'yellow' : 'red'),
};

/** The color of a value by the thresholds of its rule. The value is rounded as it is shown, so the two always agree. */
export function toneOf(rule: ThresholdRule, value: number): KpiTone {
  return TONES[rule](roundTo(value, rule === 'ratio' ? RATIO_DECIMALS : PERCENT_DECIMALS));
}

/** Below this number, a percentage, ratio or mean is too uncertain for a trend. */
export const MINIMUM_BASE = 5;
/** Suppliers with fewer are listed separately, unless the request has another minimum. */
export const MINIMUM_VOLUME = 5;
/** The minimum volumes that a ranking can require. */
export const MINIMUM_VOLUMES = [1, 5, 10, 20, 50, 100] as const;

/** Maximum of a progress card: the next multiple of 20^(digits - 1). For 7 it is 7, for 34 it is 40. */
export function stepperMax(max: number): number {
  const whole = Math.ceil(Math.max(0, max));
  const step = 20 ** (`${whole}`.length - 1);
  return Math.ceil(whole / step) * step;
}
