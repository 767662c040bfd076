/** The configuration for Chart.js. Pure apart from the textures, which need a canvas. */
import type { ChartData as Data, ChartOptions, ChartType } from 'chart.js';
import type { ChartColor, ChartData, ChartKind } from './chart.types';
import { fillOf, textureOf } from './texture';

const COLORS = [
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
export function dataOf({ labels, series }: ChartData, kind: ChartKind, tokens: ChartTokens): Data<ChartType> {
  return {
    labels: [...labels],
    datasets: series.map(({ label, color, values, colors, dashed = false }) => {
      const ink = tokens[`category-${color}`];
      const fill = (each: ChartColor) => fillOf(tokens[`category-${each}`], tokens.surface, textureOf(each));
      const background = colors === undefined ? fill(color) : colors.map(fill);
      const base = { label, data: [...values] };
      if (kind === 'line' || kind === 'area') return { ...base, ...lineOf(ink, kind === 'area' && !dashed, dashed) };
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

/** Projections are dashed and have no filled area. */
const lineOf = (ink: string, filled: boolean, dashed: boolean) => ({
  borderColor: ink,
  borderWidth: 2,
  ...(dashed && { borderDash: DASHES }),
  pointRadius: 2,
  pointHoverRadius: 4,
  pointBackgroundColor: ink,
  spanGaps: false,
  backgroundColor: filled ? `color-mix(in srgb, ${ink} ${AREA_SHARE}%, transparent)` : ink,
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
  { labels, fullLabels = labels, series, axis, text = String, tick = String, withoutTotal = false }: ChartData,
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
          y: { ...names, ticks: { ...names.ticks, autoSkip: false, callback: (_, at) => shortened(labels[at]) } },
        }
      : { x: names, y: values },
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

const LONGEST_NAME = 22;
/** The full label is in the tooltip and in the table. */
const shortened = (name = ''): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
