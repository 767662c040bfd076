/** The drawing itself, with the parts of Chart.js that it needs; in a file that comes when the first chart is shown. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useMemo } from 'react';
import { Chart } from 'react-chartjs-2';
import type { ChartData, ChartKind } from './chart.types';
import { CHART_TOKENS, dataOf, optionsOf } from './options';
import { summaryOf } from './summary';
import { useTokens } from './useTokens';

ChartJs.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

interface CanvasProps {
  readonly data: ChartData;
  readonly kind: ChartKind;
  readonly stacked: boolean;
}

export function Canvas({ data, kind, stacked }: CanvasProps) {
  const tokens = useTokens(CHART_TOKENS);
  const drawn = useMemo(() => dataOf(data, kind, tokens), [data, kind, tokens]);
  const options = useMemo(() => optionsOf(data, stacked, tokens), [data, stacked, tokens]);
  return <Chart type={kind} data={drawn} options={options} aria-label={summaryOf(data)} />;
}
