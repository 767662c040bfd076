/** Targets of KPIs and their valid values. A target is one supplier's, or that of all suppliers without their own. */
import { kpi, type Kpi } from './kpis';
import type { KpiUnit } from './kpiDefinition';

/** In the unit of the KPI. A target of a count or sum is for one month. */
const LARGEST: Readonly<Record<KpiUnit, number>> = {
  percent: 100,
  ratio: 1_000,
  days: 3_650,
  count: 1_000_000,
  cents: 100_000_000_000,
};
const DECIMALS: Readonly<Record<KpiUnit, number>> = { percent: 2, ratio: 1, days: 2, count: 0, cents: 0 };

/** Why a value cannot be the target of the KPI, as a sentence; null if it can. */
export function targetProblem(code: Kpi, value: number): string | null {
  const { unit, title } = kpi(code);
  const largest = LARGEST[unit];
  if (!Number.isFinite(value) || value < 0 || value > largest) {
    return `A target of ${title} is a number from 0 to ${largest.toLocaleString('en-US')}.`;
  }
  const decimals = DECIMALS[unit];
  if (Number(value.toFixed(decimals)) === value) return null;
  return decimals === 0
    ? `A target of ${title} is a whole number.`
    : `A target of ${title} has at most ${decimals} decimal${decimals === 1 ? '' : 's'}.`;
}
