/** Scorecards of suppliers beside each other, the median and their targets, with the twelve months of each figure. */
import { SUPPLIER_CARDS, type SupplierCard } from '../../../../contract/dashboards/kpiDashboards';
import { DAYS_DECIMALS, roundTo } from '../../../../contract/dashboards/kpiRules';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { monthOf, monthPeriod, rollingMonths, rollingPeriod } from '../../../base/dates';
import { aggregateInMemory } from '../../lists/totals';
import type { DashboardQuery } from '../query';
import { sumsOf, type Grouped } from '../sumRequest';
import { kpiValue, shown, sumRequestsOf, type KpiValue } from './kpiValues';
import { suppliersOf } from './suppliers';
import { sumQuantities } from './sums';
import type { Target } from './targets';

type Answer = ResponseOf<'supplierComparison'>;
type Card = Answer['cards'][number];

/**
 * `query` covers all suppliers of the program. `only` names those in the answer; the others count only for the median,
 * and only with `withMedian`.
 */
export async function compareSuppliers(
  query: DashboardQuery,
  only: readonly string[],
  targets: readonly Target[],
  withMedian: boolean,
): Promise<Omit<Answer, 'canSetTargets'>> {
  const { today, period } = query;
  const months = rollingMonths(today);
  const rolling = { from: rollingPeriod(today).from, to: monthPeriod(monthOf(today)).to };
  const cards = Object.entries(SUPPLIER_CARDS) as [SupplierCard, Kpi][];
  const codes = cards.map(([, code]) => code);
  const suppliers = (await suppliersOf(query, null)).map(({ id }) => id);
  const answered = only.filter((id) => suppliers.includes(id));
  await aggregateInMemory(query.queries);
  const now = await sumQuantities(
    query,
    codes.flatMap((code) => sumRequestsOf(code, period)),
    'supplier',
  );
  const monthly = await sumQuantities(
    query,
    codes.flatMap((code) => sumRequestsOf(code, rolling)),
    'supplierMonth',
  );
  return {
    period,
    months: [...months],
    cards: cards.map(([card, code]): Card => {
      const current = new Map(suppliers.map((id) => [id, kpiValue(code, sumsOf(now, id))]));
      const series = new Map(
        suppliers.map((id) => [id, months.map((month) => valueOfMonth(code, monthly, id, month))]),
      );
      // Suppliers without anything to count all year, nor in the period, are left out.
      const taking = suppliers.filter((id) =>
        [current.get(id), ...(series.get(id) ?? [])].some((each) => (each?.denominator ?? 0) !== 0),
      );
      const medianOf = (values: readonly (KpiValue | undefined)[]): number | null =>
        withMedian
          ? median(
              code,
              values.map((each) => shown(code, each)),
            )
          : null;
      const of = targets.filter((target) => target.kpi === code);
      const common = of.find(({ agencyId }) => agencyId === null)?.target ?? null;
      return {
        card,
        kpi: code,
        median: medianOf(taking.map((id) => current.get(id))),
        medians: months.map((_, index) => medianOf(taking.map((id) => series.get(id)?.[index]))),
        target: common,
        suppliers: answered.map((id) => {
          const figure = current.get(id);
          const { numerator = 0, denominator = 0 } = figure ?? {};
          return {
            agencyId: id,
            value: shown(code, figure),
            numerator,
            denominator,
            values: (series.get(id) ?? []).map((each) => shown(code, each)),
            target: of.find(({ agencyId }) => agencyId === id)?.target ?? null,
          };
        }),
      };
    }),
  };
}

const valueOfMonth = (code: Kpi, monthly: Grouped, id: string, month: string): KpiValue =>
  kpiValue(code, sumsOf(monthly, `${id} ${month}`));

/** Of those that have a value, in the decimals of the KPI; null without any. */
export function median(code: Kpi, values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return roundTo((low + high) / 2, kpi(code).unit === 'count' ? 1 : DAYS_DECIMALS);
}
