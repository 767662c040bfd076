/** Ranges of dates and numbers: 'from..to' in the address, two fields on the screen. */
export type RangeKind = 'dates' | 'numbers';

/** As typed: either side may be empty. */
export interface RangeText {
  readonly from: string;
  readonly to: string;
}

export const FIRST_DAY = '1990-01-01';
export const LAST_DAY = '2100-12-31';
const NUMBER = /^-?\d{1,9}(\.\d{1,2})?$/;

/** A day that exists: Date would make 1 March of 30 February. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const isSide = (kind: RangeKind, text: string): boolean =>
  kind === 'numbers' ? NUMBER.test(text) : isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;

export function isRange(kind: RangeKind, value: string): boolean {
  const [from, to, ...more] = value.split('..');
  if (from === undefined || to === undefined || more.length > 0 || value === '..') return false;
  return [from, to].every((side) => side === '' || isSide(kind, side));
}

export function readRange(value: string | undefined): RangeText {
  const [from = '', to = ''] = (value ?? '').split('..');
  return { from, to };
}

/** What is wrong with it, as a sentence; null where nothing is. Both sides empty is no range, and no fault. */
export function rangeFault(kind: RangeKind, { from, to }: RangeText): string | null {
  const wrong = [from, to].find((side) => side !== '' && !isSide(kind, side));
  if (wrong !== undefined) {
    return kind === 'dates'
      ? 'Please choose dates between 01/01/1990 and 12/31/2100.'
      : 'Please type numbers with at most two decimals, such as 20 or 62.50.';
  }
  if (from === '' || to === '') return null;
  const turned = kind === 'dates' ? from > to : Number(from) > Number(to);
  return turned ? `The first ${kind === 'dates' ? 'date' : 'number'} must not come after the second.` : null;
}

/** The filter's values for it: none where both sides are empty. */
export const rangeValues = ({ from, to }: RangeText): readonly string[] =>
  from === '' && to === '' ? [] : [`${from}..${to}`];
