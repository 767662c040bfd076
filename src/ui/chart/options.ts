/** The configuration for Chart.js. Pure apart from textures and the width of texts, which need a canvas. */
import type { ChartData as Data, ChartOptions, ChartType, ScriptableLineSegmentContext } from 'chart.js';
import { isLine, type ChartColor, type ChartData, type ChartKind, type ChartSeries } from './chart.types';
import type { ChartTokens } from './chartTokens';
import { fitsIn, linesOf, NAME_PX, widthOf } from './labelText';
import type { NamedLines } from './lineNames';
import { fillOf, textureOf } from './texture';

/** The data as Chart.js takes it, in the colors of the theme. */
export function dataOf(
  { labels, series, open = null }: ChartData,
  kind: ChartKind,
  tokens: ChartTokens,
): Data<ChartType> {
  const hasTextures = tokens['chart-texture'] === 'on';
  return {
    labels: [...labels],
    datasets: series.map(({ label, color, values, colors, dashed = false }) => {
      const ink = tokens[`chart-${color}`];
      const fill = (each: ChartColor) =>
        fillOf(tokens[`chart-${each}`], tokens.surface, hasTextures ? textureOf(each) : 'plain');
      const background =
        colors !== undefined
          ? colors.map(fill)
          : open === null
            ? fill(color)
            : values.map((_, index) => (index === open ? paler(ink, OPEN_SHARE) : fill(color)));
      const base = { label, data: [...values] };
      if (isLine(kind)) {
        return { ...base, ...lineOf(ink, tokens.surface, kind === 'area' && !dashed, dashed, open) };
      }
      if (kind === 'doughnut')
        return { ...base, backgroundColor: background, borderColor: tokens.surface, borderWidth: 2 };
      // A gap in the background color between stacked bars.
      return {
        ...base,
        backgroundColor: background,
        borderColor: tokens.surface,
        borderWidth: { top: 1 },
        maxBarThickness: 48,
        categoryPercentage: 0.86,
        barPercentage: 1,
      };
    }),
  };
}

const AREA_SHARE = 18;
const DASHES = [6, 4];
const GAP_DOTS = [2, 4];

/** Share of the color, in percent, for a period that has not ended. */
const OPEN_SHARE = 42;
const paler = (ink: string, share: number): string => `color-mix(in srgb, ${ink} ${share}%, transparent)`;

/**
 * Projections are dashed and have no filled area. The segment to a period that has not ended is dotted, and its point
 * hollow.
 */
const lineOf = (ink: string, surface: string, filled: boolean, dashed: boolean, open: number | null) => ({
  borderColor: ink,
  borderWidth: 2,
  ...(dashed && { borderDash: DASHES }),
  pointRadius: 2,
  pointHoverRadius: 4,
  pointBorderColor: ink,
  pointBackgroundColor: ({ dataIndex }: { readonly dataIndex: number }) => (dataIndex === open ? surface : ink),
  // Sparse values are a line as well; where some are missing between two, it is dotted.
  spanGaps: true,
  segment: {
    borderDash: ({ p0, p1, p1DataIndex }: ScriptableLineSegmentContext) =>
      p0.skip || p1.skip || p1DataIndex === open ? GAP_DOTS : undefined,
  },
  backgroundColor: filled ? paler(ink, AREA_SHARE) : ink,
  fill: filled ? 'origin' : false,
});

/** No animation: figures that change all day would never be still. */
export function optionsOf(
  data: ChartData,
  kind: ChartKind,
  stacked: boolean,
  tokens: ChartTokens,
  lines?: NamedLines,
): ChartOptions<ChartType> {
  const options = kind === 'doughnut' ? roundOptions(tokens) : flatOptions(data, kind, stacked, tokens, lines);
  return options as ChartOptions<ChartType>;
}

const tooltip = (tokens: ChartTokens) => ({
  backgroundColor: tokens.text,
  titleColor: tokens.surface,
  bodyColor: tokens.surface,
  footerColor: tokens.surface,
});

const roundOptions = (tokens: ChartTokens): ChartOptions<'doughnut'> => ({
  animation: false,
  maintainAspectRatio: false,
  cutout: '58%',
  font: { family: tokens.font, size: 12 },
  plugins: { tooltip: tooltip(tokens) },
});

