/** The change of a figure against the period before, and when there is too little data for one. */
import type { Period } from '../../../../contract/dashboards/filter';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import { addDays } from '../../../base/calendar';
import { dayText, localDayAt } from '../../../base/dates';
import { changeOf, isComparable, tooFewText, type Change } from './kpi.format';

interface Compared {
  readonly value: number | null;
  readonly previous: number | null;
  readonly denominator: number;
  readonly previousDenominator: number;
}

interface Trend {
  readonly change: Change | null;
  readonly caution: string | null;
}

/**
 * Figures that mature are preliminary while their youngest submissions may still get an outcome: their change is
 * neither better nor worse. `at` is when the figures arrived, epoch ms.
 */
export function trendOf(code: Kpi, { to }: Period, at: number | null, compared: Compared): Trend {
  const { unit, matures } = kpi(code);
  const { value, previous, denominator, previousDenominator } = compared;
  const matureTo = at === null || matures === undefined ? null : addDays(localDayAt(at), -matures);
  const caution =
    matureTo === null || to <= matureTo
      ? null
      : `Preliminary: submissions after ${dayText(matureTo)} may still get an outcome`;
  if (value === null || previous === null) return { change: null, caution };
  if (!isComparable(unit, denominator, previousDenominator)) {
    return { change: null, caution: tooFewText(denominator, previousDenominator) };
  }
  const change = changeOf(kpi(code), value, previous);
  return { change: caution === null || change === null ? change : { ...change, word: '' }, caution };
}
