/** The charts of business analysis and of the facility, with a link for each value. */
import { createSelector } from 'reselect';
import { BUSINESS_ANALYSIS, FACILITY_KPI, type KpiWidget } from '../../../../contract/dashboards/kpiDashboards';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import { selectUser } from '../../../session/session.selectors';
import type { Card } from '../cards/card';
import { selectPlace } from '../filters/filters.selectors';
import { analysisId, analysisWidgets, kpiDashboardAt, facilityId, facilityWidgets } from './kpiDashboards';
import { frameOf, type Frame } from './cardFrame';
import { analysisChart, facilityChart, isEmptyChart, type KpiChart, type KpiSeries } from './chartData';
import { selectKpi } from './kpi.slice';
import type { KpiAnswer, KpiCardId } from './kpi.slice';
import { reportLink, selectReportContext, type ReportContext } from './reportLinks';
import { type WithKpi } from './kpi.slice';

export interface LinkedSeries extends KpiSeries {
  /** One link per value, to its rows. */
  readonly links: readonly (string | null)[];
}
export interface ReportLink {
  readonly label: string;
  readonly to: string;
}
export interface ChartView extends Frame {
  readonly chart: (Omit<KpiChart, 'series'> & { readonly series: readonly LinkedSeries[] }) | null;
  /** Link for the whole chart. */
  readonly reports: readonly ReportLink[];
  /** Opens in the same tab. */
  readonly inApp: boolean;
}

/** 'December 2025 – November 2026 (so far), whatever the time frame': the filter's time frame does not apply. */
const chartPeriodText = ({ fullLabels }: KpiChart): string =>
  `${fullLabels[0] ?? ''} – ${fullLabels.at(-1) ?? ''}, whatever the time frame`;

const IN_APP: Kpi = 'FILE_COMPLETION';

/** A chart with the reports behind its points, if the user may open them. `chart` is null until loaded. */
export function chartOf(
  id: KpiCardId,
  { title, kpis }: Pick<KpiWidget, 'title' | 'kpis'>,
  card: Card<KpiAnswer> | undefined,
  chart: KpiChart | null,
  context: ReportContext | null,
  ofFacility: boolean,
): ChartView {
  const loaded = frameOf(id, title, kpis, card, chart === null || isEmptyChart(chart));
  const empty = 'No data for these filters. Clear a filter to see more.';
  const frame = { ...loaded, empty, period: chart === null ? '' : chartPeriodText(chart) };
  const inApp = ofFacility && kpis.includes(IN_APP);
  if (chart === null) return { ...frame, chart, reports: [], inApp };
  const [from, to] = [chart.periods[0]?.from ?? '', chart.periods.at(-1)?.to ?? ''];
  const series = chart.series.map((each): LinkedSeries => {
    const link = (index: number) => {
      const period = chart.periods[index];
      const code = each.kpi;
      return code && context && period && each.values[index] ? reportLink(code, period, context) : null;
    };
    return { ...each, links: each.values.map((_, index) => link(index)) };
  });
  const reports = series.flatMap(({ kpi: code }): readonly ReportLink[] => {
    const link = code && context ? reportLink(code, { from, to }, context) : null;
    return code === undefined || link === null ? [] : [{ label: kpi(code).title, to: link }];
  });
  const once = reports.filter(({ to: link }, index) => reports.findIndex((other) => other.to === link) === index);
  return { ...frame, chart: { ...chart, series }, reports: once, inApp };
}

const isChart = ({ kind }: KpiWidget): boolean => kind === 'chart';

/** The charts of the dashboard at the address that the user may see, in order. */
export const selectCharts = createSelector(
  [selectKpi, selectPlace, selectUser, selectReportContext],
  ({ cards }, place, user, context): readonly ChartView[] => {
    const dashboard = place === null ? null : kpiDashboardAt(place);
    if (user === null || dashboard === null) return [];
    if (dashboard === 'analysis') {
      return analysisWidgets(user)
        .filter((widget) => isChart(BUSINESS_ANALYSIS[widget]))
        .map((widget) => {
          const id = analysisId(widget);
          const data = cards[id]?.data ?? null;
          const chart = data !== null && 'vmsName' in data ? analysisChart(widget, data) : null;
          return chartOf(id, BUSINESS_ANALYSIS[widget], cards[id], chart, context, false);
        });
    }
    if (dashboard !== 'facility') return [];
    return facilityWidgets(user)
      .filter((widget) => isChart(FACILITY_KPI[widget]))
      .map((widget) => {
        const id = facilityId(widget);
        const data = cards[id]?.data ?? null;
        const chart =
          data !== null && 'months' in data && 'figures' in data && !('vmsName' in data)
            ? facilityChart(widget, data)
            : null;
        return chartOf(id, FACILITY_KPI[widget], cards[id], chart, context, true);
      });
  },
);

/** Whether a card shows its chart or the table: the chosen one, else the `usual` one. */
export const selectKpiView = (state: WithKpi, id: KpiCardId, usual: 'chart' | 'table' = 'chart') =>
  selectKpi(state).views[id] ?? usual;
