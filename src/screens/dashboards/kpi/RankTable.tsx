import type { CSSProperties } from 'react';
import type { TopRow, TopView } from '../../../../sagas/features/dashboards/kpi/topSuppliers.selectors';

/** The first ten, or all, with bars, relative to 100 for percentages and to the highest value otherwise. */
export function RankTable({ view }: { readonly view: TopView }) {
  const { title, column, volumeColumn, rows, apart, unit, showsAll } = view;
  const isPercent = unit === 'percent';
  const most = isPercent ? 100 : Math.max(1, ...[...rows, ...apart].map(({ value }) => value ?? 0));
  const columns = volumeColumn === null ? 3 : 4;
  const line = (row: TopRow) => <RankRow key={row.agencyId} row={row} most={most} hasVolume={volumeColumn !== null} />;
  return (
    <div
      className="chart-table"
      role="region"
      aria-label={showsAll ? `${title}: all suppliers` : `${title}: the first ten`}
      tabIndex={0}
    >
      <table className="rank-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Supplier</th>
            <th scope="col" className="rank-scale">
              {isPercent ? '0–100%' : 'Share of the highest'}
            </th>
            {volumeColumn !== null && <th scope="col">{volumeColumn}</th>}
            <th scope="col">{column}</th>
          </tr>
        </thead>
        <tbody>{rows.map(line)}</tbody>
        {apart.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={columns} className="rank-apart">
                Too few to be ranked
              </th>
            </tr>
            {apart.map(line)}
          </tbody>
        )}
      </table>
    </div>
  );
}

interface RankRowProps {
  readonly row: TopRow;
  /** The value of a full bar. */
  readonly most: number;
  readonly hasVolume: boolean;
}

function RankRow({ row: { name, value, text, detail, volume, to }, most, hasVolume }: RankRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="rank-bar">
        <span style={{ '--share': `${Math.min(100, (100 * (value ?? 0)) / most)}%` } as CSSProperties} />
      </td>
      {hasVolume && <td className="rank-volume">{detail ?? volume}</td>}
      <td>
        {to === null ? (
          text
        ) : (
          <a href={to} target="_blank" rel="noopener">
            {text}
          </a>
        )}
      </td>
    </tr>
  );
}
