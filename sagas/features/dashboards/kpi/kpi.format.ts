/** Formats KPI figures, rounded first to what is shown. Pure. */
import {
  MINIMUM_BASE,
  ratioText,
  ratioValueText,
  roundTo,
  toneOf,
  type KpiTone,
} from '../../../../contract/dashboards/kpiRules';
import type { KpiDefinition, KpiUnit } from '../../../../contract/dashboards/kpiDefinition';
import { countText } from '../../../base/numbers';

const NONE = '–';
const THOUSAND = 1_000;

const fixed = (decimals: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const one = fixed(1);
const two = fixed(2);
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars in thousands: '$1,234.5K'. */
export const thousandsText = (dollars: number): string => {
  const thousands = roundTo(dollars / THOUSAND, 1);
  return `${thousands < 0 ? '-' : ''}$${one.format(Math.abs(thousands))}K`;
};
/** '$1,234.50'. */
export const dollarsText = (dollars: number): string => money.format(roundTo(dollars, 2));
/** Days with two decimals, without the word; a dash for null. */
export const daysText = (days: number | null): string => (days === null ? NONE : two.format(roundTo(days, 2)));
/** '62.50%'; a dash for null. */
export const percentText = (percent: number | null): string =>
  percent === null ? NONE : `${two.format(roundTo(percent, 2))}%`;

/** What a tile's figure consists of, in the unit of its KPI. */
export interface Figure {
  /** Rounded as shown; null if the denominator is 0. */
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number;
}

/** A figure in its unit; a ratio as '3.2 : 1'. */
export function figureText(unit: KpiUnit, { value, numerator, denominator }: Figure): string {
  if (unit === 'ratio') return ratioText(numerator, denominator);
  return valueText(unit, value);
}

/** What a figure was computed from: '6 of 12'; empty for counts and sums, which show it already. */
export function basisText(unit: KpiUnit, { numerator, denominator }: Omit<Figure, 'value'>): string {
  switch (unit) {
    case 'percent':
      return `${countText(numerator)} of ${countText(denominator)}`;
    case 'ratio':
      return `${countText(numerator)} to ${countText(denominator)}`;
    case 'days':
      return `${daysText(numerator)} days of ${countText(denominator)}`;
    case 'count':
    case 'cents':
      return '';
  }
}

/** A value in its unit: '62.50%', '3.25 days', dollars for cents; a dash for null. */
export function valueText(unit: KpiUnit, value: number | null): string {
  switch (unit) {
    case 'percent':
      return percentText(value);
    case 'days':
      return value === null ? NONE : `${daysText(value)} days`;
    case 'cents':
      return value === null ? NONE : dollarsText(value / 100);
    case 'ratio':
      return ratioValueText(value);
    case 'count':
      return value === null ? NONE : countText(value);
  }
}

const TONE_WORDS: Readonly<Record<KpiTone, string>> = { green: 'Good', yellow: 'Fair', red: 'Poor' };
export interface Rating {
  readonly tone: KpiTone;
  readonly word: string;
}
/** Null without a threshold or a value to judge. */
export function ratingOf({ threshold }: Pick<KpiDefinition, 'threshold'>, value: number | null): Rating | null {
  if (threshold === undefined || value === null) return null;
  const tone = toneOf(threshold, value);
  return { tone, word: TONE_WORDS[tone] };
}

export interface Change {
  readonly way: 'up' | 'down' | 'same';
  /** 'better', 'worse', or empty if unchanged. */
  readonly word: '' | 'better' | 'worse';
  readonly text: string;
}

const DECIMALS: Readonly<Record<KpiUnit, number>> = { percent: 2, ratio: 1, days: 2, count: 0, cents: 2 };
const UNIT_WORDS: Readonly<Record<KpiUnit, string>> = {
  percent: ' points',
  ratio: '',
  days: ' days',
  count: '',
  cents: '',
};

/** Whether both values are based on enough rows to be compared; counts and sums always are. */
export const isComparable = (unit: KpiUnit, base: number, previousBase: number): boolean =>
  unit === 'count' || unit === 'cents' || Math.min(base, previousBase) >= MINIMUM_BASE;

/** Why there is no trend. */
export function tooFewText(base: number, previousBase: number): string {
  const [n, when] = previousBase < base ? [previousBase, 'before'] : [base, 'now'];
  return `Too few to compare: ${countText(n)} ${when}; a trend needs at least ${MINIMUM_BASE}`;
}

/** Change against the previous period; null if either value is missing. */
export function changeOf(
  { unit, better }: Pick<KpiDefinition, 'unit' | 'better'>,
  value: number | null,
  previous: number | null,
): Change | null {
  if (value === null || previous === null) return null;
  const by = roundTo(value - previous, DECIMALS[unit]);
  if (by === 0) return { way: 'same', word: '', text: 'unchanged' };
  const size = unit === 'cents' ? dollarsText(Math.abs(by) / 100) : fixed(DECIMALS[unit]).format(Math.abs(by));
  const word = by > 0 === (better === 'more') ? 'better' : 'worse';
  return { way: by > 0 ? 'up' : 'down', word, text: `${size}${UNIT_WORDS[unit]}` };
}
