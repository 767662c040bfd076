import type { ChartData } from './chart.types';
import { totalAt } from './summary';

/** The figures of a chart, the last ones first: those are what one looks for. */
export function ChartTable({ data }: { readonly data: ChartData }) {
  const { name, of, labels, fullLabels = labels, series } = data;
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
          {fullLabels
            .map((label, index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.length > 1 && <td className="chart-total">{totalAt(data, index)}</td>}
                {series.map(({ label: column, values }) => (
                  <td key={column}>{values[index]}</td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
