import type { CSSProperties } from 'react';
import type { TopView } from '../../../../sagas/features/dashboards/kpi/topSuppliers.selectors';

/** The first ten with bars, relative to 100 for percentages and to the highest value otherwise. */
export function RankTable({ view: { title, column, rows, percent } }: { readonly view: TopView }) {
  const most = percent ? 100 : Math.max(1, ...rows.map(({ value }) => value));
  return (
    <div className="chart-table" role="region" aria-label={`${title}: the first ten`} tabIndex={0}>
      <table className="rank-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Supplier</th>
            <th scope="col" className="rank-scale">
              {percent ? '0 - 100%' : 'Of the highest'}
            </th>
            <th scope="col">{column}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ agencyId, name, value, text, detail, to }) => (
            <tr key={agencyId}>
              <th scope="row">{name}</th>
              <td className="rank-bar">
                <span style={{ '--share': `${Math.min(100, (100 * value) / most)}%` } as CSSProperties} />
              </td>
              <td title={detail ?? undefined}>
                {to === null ? (
                  text
                ) : (
                  <a href={to} target="_blank" rel="noopener">
                    {text}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
