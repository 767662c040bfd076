/** Keyboard access to a chart: the point that a key leads to, and its announcement. */
import type { Chart } from 'chart.js';
import { isLine, type ChartData, type ChartKind } from './chart.types';

export interface Point {
  /** Of the label, from 0. */
  readonly index: number;
  /** Of the series, from 0. */
  readonly series: number;
}

type Shown = Pick<ChartData, 'labels' | 'series'>;

/** Skips points without a value. Null if there is no further point in that direction. */
function next({ labels, series }: Shown, from: Point, index: number, line: number): Point | null {
  let point = { index: from.index + index, series: from.series + line };
  while (point.index >= 0 && point.index < labels.length && point.series >= 0 && point.series < series.length) {
    if (series[point.series]?.values[point.index] != null) return point;
    point = { index: point.index + index, series: point.series + line };
  }
  return null;
}

/** The last point with a value in the first series that has one; over time, that is the newest. */
function newest(data: Shown): Point | null {
  for (let series = 0; series < data.series.length; series += 1) {
    const point = next(data, { index: data.labels.length, series }, -1, 0);
    if (point !== null) return point;
  }
  return null;
}

/**
 * The point after a key: along the labels, from series to series, to either end. The first key goes to the newest
 * point, or to the first if the labels are not periods. Null without points.
 */
export function pointAfter(key: string, from: Point | null, data: Shown, kind: ChartKind): Point | null {
  if (from === null) return isLine(kind) ? newest(data) : ends(data, 0).first;
  const isLying = kind === 'rows';
  const [back, on, up, down] = isLying
    ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
    : ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
  switch (key) {
    case back:
      return next(data, from, -1, 0) ?? from;
    case on:
      return next(data, from, 1, 0) ?? from;
    case up:
      return next(data, from, 0, -1) ?? from;
    case down:
      return next(data, from, 0, 1) ?? from;
    case 'Home':
      return ends(data, from.series).first ?? from;
    case 'End':
      return ends(data, from.series).last ?? from;
    default:
      return from;
  }
}

const ends = (data: Shown, series: number) => ({
  first: next(data, { index: -1, series }, 1, 0),
  last: next(data, { index: data.labels.length, series }, -1, 0),
});

/** 'November 2026, Completed: 12. Enter opens its rows.' */
export function pointText(data: ChartData, { index, series }: Point): string {
  const { labels, fullLabels = labels, text = String } = data;
  const line = data.series[series];
  const value = `${fullLabels[index] ?? ''}, ${line?.label ?? ''}: ${text(line?.values[index] ?? null)}.`;
  return line?.links?.[index] == null ? value : `${value} Enter opens its rows.`;
}

/** Draws the point as if the pointer were on it; null removes that. */
export function showPoint(chart: Chart, point: Point | null): void {
  const active = point === null ? [] : [{ datasetIndex: point.series, index: point.index }];
  const place = point === null ? undefined : chart.getDatasetMeta(point.series).data[point.index];
  chart.setActiveElements(active);
  chart.tooltip?.setActiveElements(active, { x: place?.x ?? 0, y: place?.y ?? 0 });
  chart.update('none');
}
