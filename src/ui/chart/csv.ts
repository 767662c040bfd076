import type { ChartData } from './chart.types';

/** The unformatted figures, one row per label. */
export function chartCsv({ of, labels, fullLabels = labels, series }: ChartData): readonly (readonly string[])[] {
  return [
    [of, ...series.map(({ label }) => label)],
    ...labels.map((label, index) => [
      fullLabels[index] ?? label,
      ...series.map(({ values }) => String(values[index] ?? '')),
    ]),
  ];
}
