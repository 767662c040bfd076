/** The data of a chart and its table. */
import type { ReactNode } from 'react';

/** Color tokens of series: `--chart-<name>`. */
export type ChartColor = 'brand' | 'warning' | 'primary' | 'purple' | 'blue' | 'success' | 'tertiary' | 'rose' | 'teal';

export interface ChartSeries {
  readonly label: string;
  readonly color: ChartColor;
  /** One per label; null is a gap. */
  readonly values: readonly (number | null)[];
  /** A projection instead of past values. */
  readonly dashed?: boolean;
  /** Links of the values, one per label. */
  readonly links?: readonly (string | null)[];
  /** Colors of the values, one per label, if they differ. */
  readonly colors?: readonly ChartColor[];
}

export interface ChartData {
  /** Accessible name of the chart, and caption of the table. */
  readonly name: string;
  /** Head of the table's first column: what the labels are. */
  readonly of: string;
  readonly labels: readonly string[];
  /** Longer labels for the table and the tooltip, one per label. */
  readonly fullLabels?: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Index of the label whose period has not ended; drawn differently. */
  readonly open?: number | null;
  /** The table shows the last figures first: for values over time. */
  readonly newestFirst?: boolean;
  /** Distance of two ticks on the value axis and its maximum; chosen automatically if absent. */
  readonly axis?: { readonly step: number; readonly max: number };
  /**
   * Every bar shows its whole label and its value, and bars are horizontal if a word is wider than a bar. Without it,
   * labels that do not fit are left out, except those of horizontal bars.
   */
  readonly labelled?: boolean;
  /** What values are counted in, written after the last value of each line. */
  readonly unit?: string;
  /** Formats a value; unformatted if absent. */
  readonly text?: (value: number | null) => string;
  /** Formats a value on the axis; unformatted if absent. */
  readonly tick?: (value: number) => string;
  /** For series whose values do not add up. */
  readonly withoutTotal?: boolean;
  /** Replaces the sum and the highest value in the summary. */
  readonly summary?: string;
  /** Renders a value with a link in the table. */
  readonly link?: (to: string, text: string) => ReactNode;
}

/** 'area' is a line with a filled area; 'rows' are horizontal bars, for long labels. */
export type ChartKind = 'bar' | 'line' | 'area' | 'rows' | 'doughnut';
export type ChartView = 'chart' | 'table';

/** Drawn along an axis of time. */
export const isLine = (kind: ChartKind): boolean => kind === 'line' || kind === 'area';
