/** How a KPI is rounded, and when it is good: first round to what is shown, then compare. */

export type Tone = 'green' | 'yellow' | 'red';
export type ThresholdRule = 'ratio' | 'retention' | 'declined';

/** Half away from zero, as people round; what binary fractions make of 1.005 is not seen. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / factor || 0;
}

export const RATIO_DECIMALS = 1;
export const PERCENT_DECIMALS = 2;
export const DAYS_DECIMALS = 2;

/** Null where there is nothing to divide by: then nothing is said about it. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundTo((100 * part) / whole, PERCENT_DECIMALS);
export const ratioOf = (up: number, down: number): number | null =>
  down === 0 ? null : roundTo(up / down, RATIO_DECIMALS);

/** '3.4 : 1'; '0 : 0' where there is nothing to divide by. */
export function ratioText(up: number, down: number): string {
  const ratio = ratioOf(up, down);
  return ratio === null ? '0 : 0' : `${ratio} : 1`;
}

const TONES: Readonly<Record<ThresholdRule, (value: number) => Tone>> = {
  ratio: (value) => (value <= 4 ? 'green' : value < 6 ? 'yellow' : 'red'),
  /** Also of the fill rate. */
  retention: (value) => (value < 30 ? 'red' : value < 60 ? 'yellow' : 'green'),
  declined: (value) => (value <= 30 ? 'green' : value <= 60 ? 'yellow' : 'red'),
};

export function toneOf(rule: ThresholdRule, value: number): Tone {
  return TONES[rule](roundTo(value, rule === 'ratio' ? RATIO_DECIMALS : PERCENT_DECIMALS));
}

/** Where a progress card ends: the next multiple of 20 to the power of one less than its digits. 7 is 7, 34 is 40. */
export function stepperMax(max: number): number {
  const whole = Math.ceil(Math.max(0, max));
  if (whole === 0) return 0;
  const step = 20 ** (`${whole}`.length - 1);
  return Math.ceil(whole / step) * step;
}
