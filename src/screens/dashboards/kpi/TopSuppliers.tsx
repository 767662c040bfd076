import { useMemo } from 'react';
import { selectKpiView } from '../../../../sagas/features/dashboards/kpi/charts.selectors';
import { selectTopCards, type TopView } from '../../../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Chart, type ChartData } from '../../../ui/chart';
import { openTab } from '../../../ui/openTab';
import { CardSave } from './CardSave';
import { KpiCard } from './KpiCard';
import { RankTable } from './RankTable';
import { ReportLink } from './ReportLink';
import { StatTiles } from './StatTile';

/** Rankings of the top ten suppliers. */
export function TopSuppliers() {
  const cards = useAppSelector(selectTopCards);
  return (
    <>
      <StatTiles />
      <div className="card-grid">
        {cards.map((view) => (
          <TopCard key={view.id} view={view} />
        ))}
      </div>
      {cards.length === 0 && (
        <p className="dashboard-empty">None of these rankings is yours to see. Please ask your administrator.</p>
      )}
    </>
  );
}

const FULL_SCALE = { step: 25, max: 100 };

function dataOf({ title, rows, column, percent }: TopView): ChartData {
  const textOf = new Map(rows.map(({ value, text }) => [value, text]));
  const [best] = rows;
  return {
    name: `${title}: the first ten`,
    of: 'Supplier',
    labels: rows.map(({ name }) => name),
    series: [
      { label: column, color: 'brand', values: rows.map(({ value }) => value), links: rows.map(({ to }) => to) },
    ],
    text: (value) => (value === null ? '–' : (textOf.get(value) ?? String(value))),
    summary: best === undefined ? `${title}: nobody.` : `${title}: ${best.name} comes first with ${best.text}.`,
    ...(percent && { axis: FULL_SCALE }),
  };
}

/** A ranking as horizontal bars, or as a table with bars. */
export function TopCard({ view }: { readonly view: TopView }) {
  const { id, title, kind, rows, to } = view;
  const shown = useAppSelector((state) => selectKpiView(state, id));
  const data = useMemo(() => dataOf(view), [view]);
  const isTable = kind === 'table';
  return (
    <KpiCard
      view={view}
      tools={
        <CardSave
          id={id}
          data={view.face === 'full' ? data : null}
          title={title}
          shown={isTable ? flipped(shown) : shown}
        />
      }
      foot={
        <>
          <span className="quiet">{view.period}</span>
          {to !== null && <ReportLink to={to}>Open the report</ReportLink>}
        </>
      }
    >
      <div className="card-chart is-rank">
        {(shown === 'table') === isTable ? (
          <Chart data={data} kind="rows" view="chart" onPick={(index) => open(rows[index]?.to)} />
        ) : (
          <RankTable view={view} />
        )}
      </div>
    </KpiCard>
  );
}

const flipped = (shown: 'chart' | 'table') => (shown === 'table' ? 'chart' : 'table');
const open = (to: string | null | undefined) => {
  if (to != null) openTab(to);
};
