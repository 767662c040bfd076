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
} from 'chart.js';
import type { ChartOptions, ChartType } from 'chart.js';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Chart } from 'react-chartjs-2';
import type { ChartData, ChartKind } from './chart.types';
import { barLabels } from './barLabels';
import { CHART_TOKENS, dataOf, mustLie, optionsOf } from './options';
import { pieceLabels } from './pieceLabels';
import { summaryOf } from './summary';
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

interface CanvasProps {
  readonly data: ChartData;
  readonly kind: ChartKind;
  readonly stacked: boolean;
  readonly onPick: ((index: number, series: number) => void) | undefined;
  readonly onChart: ((chart: ChartJs | null) => void) | undefined;
}

/** Pressing a bar or slice selects it; the same links are beside the chart. */
export function Canvas({ data, kind: asked, stacked, onPick, onChart }: CanvasProps) {
  const tokens = useTokens(CHART_TOKENS);
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => setWidth(place.current?.clientWidth ?? 0), []);
  const kind = asked === 'bar' && mustLie(data, width ?? 0, tokens) ? 'rows' : asked;
  const drawn = useMemo(() => dataOf(data, kind, tokens), [data, kind, tokens]);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  const options = useMemo(
    (): ChartOptions<ChartType> => ({
      ...optionsOf(data, kind, stacked, tokens),
      onResize: (_, size) => setWidth(size.width),
      onClick: (event, hits, chart) => {
        const [nearest = hits[0]] =
          event.native === null
            ? []
            : chart.getElementsAtEventForMode(event.native, 'nearest', { intersect: true }, false);
        if (nearest !== undefined) pick.current?.(nearest.index, nearest.datasetIndex);
      },
    }),
    [data, kind, stacked, tokens],
  );
  const plugins = useMemo(
    () => (kind === 'doughnut' ? [pieceLabels(tokens)] : data.labelled === true ? [barLabels(data, tokens)] : []),
    [data, kind, tokens],
  );
  return (
    <div ref={place} className="chart-place">
      {width !== null && (
        <Chart<ChartType>
          // Its plugins are fixed when it is made.
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
