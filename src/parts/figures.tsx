/** Numbers: on cards and tiles, and drawn. */
import { useEffect, useState } from 'react';
import { Card, FigureSkeleton } from '../ui/Card';
import { Chart } from '../ui/chart/Chart';
import type { ChartColor, ChartData, ChartKind } from '../ui/chart/chart.types';
import { PointsChart } from '../ui/chart/PointsChart';
import { Swatch } from '../ui/chart/Swatch';
import { RollingNumber } from '../ui/RollingNumber';
import { StatLine, StatValue } from '../ui/Stat';
import { Tile } from '../ui/Tile';
import '../ui/theme/dashboard.css';
import '../ui/theme/dashboardCards.css';
import '../ui/theme/dashboardFilters.css';
import '../ui/theme/kpi.css';
import { nothing, type Part, type PartState } from './parts.types';

const COLORS: readonly ChartColor[] = [
  ...(['brand', 'warning', 'primary', 'purple', 'blue', 'success', 'tertiary', 'rose', 'teal'] as const),
];
const STATUSES = ['Open', 'In review', 'Offered', 'Filled', 'Closed'];
const MONTHS = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];

const STATUS_DATA: ChartData = {
  name: 'Jobs',
  of: 'Status',
  labels: STATUSES,
  series: [
    {
      label: 'Count',
      color: 'primary',
      colors: ['blue', 'warning', 'purple', 'success', 'tertiary'],
      values: [42, 18, 7, 63, 0],
    },
  ],
  axis: { step: 20, max: 80 },
  labelled: true,
};
const MONTH_DATA: ChartData = {
  name: 'Fill rate',
  of: 'Month',
  labels: MONTHS,
  series: [
    { label: 'Registered Nurse', color: 'primary', values: [61, 64, 60, 70, 72, 75] },
    { label: 'Therapist', color: 'warning', values: [40, 44, null, 52, 50, 58] },
    { label: 'Projected', color: 'tertiary', dashed: true, values: [null, null, null, null, 75, 79] },
  ],
  open: 5,
  newestFirst: true,
  withoutTotal: true,
  tick: (value) => `${value} %`,
};
const STACKED_DATA: ChartData = {
  ...MONTH_DATA,
  name: 'Bookings',
  series: [
    { label: 'New', color: 'primary', values: [12, 14, 9, 16, 18, 20] },
    { label: 'Extended', color: 'warning', values: [4, 6, 5, 8, 7, 3] },
  ],
};

const framed = (chart: JSX.Element) => <div style={{ height: 260 }}>{chart}</div>;
const drawn = (name: string, kind: ChartKind, data: ChartData, stacked = false): PartState => ({
  name,
  show: () => framed(<Chart data={data} kind={kind} stacked={stacked} view="chart" />),
});

const card = (busy: boolean, inside: JSX.Element) => (
  <div className="card-grid">
    <Card labelledBy={`card-${busy}`} busy={busy}>
      <header className="card-head">
        <h2 id={`card-${busy}`}>Jobs</h2>
      </header>
      {inside}
    </Card>
  </div>
);

/** As if an event came a moment after it was drawn. */
function Changing() {
  const [text, setText] = useState('41');
  useEffect(() => setText('42'), []);
  return <RollingNumber text={text} of="/vms/jobs" />;
}

export const FIGURES: readonly Part[] = [
  {
    file: 'Card',
    states: [
      { name: 'loading', show: () => card(true, <FigureSkeleton variant="card" />) },
      { name: 'with content', show: () => card(false, <p className="card-empty">No data for these filters.</p>) },
      { name: 'loading figure', show: () => <FigureSkeleton variant="stat" /> },
    ],
  },
  {
    file: 'Tile',
    states: [
      { name: 'linked', show: () => <Tile value="1,204" label="Open jobs" to="/vms/jobs" isZero={false} /> },
      { name: 'without rows', show: () => <Tile value="12" label="Openings" to={null} isZero={false} /> },
      { name: 'zero', show: () => <Tile value="0" label="Openings" to={null} isZero /> },
      {
        name: 'focused',
        show: () => <Tile value="1,204" label="Open jobs" to="/vms/jobs" isZero={false} />,
        alone: { kind: 'focus', on: 'a' },
      },
    ],
  },
  {
    file: 'Stat',
    states: [
      { name: 'full', show: () => <StatLine children={<StatValue>92.4 %</StatValue>} /> },
      { name: 'outdated', show: () => <StatLine isDim children={<StatValue>92.4 %</StatValue>} /> },
      { name: 'none', show: () => <StatLine children={<StatValue isZero>–</StatValue>} /> },
    ],
  },
  {
    file: 'RollingNumber',
    states: [
      { name: 'at rest', show: () => <RollingNumber text="41" of="/vms/jobs" /> },
      { name: 'changed', show: () => <Changing /> },
    ],
  },
  {
    file: 'chart/Swatch',
    states: [
      {
        name: 'all colors',
        show: () => (
          <p style={{ display: 'flex', gap: 16 }}>
            {COLORS.map((color) => (
              <Swatch key={color} color={color} />
            ))}
          </p>
        ),
      },
    ],
  },
  {
    file: 'chart/Chart',
    states: [
      drawn('bars', 'bar', STATUS_DATA),
      drawn('rows', 'rows', STATUS_DATA),
      drawn('ring', 'doughnut', STATUS_DATA),
      drawn('lines', 'line', MONTH_DATA),
      drawn('area', 'area', { ...MONTH_DATA, series: MONTH_DATA.series.slice(0, 1) }),
      drawn('stacked bars', 'bar', STACKED_DATA, true),
    ],
  },
  {
    file: 'chart/ChartTable',
    states: [
      { name: 'one series', show: () => framed(<Chart data={STATUS_DATA} kind="bar" view="table" />) },
      { name: 'several', show: () => framed(<Chart data={STACKED_DATA} kind="bar" view="table" />) },
    ],
  },
  {
    file: 'chart/PointsChart',
    states: [
      { name: 'plain', show: () => points },
      { name: 'focused', show: () => points, alone: { kind: 'focus', on: '.chart-points' } },
    ],
  },
];

const points = framed(<PointsChart data={MONTH_DATA} kind="line" view="chart" onPick={nothing} />);
