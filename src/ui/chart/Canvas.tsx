/** The drawn chart, with the parts of Chart.js it needs; a chunk that is loaded with the first chart. */
import {
  BarController,
  BarElement,
  CategoryScale,
  ArcElement,
  Chart as ChartJs,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartOptions,
  type ChartType,
} from 'chart.js';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Chart } from 'react-chartjs-2';
import { barLabels } from './barLabels';
import type { ChartData, ChartKind } from './chart.types';
import { CHART_TOKENS } from './chartTokens';
import type { NamedLines } from './lineNames';
import { dataOf, needsHorizontalBars, optionsOf } from './options';
import { sliceLabels } from './sliceLabels';
import { summaryOf } from './chartText';
import { useTokens } from '../useTokens';

ChartJs.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

const TYPES = {
  bar: 'bar',
  rows: 'bar',
  line: 'line',
  area: 'line',
  doughnut: 'doughnut',
} as const satisfies Record<ChartKind, ChartType>;

export interface CanvasProps {
  readonly data: ChartData;
  readonly kind: ChartKind;
  readonly stacked: boolean;
  readonly onPick: ((index: number, series: number) => void) | undefined;
  readonly onChart: ((chart: ChartJs | null) => void) | undefined;
  readonly lines?: NamedLines;
}

/** Pressing a bar or slice selects it; the same links are beside the chart. */
export function Canvas({ data, kind: wanted, stacked, onPick, onChart, lines }: CanvasProps) {
  const tokens = useTokens(CHART_TOKENS);
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => setWidth(place.current?.clientWidth ?? 0), []);
  const kind = wanted === 'bar' && needsHorizontalBars(data, width ?? 0, tokens) ? 'rows' : wanted;
  const drawn = useMemo(() => dataOf(data, kind, tokens), [data, kind, tokens]);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  const options = useMemo(
    (): ChartOptions<ChartType> => ({
      ...optionsOf(data, kind, stacked, tokens, lines),
      onResize: (_, size) => setWidth(size.width),
      onClick: (event, hits, chart) => {
        const [nearest = hits[0]] =
          event.native === null
            ? []
            : chart.getElementsAtEventForMode(event.native, 'nearest', { intersect: true }, false);
        if (nearest !== undefined) pick.current?.(nearest.index, nearest.datasetIndex);
      },
    }),
    [data, kind, stacked, tokens, lines],
  );
  const figures = useRef({ data, tokens });
  // Before the chart is drawn again.
  useLayoutEffect(() => {
    figures.current = { data, tokens };
  });
  const plugins = useMemo(() => {
    if (kind === 'doughnut') return [sliceLabels(figures)];
    if (lines !== undefined) return [lines.plugin(figures)];
    return data.labelled === true ? [barLabels(figures)] : [];
  }, [kind, data.labelled, lines]);
  return (
    <div ref={place} className="chart-place">
      {width !== null && (
        <Chart<ChartType>
          // Chart.js fixes the plugins when it creates a chart; they read the current figures from `figures`.
          key={kind}
          ref={(chart) => onChart?.(chart ?? null)}
          type={TYPES[kind]}
          data={drawn}
          options={options}
          plugins={plugins}
          aria-label={summaryOf(data)}
        />
      )}
    </div>
  );
}
