/** What Chart.js is told. Pure but for the textures, which need a canvas. */
import type { ChartData as Data, ChartOptions } from 'chart.js';
import type { ChartColour, ChartData, ChartKind } from './chart.types';
import { fillOf, textureOf } from './texture';

const COLOURS = [
  'warning',
  'primary',
  'purple',
  'blue',
  'success',
  'tertiary',
  'rose',
  'teal',
] as const satisfies ChartColour[];
export const CHART_TOKENS = [
  ...COLOURS.map((colour) => `category-${colour}` as const),
  'surface',
  'text',
  'text-quiet',
  'line',
  'font',
] as const;
export type ChartTokens = Readonly<Record<(typeof CHART_TOKENS)[number], string>>;

export function dataOf({ labels, series }: ChartData, kind: ChartKind, tokens: ChartTokens): Data<ChartKind> {
  return {
    labels: [...labels],
    datasets: series.map(({ label, colour, values, colours }) => {
      const ink = tokens[`category-${colour}`];
      const fill = (each: ChartColour) => fillOf(tokens[`category-${each}`], tokens.surface, textureOf(each));
      const background = colours === undefined ? fill(colour) : colours.map(fill);
      const base = { label, data: [...values] };
      if (kind === 'line') return { ...base, borderColor: ink, backgroundColor: ink, borderWidth: 2, pointRadius: 2 };
      if (kind === 'doughnut')
        return { ...base, backgroundColor: background, borderColor: tokens.surface, borderWidth: 2 };
      // A seam of the ground between what is stacked.
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

/** Nothing moves by itself: figures that change all day would never be still. */
export function optionsOf(
  data: ChartData,
  kind: ChartKind,
  stacked: boolean,
  tokens: ChartTokens,
): ChartOptions<ChartKind> {
  const options = kind === 'doughnut' ? roundOptions(tokens) : flatOptions(data, stacked, tokens);
  return options as ChartOptions<ChartKind>;
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
  { fullLabels, series, axis }: ChartData,
  stacked: boolean,
  tokens: ChartTokens,
): ChartOptions<'bar' | 'line'> {
  const font = { family: tokens.font, size: 12 };
  return {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    font,
    scales: {
      x: {
        stacked,
        grid: { display: false },
        border: { color: tokens.line },
        ticks: { color: tokens['text-quiet'], font, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        stacked,
        beginAtZero: true,
        grid: { color: tokens.line },
        border: { display: false },
        ...(axis && { max: axis.max }),
        ticks: {
          color: tokens['text-quiet'],
          font,
          precision: 0,
          ...(axis ? { stepSize: axis.step } : { maxTicksLimit: 5 }),
        },
      },
    },
    plugins: {
      tooltip: {
        ...tooltip(tokens),
        filter: ({ parsed }) => parsed.y !== 0,
        callbacks: {
          title: ([item]) => (item === undefined ? '' : (fullLabels?.[item.dataIndex] ?? item.label)),
          footer: (items) =>
            series.length > 1 ? `Total: ${items.reduce((sum, { parsed }) => sum + (parsed.y ?? 0), 0)}` : '',
        },
      },
    },
  };
}
