/** What a chart shows, and its table: the same figures. */
import type { ReactNode } from 'react';

/** The colour tokens that a series can have: `--category-<name>`. */
export type ChartColour = 'warning' | 'primary' | 'purple' | 'blue' | 'success' | 'tertiary' | 'rose' | 'teal';

export interface ChartSeries {
  readonly label: string;
  readonly colour: ChartColour;
  /** One for each label of the chart; null is a gap. */
  readonly values: readonly (number | null)[];
  /** Not what was, but what is expected. */
  readonly dashed?: boolean;
  /** Where each value leads: one for each label. */
  readonly links?: readonly (string | null)[];
  /** Where each value has a colour of its own: one for each label. */
  readonly colours?: readonly ChartColour[];
}

export interface ChartData {
  /** What the chart is about: its name for whoever does not see it, and the caption of the table. */
  readonly name: string;
  /** The head of the table's first column: what the labels are. */
  readonly of: string;
  readonly labels: readonly string[];
  /** Where a label alone does not say it all, for the table and the tip: one for each label. */
  readonly fullLabels?: readonly string[];
  readonly series: readonly ChartSeries[];
  /** In the table the last figures come first: for what goes on in time. */
  readonly newestFirst?: boolean;
  /** The distance of two ticks of the value axis, and where it ends; else as it fits. */
  readonly axis?: { readonly step: number; readonly max: number };
  /** How a value reads; else as it is. */
  readonly text?: (value: number | null) => string;
  /** How a value reads at the axis; else as it is. */
  readonly tick?: (value: number) => string;
  /** Where the values of several series do not add up. */
  readonly withoutTotal?: boolean;
  /** Said instead of the sum and the highest value. */
  readonly summary?: string;
  /** How a value that leads somewhere is shown in the table. */
  readonly link?: (to: string, text: string) => ReactNode;
}

/** 'area' is a line over its ground; 'rows' are bars that lie, for long labels. */
export type ChartKind = 'bar' | 'line' | 'area' | 'rows' | 'doughnut';
export type ChartView = 'chart' | 'table';
