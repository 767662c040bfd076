import { loadable } from '../loadable';
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

/** Figures as a drawing or as a table. As high as its place, before the drawing has come and after. */
export function Chart({ data, kind, stacked = false, view, onPick }: ChartProps) {
  return (
    <div className="chart">
      {view === 'table' ? (
        <ChartTable data={data} />
      ) : (
        <Canvas data={data} kind={kind} stacked={stacked} onPick={onPick} />
      )}
    </div>
  );
}
