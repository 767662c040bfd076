/** The tokens of the theme that charts are drawn with. */
import type { ChartColor, ChartData } from './chart.types';

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
  ...COLORS.map((color) => `chart-${color}` as const),
  'chart-texture',
  'surface',
  'text',
  'text-quiet',
  'line',
  'font',
] as const;
export type ChartTokens = Readonly<Record<(typeof CHART_TOKENS)[number], string>>;

/** What is drawn now. Plugins outlive a drawing, so they read it from here. */
export interface Figures {
  readonly current: { readonly data: ChartData; readonly tokens: ChartTokens };
}
