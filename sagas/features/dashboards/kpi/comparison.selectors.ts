/** A supplier's figures beside another's, the median and their targets, over twelve months. */
import { createSelector } from 'reselect';
import { SUPPLIER_CARDS } from '../../../../contract/dashboards/kpiDashboards';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { selectUser } from '../../../session/session.selectors';
import { COMPARISON, showsScores } from './kpiDashboards';
import { frameOf, type Frame } from './cardFrame';
import { byMonth, type KpiChart, type KpiSeries } from './chartData';
import { basisText, valueText } from './kpi.format';
import { selectComparedWith, selectSuppliers } from './kpi.selectors';
import { selectKpi } from './kpi.slice';
import { MEDIAN_ONLY } from './kpiAddress';
import { reportLink, selectReportContext } from './reportLinks';
import { selectSupplier } from './scores.selectors';

type Answer = ResponseOf<'supplierComparison'>;

export interface ComparedFigure {
  readonly label: string;
  readonly text: string;
  /** '6 of 12', 'per month', 'met' */
  readonly detail: string;
  /** The list of the rows behind it; null if the user may not open it. */
  readonly to: string | null;
}
export interface ComparedCard extends Frame {
  readonly code: Kpi;
  readonly figures: readonly ComparedFigure[];
  readonly chart: Pick<KpiChart, 'labels' | 'fullLabels' | 'open' | 'series'> | null;
  /** This supplier's own target, and that of all, in the unit of the KPI; null if none is set. */
  readonly targets: { readonly own: number | null; readonly all: number | null };
}
export interface ComparisonView {
  readonly id: string;
  /** What the supplier can be compared with, and what is chosen; null for nothing. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string | null;
  readonly supplier: { readonly id: string; readonly name: string } | null;
  readonly canSetTargets: boolean;
  /** Empty while nothing is chosen. */
  readonly cards: readonly ComparedCard[];
  readonly error: string | null;
  readonly isFailed: boolean;
}

/** Null for users without scorecards. */
export const selectComparison = createSelector(
  [selectUser, selectKpi, selectComparedWith, selectSupplier, selectSuppliers, selectReportContext],
  (user, { cards }, compared, agencyId, suppliers, context): ComparisonView | null => {
    if (user === null || !showsScores(user)) return null;
    const own = user.organizationType === 'AGENCY';
    const nameOf = (id: string): string => suppliers.find(({ value }) => value === id)?.label ?? 'Unknown supplier';
    const card = cards[COMPARISON];
    // Only supplierComparison answers a card of this id.
    const answer = (card?.data ?? null) as Answer | null;
    const frame = frameOf(COMPARISON, '', [], card, false);
    const view = {
      id: COMPARISON,
      choices: own
        ? [{ value: MEDIAN_ONLY, label: 'The last twelve months' }]
        : [
            { value: MEDIAN_ONLY, label: 'The median, over twelve months' },
            ...suppliers.filter(({ value }) => value !== agencyId),
          ],
      chosen: compared,
      supplier: agencyId === null ? null : { id: agencyId, name: own ? 'You' : nameOf(agencyId) },
      canSetTargets: answer?.canSetTargets ?? false,
      error: frame.error,
      isFailed: frame.phase === 'failed',
    };
    if (compared === null || agencyId === null) return { ...view, cards: [] };
    const other = compared === MEDIAN_ONLY ? null : compared;
    const shown = Object.values(SUPPLIER_CARDS).map((code): ComparedCard => {
      const { title, unit } = kpi(code);
      const name = `${title}, twelve months`;
      const found = answer?.cards.find((each) => each.kpi === code);
      const of = frameOf(`${COMPARISON}/${code}`, name, [code], card, false);
      if (answer === null || found === undefined) {
        return { ...of, code, figures: [], chart: null, targets: { own: null, all: null } };
      }
      const figures: ComparedFigure[] = [];
      const series: KpiSeries[] = [];
      const add = (id: string, label: string, color: KpiSeries['color']): void => {
        const figure = found.suppliers.find((each) => each.agencyId === id);
        const to = context === null ? null : reportLink(code, answer.period, context, own ? {} : { agencyIds: [id] });
        figures.push({
          label,
          text: valueText(unit, figure?.value ?? null),
          detail: figure === undefined ? '' : basisText(unit, figure),
          to: (figure?.value ?? 0) === 0 ? null : to,
        });
        series.push({ label, color, values: figure?.values ?? answer.months.map(() => null) });
      };
      add(agencyId, own ? 'You' : nameOf(agencyId), 'brand');
      if (other !== null) add(other, nameOf(other), 'warning');
      if (found.median !== null) {
        const text = valueText(unit, found.median);
        figures.push({ label: 'Median', text, detail: 'of all suppliers', to: null });
        series.push({ label: 'Median', color: 'tertiary', values: found.medians, dashed: true });
      }
      const first = found.suppliers.find((each) => each.agencyId === agencyId);
      const targets = { own: first?.target ?? null, all: found.target };
      const target = targets.own ?? targets.all;
      if (target !== null) {
        const detail = [
          unit === 'count' ? 'per month' : verdict(code, first?.value ?? null, target),
          targets.own === null ? 'for all' : '',
        ];
        figures.push({
          label: 'Target',
          text: valueText(unit, target),
          detail: detail.filter((each) => each !== '').join(', '),
          to: null,
        });
        series.push({ label: 'Target', color: 'rose', values: answer.months.map(() => target), dashed: true });
      }
      const { labels, fullLabels, open } = byMonth(answer.months);
      return { ...of, code, figures, chart: { labels, fullLabels, open, series }, targets };
    });
    return { ...view, cards: shown };
  },
);

/** Whether the value of the period reaches the target. */
export function verdict(code: Kpi, value: number | null, target: number): '' | 'met' | 'not met' {
  if (value === null) return '';
  return (kpi(code).better === 'more' ? value >= target : value <= target) ? 'met' : 'not met';
}
