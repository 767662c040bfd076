import type { ChartData } from './chart.types';

/** The sum of all series at one label. */
export const totalAt = ({ series }: Pick<ChartData, 'series'>, index: number): number =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);

/** A one-sentence summary for screen readers: '…: 48 in all, most at 14:00 with 12.' The table has the rest. */
export function summaryOf(data: ChartData): string {
  const { name, labels, fullLabels = labels, summary, text = String } = data;
  if (summary !== undefined) return summary;
  const totals = labels.map((_, index) => totalAt(data, index));
  const most = Math.max(0, ...totals);
  if (most === 0) return `${name}: none.`;
  const all = totals.reduce((sum, total) => sum + total, 0);
  return `${name}: ${text(all)} in all, most at ${fullLabels[totals.indexOf(most)]} with ${text(most)}.`;
}

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