function flatOptions(
  data: ChartData,
  kind: ChartKind,
  stacked: boolean,
  tokens: ChartTokens,
  lines: NamedLines | undefined,
): ChartOptions<'bar' | 'line'> {
  const { labels, fullLabels = labels, series, axis, text = String, tick = String } = data;
  const { withoutTotal = false, labelled = false } = data;
  const font = { family: tokens.font, size: 12 };
  const names = {
    stacked,
    grid: { display: false },
    border: { color: tokens.line },
    ticks: { color: tokens['text-quiet'], font, maxRotation: 0, autoSkipPadding: labels.some(isLong) ? 28 : 12 },
  };
  const values = {
    stacked,
    beginAtZero: true,
    grid: { color: tokens.line },
    border: { display: false },
    ...(axis && { max: axis.max }),
    ticks: {
      color: tokens['text-quiet'],
      font,
      precision: 0,
      callback: (value: string | number) => tick(Number(value)),
      ...(axis ? { stepSize: axis.step } : { maxTicksLimit: 5 }),
    },
  };
  const lies = kind === 'rows';
  const widthsOf = ({ values }: ChartSeries) => values.map((value) => widthOf(text(value), tokens, 12, 600) + GAP_PX);
  const room = lies ? Math.max(VALUE_PX, ...series.flatMap(widthsOf)) : 0;
  const valueOf = (parsed: { readonly x: number | null; readonly y: number | null }) => (lies ? parsed.x : parsed.y);
  return {
    animation: false,
    maintainAspectRatio: false,
    indexAxis: lies ? 'y' : 'x',
    interaction: { mode: 'index', intersect: false, axis: lies ? 'y' : 'x' },
    font,
    layout: { padding: { right: room, top: labelled && !lies ? VALUE_LINE_PX : 0 } },
    ...(lines && { layout: { padding: ({ chart }) => lines.padding(data, chart.width, tokens) } }),
    scales: lies
      ? {
          x: values,
          y: {
            ...names,
            ticks: {
              ...names.ticks,
              font: { ...font, size: NAME_PX },
              autoSkip: false,
              callback(_, at) {
                return linesOf(labels[at] ?? '', fitsIn((this.chart.width - room) * LYING_SHARE, tokens));
              },
            },
          },
        }
      : { x: labelled ? wrapped(names, labels, tokens) : names, y: values },
    plugins: {
      tooltip: {
        ...tooltip(tokens),
        filter: ({ parsed }) => valueOf(parsed) !== 0,
        callbacks: {
          title: ([item]) => (item === undefined ? '' : (fullLabels[item.dataIndex] ?? item.label)),
          label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${text(valueOf(parsed))}`,
          footer: (items) =>
            series.length > 1 && !withoutTotal
              ? `Total: ${text(items.reduce((sum, { parsed }) => sum + (valueOf(parsed) ?? 0), 0))}`
              : '',
        },
      },
    },
  };
}

/** Chart.js allows one label more than fits, which shows between days but not between months. */
const isLong = (label: string): boolean => label.length > 'Sept'.length;

/** Room for two lines of names under bars, so that adjacent charts share a base line. */
const NAME_LINES_PX = 38;
/** Room for the value beside a horizontal bar, at least, and above a vertical one. */
const VALUE_PX = 44;
const VALUE_LINE_PX = 18;

/** The names under the bars, each on as many lines as it needs. */
const wrapped = <T extends { readonly ticks: { readonly font: object } }>(
  names: T,
  labels: readonly string[],
  tokens: ChartTokens,
) => ({
  ...names,
  afterFit: (scale: { height: number }) => {
    scale.height = Math.max(scale.height, NAME_LINES_PX);
  },
  ticks: {
    ...names.ticks,
    font: { ...names.ticks.font, size: NAME_PX },
    autoSkip: false,
    callback(this: { readonly chart: { readonly width: number } }, _: unknown, at: number): string[] {
      return linesOf(labels[at] ?? '', fitsIn(placeOf(this.chart.width, labels.length), tokens));
    },
  },
});

const AXIS_PX = 40;
const GAP_PX = 6;
/** The share that the names of horizontal bars may take of what their values leave. Chart.js cuts them at a half. */
const LYING_SHARE = 0.4;
const placeOf = (width: number, bars: number) => (width - AXIS_PX) / Math.max(1, bars) - GAP_PX;

/** Whether bars must be horizontal in a chart of this width, because a word of a label is wider than a bar. */
export function needsHorizontalBars(
  { labels, labelled = false }: ChartData,
  width: number,
  tokens: ChartTokens,
): boolean {
  const fits = fitsIn(placeOf(width, labels.length), tokens);
  return labelled && width > 0 && labels.some((label) => !label.split(' ').every(fits));
}
