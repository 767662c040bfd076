import type { ChartData } from './chart.types';
import { totalAt } from './summary';

/** The figures of a chart. */
export function ChartTable({ data }: { readonly data: ChartData }) {
  const { name, of, labels, fullLabels = labels, series, newestFirst = false } = data;
  const rows = labels.map((_, index) => index);
  return (
    <div className="chart-table" role="region" aria-label={name} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {series.length > 1 && <th scope="col">Total</th>}
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
              {series.length > 1 && <td className="chart-total">{totalAt(data, index)}</td>}
              {series.map(({ label: column, values }) => (
                <td key={column}>{values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
