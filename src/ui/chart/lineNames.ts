/** Writes the name and the last value at the end of each line, so that no legend is needed. */
import type { ChartType, Plugin } from 'chart.js';
import type { ChartData } from './chart.types';
import type { ChartTokens, Figures } from './chartTokens';
import { fitsIn, linesOf, NAME_PX, widthOf } from './labelText';

interface LineName {
  readonly series: number;
  /** Index of the last point with a value. */
  readonly index: number;
  /** The value there, with its period if that is not the last one that has ended. */
  readonly value: string;
  /** The name; empty for a single line, which the title names. */
  readonly lines: readonly string[];
}

const VALUE_PX = 12;
const VALUE_LINE_PX = 15;
const NAME_LINE_PX = 13;
/** Gap between two names, and between the chart and its names. */
const GAP_PX = 4;
const MARK_PX = 18;
const MARK_GAP_PX = 7;
/**
 * Longer names are cut: limits as a share of the chart's width, and in pixels. The table and the tooltip have all of
 * it.
 */
const WIDEST_SHARE = 0.3;
const WIDEST_PX = 140;
const MAX_LINES = 2;

function namesOf(data: ChartData, chartWidth: number, tokens: ChartTokens): readonly LineName[] {
  const { labels, series, open = null, text = String, unit } = data;
  const inUnit = unit === undefined ? '' : ` ${unit}`;
  const fits = fitsIn(Math.min(WIDEST_PX, chartWidth * WIDEST_SHARE), tokens);
  return series.flatMap(({ label, values }, at): LineName[] => {
    let index = values.length - 1;
    while (index >= 0 && values[index] == null) index -= 1;
    if (index < 0) return [];
    const when = index === open ? ' so far' : index < labels.length - 1 ? `, ${labels[index] ?? ''}` : '';
    const lines = series.length > 1 ? linesOf(label, fits).map((line) => cutTo(line, fits)) : [];
    const [first = '', ...rest] = lines;
    const shown = lines.length > MAX_LINES ? [first, cutTo(`${rest.join(' ')}`, fits)] : lines;
    return [{ series: at, index, value: `${text(values[index] ?? null)}${inUnit}${when}`, lines: shown }];
  });
}

function cutTo(line: string, fits: (text: string) => boolean): string {
  if (fits(line)) return line;
  let kept = line;
  while (kept.length > 1 && !fits(`${kept}…`)) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** How many pixels the names take beside the lines. */
export function namesWidth(data: ChartData, chartWidth: number, tokens: ChartTokens): number {
  const widths = namesOf(data, chartWidth, tokens).flatMap(({ value, lines }) => [
    widthOf(value, tokens, VALUE_PX, 600),
    ...lines.map((line) => widthOf(line, tokens)),
  ]);
  return widths.length === 0 ? 0 : MARK_PX + Math.ceil(Math.max(...widths));
}

export interface Block {
  /** Where its middle belongs, in pixels. */
  readonly at: number;
  /** In pixels. */
  readonly height: number;
}

/**
 * The tops of the blocks, moved as little as possible so that none overlap and all are within the bounds, if they fit.
 * Their order is kept.
 */
export function withoutOverlap(blocks: readonly Block[], top: number, bottom: number, gap: number): readonly number[] {
  const order = blocks.map((_, index) => index).sort((a, b) => (blocks[a]?.at ?? 0) - (blocks[b]?.at ?? 0));
  const tops = blocks.map(({ at, height }) => at - height / 2);
  let free = top;
  for (const index of order) {
    tops[index] = Math.max(tops[index] ?? 0, free);
    free = tops[index] + (blocks[index]?.height ?? 0) + gap;
  }
  let limit = bottom;
  for (const index of order.reverse()) {
    const height = blocks[index]?.height ?? 0;
    tops[index] = Math.min(tops[index] ?? 0, limit - height);
    limit = tops[index] - gap;
  }
  return tops;
}

/** The line from its last point to its name, the name and the value. */
export const lineNames = (figures: Figures): Plugin<ChartType> => ({
  id: 'lineNames',
  afterDatasetsDraw(chart) {
    const { ctx, chartArea } = chart;
    const { data, tokens } = figures.current;
    const placed = namesOf(data, chart.width, tokens).flatMap((name) => {
      const point = chart.getDatasetMeta(name.series).data[name.index];
      const height = VALUE_LINE_PX + name.lines.length * NAME_LINE_PX;
      return point === undefined ? [] : [{ ...name, x: point.x, at: point.y, height }];
    });
    const tops = withoutOverlap(placed, 0, chart.height, GAP_PX);
    const left = chartArea.right + MARK_PX;
    ctx.save();
    ctx.textAlign = 'left';
    ctx.textBaseline = 'top';
    placed.forEach(({ series, x, at, height, value, lines }, index) => {
      const top = tops[index] ?? 0;
      ctx.strokeStyle = tokens[`chart-${data.series[series]?.color ?? 'brand'}`];
      ctx.lineWidth = 1;
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.moveTo(x + GAP_PX, at);
      ctx.lineTo(chartArea.right + GAP_PX, at);
      ctx.lineTo(left - MARK_GAP_PX, top + height / 2);
      ctx.stroke();
      ctx.lineWidth = 3;
      ctx.beginPath();
      ctx.moveTo(left - MARK_GAP_PX, top + 1);
      ctx.lineTo(left - MARK_GAP_PX, top + height - 2);
      ctx.stroke();
      ctx.fillStyle = tokens.text;
      ctx.font = `600 ${VALUE_PX}px ${tokens.font}`;
      ctx.fillText(value, left, top + 1);
      ctx.fillStyle = tokens['text-quiet'];
      ctx.font = `400 ${NAME_PX}px ${tokens.font}`;
      lines.forEach((line, at) => ctx.fillText(line, left, top + VALUE_LINE_PX + at * NAME_LINE_PX));
    });
    ctx.restore();
  },
});

/** The plugin for named lines, and the room it needs. */
export const namedLines = {
  plugin: lineNames,
  padding: (data: ChartData, chartWidth: number, tokens: ChartTokens) => ({
    top: NAME_PX,
    right: namesWidth(data, chartWidth, tokens),
  }),
};
export type NamedLines = typeof namedLines;
