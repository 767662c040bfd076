import { useEffect } from 'react';
import { loadable } from '../loadable';
import { useOnScreen } from '../useOnScreen';
import type { ChartData, ChartKind, ChartView } from './chart.types';
import { ChartTable } from './ChartTable';
import '../theme/chart.css';

interface ChartProps {
  readonly data: ChartData;
  readonly kind: ChartKind;
  /** The series one on the other, for what adds up. */
  readonly stacked?: boolean;
  /** Which of the twins is shown; both are as high. */
  readonly view: ChartView;
  /** A bar, a point or a piece was pressed: the label at this place, of the series at that. */
  readonly onPick?: (index: number, series: number) => void;
}

const Canvas = loadable(async () => (await import(/* webpackChunkName: "chart" */ './Canvas')).Canvas, <></>);

/**
 * Figures as a drawing or as a table. As high as its place, before the drawing has come and after. The drawing comes a
 * frame after the page around it, which would otherwise wait for all of its charts.
 */
export function Chart({ data, kind, stacked = false, view, onPick }: ChartProps) {
  const isOnScreen = useOnScreen();
  useEffect(() => void Canvas.preload(), []);
  return (
    <div className="chart">
      {view === 'table' ? (
        <ChartTable data={data} />
      ) : (
        isOnScreen && <Canvas data={data} kind={kind} stacked={stacked} onPick={onPick} />
      )}
    </div>
  );
}
