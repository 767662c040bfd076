/** The configuration for Chart.js. Pure apart from the textures, which need a canvas. */
import type { ChartData as Data, ChartOptions, ChartType, ScriptableLineSegmentContext } from 'chart.js';
import type { ChartColor, ChartData, ChartKind } from './chart.types';
import { fillOf, textureOf } from './texture';

const COLORS = [
  'brand',
  'warning',
  'primary',
  'purple',
  'blue',
  'success',
  'tertiary',
  'rose',
  'teal',
] as const satisfies ChartColor[];
export const CHART_TOKENS = [
  ...COLORS.map((color) => `category-${color}` as const),
  'surface',
  'text',
  'text-quiet',
  'line',
  'font',
] as const;
export type ChartTokens = Readonly<Record<(typeof CHART_TOKENS)[number], string>>;

/** The data as Chart.js takes it, in the colors of the theme. */
export function dataOf(
  { labels, series, open = null }: ChartData,
  kind: ChartKind,
  tokens: ChartTokens,
): Data<ChartType> {
  return {
    labels: [...labels],
    datasets: series.map(({ label, color, values, colors, dashed = false }) => {
      const ink = tokens[`category-${color}`];
      const fill = (each: ChartColor) => fillOf(tokens[`category-${each}`], tokens.surface, textureOf(each));
      const background =
        colors !== undefined
          ? colors.map(fill)
          : open === null
            ? fill(color)
            : values.map((_, index) => (index === open ? paler(ink, OPEN_SHARE) : fill(color)));
      const base = { label, data: [...values] };
      if (kind === 'line' || kind === 'area') {
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
        maxBarThickness: 36,
        categoryPercentage: 0.86,
        barPercentage: 1,
      };
    }),
  };
}

const AREA_SHARE = 18;
const DASHES = [6, 4];
const GAP_DOTS = [2, 4];

/** What has not ended yet is paler. */
const OPEN_SHARE = 42;
const paler = (ink: string, share: number): string => `color-mix(in srgb, ${ink} ${share}%, transparent)`;

/**
 * Projections are dashed and have no filled area. The way to a period that has not ended is dotted, and its point
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
): ChartOptions<ChartType> {
  const options = kind === 'doughnut' ? roundOptions(tokens) : flatOptions(data, kind, stacked, tokens);
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
  {
    labels,
    fullLabels = labels,
    series,
    axis,
    text = String,
    tick = String,
    withoutTotal = false,
    wrapsLabels,
  }: ChartData,
  kind: ChartKind,
  stacked: boolean,
  tokens: ChartTokens,
): ChartOptions<'bar' | 'line'> {
  const font = { family: tokens.font, size: 12 };
  const names = {
    stacked,
    grid: { display: false },
    border: { color: tokens.line },
    ticks: { color: tokens['text-quiet'], font, maxRotation: 0, autoSkipPadding: 12 },
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
  const valueOf = (parsed: { readonly x: number | null; readonly y: number | null }) => (lies ? parsed.x : parsed.y);
  return {
    animation: false,
    maintainAspectRatio: false,
    indexAxis: lies ? 'y' : 'x',
    interaction: { mode: 'index', intersect: false, axis: lies ? 'y' : 'x' },
    font,
    scales: lies
      ? {
          x: values,
          y: {
            ...names,
            ticks: {
              ...names.ticks,
              autoSkip: false,
              callback(_, at) {
                return shortened(labels[at], this.chart.width);
              },
            },
          },
        }
      : { x: wrapsLabels ? wrapped(names, labels) : names, y: values },
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

const SMALL_CHARACTER_PX = 6.2;
const AXIS_PX = 36;

/** The names under the bars, each on as many lines as it needs. */
const wrapped = <T extends { readonly ticks: { readonly font: object } }>(names: T, labels: readonly string[]) => ({
  ...names,
  ticks: {
    ...names.ticks,
    font: { ...names.ticks.font, size: 11 },
    autoSkip: false,
    callback(this: { readonly chart: { readonly width: number } }, _: unknown, at: number): string[] {
      const place = (this.chart.width - AXIS_PX) / Math.max(1, labels.length);
      return linesOf(labels[at] ?? '', Math.max(4, Math.floor(place / SMALL_CHARACTER_PX)));
    },
  },
});

/** The words of a text in lines of at most so many characters; a longer word is broken with hyphens, never cut. */
export function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((each) => each !== '-')) {
    const last = lines.at(-1);
    const next = `${last ?? ''} ${word}`;
    if (last !== undefined && next.length <= most) lines[lines.length - 1] = next;
    else lines.push(...broken(word, most));
  }
  return lines;
}

/** In parts of about the same length. */
function broken(word: string, most: number): readonly string[] {
  if (word.length <= most) return [word];
  const size = Math.ceil(word.length / Math.ceil(word.length / (most - 1)));
  const parts = word.match(new RegExp(`.{1,${size}}`, 'gu')) ?? [word];
  return parts.map((part, index) => (index < parts.length - 1 ? `${part}-` : part));
}

/** Names may take this share of the chart; a character of them is about so wide. */
const NAMES_SHARE = 0.45;
const CHARACTER_PX = 6.5;
/** Cut only where there is no room for it; the full label is in the tooltip and in the table. */
function shortened(name = '', width: number): string {
  const longest = Math.max(8, Math.floor((width * NAMES_SHARE) / CHARACTER_PX));
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}
