import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { MINIMUM_VOLUMES } from '../../../../contract/dashboards/kpiRules';
import { selectKpiView } from '../../../../sagas/features/dashboards/kpi/charts.selectors';
import { kpiVolumeChosen, kpiShowsAllChanged } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { selectMinimumVolume } from '../../../../sagas/features/dashboards/kpi/kpiAddress';
import {
  rankTick,
  selectTopCards,
  type TopRow,
  type TopView,
} from '../../../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import type { ChartData } from '../../../ui/chart/chart.types';
import { PointsChart } from '../../../ui/chart/PointsChart';
import { LinkButton } from '../../../ui/Button';
import { SelectField } from '../../../ui/SelectField';
import { openTab } from '../../../ui/Link';
import { BreakDownButton, BreakdownPanel } from './Breakdown';
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
      <div className="kpi-ranking-head">
        <StatTiles />
        <MinimumVolume />
      </div>
      <BreakdownPanel />
      <div className="card-grid">
        {cards.map((view) => (
          <TopCard key={view.id} view={view} />
        ))}
      </div>
      {cards.length === 0 && (
        <p className="dashboard-empty">
          You do not have permission to see any of these rankings. Please ask your administrator for access.
        </p>
      )}
    </>
  );
}

/** The volume that a supplier needs to be ranked: 1 of 1 is weaker evidence than 40 of 50. */
function MinimumVolume() {
  const dispatch = useDispatch();
  const volume = useAppSelector(selectMinimumVolume);
  const choices = [...new Set([...MINIMUM_VOLUMES, volume])].sort((a, b) => a - b);
  return (
    <div className="kpi-volume">
      <SelectField
        id="kpi-volume"
        name="volume"
        label="Rank suppliers with at least"
        value={String(volume)}
        choices={choices.map((each) => ({ value: String(each), label: each === 1 ? '1 case' : `${each} cases` }))}
        onChange={({ target }) => dispatch(kpiVolumeChosen({ volume: Number(target.value) }))}
      />
    </div>
  );
}

const FULL_SCALE = { step: 25, max: 100 };

/** A ranking as its chart shows it. */
export function rankData({ title, rows, column, unit }: TopView): ChartData {
  const isPercent = unit === 'percent';
  const textOf = new Map(rows.map(({ value, text }) => [value ?? 0, text]));
  const [best] = rows;
  return {
    name: `${title}: the first ten`,
    of: 'Supplier',
    labels: rows.map(({ name, detail }) => (isPercent && detail !== null ? `${name} (${detail})` : name)),
    series: [
      {
        label: column,
        color: 'brand',
        values: rows.map(({ value }) => value ?? 0),
        links: rows.map(({ to }) => to),
      },
    ],
    text: (value) => (value === null ? '–' : (textOf.get(value) ?? String(value))),
    summary: best === undefined ? `${title}: no suppliers.` : `${title}: ${best.name} comes first with ${best.text}.`,
    tick: (value) => rankTick(unit, value),
    labelled: true,
    ...(isPercent && { axis: FULL_SCALE }),
  };
}

/** The unformatted figures of the suppliers that are shown; those too few to be ranked come last. */
export function rankCsv({ rows, apart, column, volumeColumn }: TopView): readonly (readonly string[])[] {
  const line = (isRanked: string) => (row: TopRow) => [
    row.name,
    ...(volumeColumn === null ? [] : [String(row.volume ?? '')]),
    String(row.value ?? ''),
    ...(apart.length === 0 ? [] : [isRanked]),
  ];
  return [
    ['Supplier', ...(volumeColumn === null ? [] : [volumeColumn]), column, ...(apart.length === 0 ? [] : ['Ranked'])],
    ...rows.map(line('yes')),
    ...apart.map(line('no')),
  ];
}

/** A ranking as horizontal bars, or as a table with bars. */
function TopCard({ view }: { readonly view: TopView }) {
  const dispatch = useDispatch();
  const { id, title, kind, rows, to, showsAll, unranked, zeros } = view;
  // Zeros would have no bars.
  const usual = kind === 'table' || showsAll || zeros !== null ? 'table' : 'chart';
  const shown = useAppSelector((state) => selectKpiView(state, id, usual));
  const data = useMemo(() => rankData(view), [view]);
  const sentence = unranked ?? zeros;
  return (
    <KpiCard
      view={view}
      tools={
        <>
          {view.definitions.map((of) => (
            <BreakDownButton key={of.code} of={of} />
          ))}
          <CardSave id={id} csv={view.phase === 'full' ? () => rankCsv(view) : null} title={title} shown={shown} />
        </>
      }
      foot={
        <>
          <span className="quiet">{view.period}</span>
          {view.more !== null && <span>{view.more}</span>}
          {view.least !== null && <span className="quiet">{view.least}</span>}
          {unranked === null && (showsAll || view.count > rows.length) && (
            <LinkButton onClick={() => dispatch(kpiShowsAllChanged({ id, showsAll: !showsAll }))}>
              {showsAll ? 'Show the first ten' : `Show all ${view.count}`}
            </LinkButton>
          )}
          {to !== null && <ReportLink to={to}>Open the report</ReportLink>}
        </>
      }
    >
      {sentence !== null && <p className="kpi-zeros">{sentence}</p>}
      <div className="card-chart is-rank">
        {shown === 'table' && <RankTable view={view} />}
        {shown === 'chart' && unranked === null && (
          <PointsChart data={data} kind="rows" view="chart" onPick={(index) => open(rows[index]?.to)} />
        )}
      </div>
    </KpiCard>
  );
}

const open = (to: string | null | undefined) => {
  if (to != null) openTab(to);
};
