/** From what was added up to what a KPI says. */
import type { Period } from '../../../contract/dashboard';
import {
  DAYS_DECIMALS,
  kpi,
  percentOf,
  ratioOf,
  roundTo,
  type Kpi,
  type Quantity,
} from '../../../contract/dashboard/kpi';
import type { Sought, Sums } from './sought';

type Part = 'of' | 'among' | 'basis';
const nameOf = (code: Kpi, part: Part, when: string, index: number): string => `${code}.${part}.${when}.${index}`;

/** What must be added up for a KPI; `when` tells periods apart. */
export function soughtFor(code: Kpi, period: Period, when = ''): Sought[] {
  const { unit, of, among = [], basis = [] } = kpi(code);
  const part = (name: Part, quantities: readonly Quantity[], counted: boolean): Sought[] =>
    quantities.map((quantity, index) => ({
      name: nameOf(code, name, when, index),
      quantity,
      period,
      ...(counted && { counted: true as const }),
    }));
  return [
    ...part('of', of, false),
    // A mean is over the rows that have the value.
    ...(unit === 'days' ? part('among', of, true) : part('among', among, false)),
    ...part('basis', basis, false),
  ];
}

export interface Reckoned {
  readonly numerator: number;
  /** Of counts and sums: what makes a supplier one that is ranked. */
  readonly denominator: number;
  /** Rounded as it is shown; null where there is nothing to reckon it of. */
  readonly value: number | null;
}

export function reckoned(code: Kpi, sums: Sums, when = ''): Reckoned {
  const { unit, of, among, basis } = kpi(code);
  const add = (part: Part, count: number): number =>
    Array.from({ length: count }, (_, index) => sums[nameOf(code, part, when, index)] ?? 0).reduce((a, b) => a + b, 0);
  // Days are added up as binary fractions; each of them has two decimals, and so has their sum.
  const numerator = unit === 'days' ? roundTo(add('of', of.length), DAYS_DECIMALS) : add('of', of.length);
  const denominator =
    unit === 'days'
      ? add('among', of.length)
      : among !== undefined
        ? add('among', among.length)
        : basis === undefined
          ? numerator
          : add('basis', basis.length);
  return { numerator, denominator, value: valueOf(unit, numerator, denominator) };
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
