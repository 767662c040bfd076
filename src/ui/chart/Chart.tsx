import type { Chart as ChartJs } from 'chart.js';
import { useEffect } from 'react';
import { loadable } from '../loadable';
import { useOnScreen } from '../useOnScreen';
import type { CanvasProps } from './Canvas';
import { isLine, type ChartData, type ChartKind, type ChartView } from './chart.types';
import '../theme/chart.css';

export interface ChartProps {
  readonly data: ChartData;
  readonly kind: ChartKind;
  /** Stacks the series, for values that add up. */
  readonly stacked?: boolean;
  /** Whether the chart or the table is shown; both have the same height. */
  readonly view: ChartView;
  /** A bar, point or slice was pressed: index of its label and of its series. */
  readonly onPick?: (index: number, series: number) => void;
  /** Called with the drawn chart, and with null when it unmounts. */
  readonly onChart?: (chart: ChartJs | null) => void;
}

const Canvas = loadable(async () => (await import(/* webpackChunkName: "chart" */ './Canvas')).Canvas, <></>);
/** A chunk of its own, because the home dashboard has no lines. */
const LineCanvas = loadable(
  async () => {
    const [, { namedLines }] = await Promise.all([
      Canvas.preload(),
      import(/* webpackChunkName: "chart-lines" */ './lineNames'),
    ]);
    return (props: CanvasProps) => <Canvas {...props} lines={namedLines} />;
  },
  <></>,
);
/** Fetched after the chart, which shows first. */
const ChartTable = loadable(
  async () => (await import(/* webpackChunkName: "chart-table" */ './ChartTable')).ChartTable,
  <></>,
);

/**
 * Figures as a chart or as a table. Fills its container, also while loading. Drawing starts a frame after the page,
 * which would otherwise wait for all its charts.
 */
export function Chart({ data, kind, stacked = false, view, onPick, onChart }: ChartProps) {
  const isOnScreen = useOnScreen();
  const Drawn = isLine(kind) ? LineCanvas : Canvas;
  useEffect(() => void Canvas.preload().then(ChartTable.preload), []);
  return (
    <div className="chart">
      {view === 'table' ? (
        <ChartTable data={data} />
      ) : (
        isOnScreen && <Drawn data={data} kind={kind} stacked={stacked} onPick={onPick} onChart={onChart} />
      )}
    </div>
  );
}
