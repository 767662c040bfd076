/** What a chart shows, and its table: the same figures. */

/** The colour tokens that a series can have: `--category-<name>`. */
export type ChartColour = 'warning' | 'primary' | 'purple' | 'blue' | 'success' | 'tertiary';

export interface ChartSeries {
  readonly label: string;
  readonly colour: ChartColour;
  /** One for each label of the chart. */
  readonly values: readonly number[];
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
}

export type ChartKind = 'bar' | 'line';
export type ChartView = 'chart' | 'table';
