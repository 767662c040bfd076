import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { chartText, tickText } from '../../../../sagas/features/dashboards/kpi/chartData';
import { selectKpiView, type ChartView } from '../../../../sagas/features/dashboards/kpi/charts.selectors';
import { navigateRequested } from '../../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Swatch } from '../../../ui/chart/Swatch';
import type { ChartData } from '../../../ui/chart/chart.types';
import { chartCsv } from '../../../ui/chart/chartText';
import { PointsChart } from '../../../ui/chart/PointsChart';
import { openTab } from '../../../ui/Link';
import { BreakDownChoice } from './Breakdown';
import { CardSave } from './CardSave';
import { KpiCard } from './KpiCard';
import { ReportLink } from './ReportLink';

/** The chart's data, with a one-sentence summary for screen readers. */
export function dataOf({ title, chart, inApp }: ChartView): ChartData | null {
  if (chart === null) return null;
  const { unit, labels, fullLabels, series, of, stacked, open } = chart;
  const text = (value: number | null) => chartText(unit, value);
  const last = series.map(({ label, values }) => `${label} ${text(values.at(-1) ?? null)}`).join(', ');
  return {
    name: `${title}${unit === 'days' ? ' in days' : ''} by ${of.toLowerCase()}`,
    of,
    labels,
    fullLabels,
    series,
    open,
    ...(unit === 'days' && { unit }),
    text,
    tick: (value) => tickText(unit, value),
    withoutTotal: stacked !== true,
    newestFirst: true,
    link: (to, words) => (
      <ReportLink to={to} inApp={inApp} plain>
        {words}
      </ReportLink>
    ),
    summary: `${title}, by ${of.toLowerCase()}; the last, ${fullLabels.at(-1) ?? ''}: ${last}. All figures are in the table.`,
  };
}

/** A KPI as a chart or a table, whose points lead to their rows. */
export function ChartCard({ view }: { readonly view: ChartView }) {
  const dispatch = useDispatch();
  const { id, title, chart, inApp } = view;
  const shown = useAppSelector((state) => selectKpiView(state, id));
  const data = useMemo(() => dataOf(view), [view]);
  const onPick = (index: number, series: number) => {
    const to = chart?.series[series]?.links[index];
    if (to == null) return;
    if (inApp) dispatch(navigateRequested({ to }));
    else openTab(to);
  };
  return (
    <KpiCard
      view={view}
      tools={
        <>
          <BreakDownChoice title={title} definitions={view.definitions} />
          <CardSave
            id={id}
            csv={view.phase === 'full' && data !== null ? () => chartCsv(data) : null}
            title={title}
            shown={shown}
          />
        </>
      }
      foot={
        <>
          <span className="quiet">{view.period}</span>
          {chart?.note !== undefined && <span>{chart.note}</span>}
          {chart?.series.some(({ dashed }) => dashed) && <span className="quiet">Dashed: expected, not billed</span>}
          {chart?.unit === 'days' && <span className="quiet">Average, in days</span>}
          {view.reports.map(({ label, to }) => (
            <ReportLink key={label} to={to} inApp={inApp}>
              {view.reports.length > 1 ? label : 'Open the report'}
            </ReportLink>
          ))}
        </>
      }
    >
      {chart?.kind === 'bar' && chart.series.length > 1 && (
        <ul className="kpi-legend">
          {chart.series.map(({ label, color }) => (
            <li key={label}>
              <Swatch color={color} />
              {label}
            </li>
          ))}
        </ul>
      )}
      {chart !== null && data !== null && (
        <div className="card-chart">
          <PointsChart data={data} kind={chart.kind} stacked={chart.stacked ?? false} view={shown} onPick={onPick} />
        </div>
      )}
    </KpiCard>
  );
}
