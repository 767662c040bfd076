import type { ChartData } from './chart.types';
import { totalAt } from './chartText';

/** A chart's figures as a table, with links where they have any. */
export function ChartTable({ data }: { readonly data: ChartData }) {
  const { name, of, labels, fullLabels = labels, series, newestFirst = false, text = String } = data;
  const rows = labels.map((_, index) => index);
  const hasTotal = series.length > 1 && data.withoutTotal !== true;
  const cell = (value: number | null, to: string | null) =>
    to === null || data.link === undefined ? text(value) : data.link(to, text(value));
  return (
    <div className="chart-table" role="region" aria-label={name} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {hasTotal && <th scope="col">Total</th>}
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(newestFirst ? rows.reverse() : rows).map((index) => (
            <tr key={index}>
              <th scope="row">{fullLabels[index]}</th>
              {hasTotal && <td className="chart-total">{text(totalAt(data, index))}</td>}
              {series.map(({ label: column, values, links }) => (
                <td key={column}>{cell(values[index] ?? null, links?.[index] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
