import type { TableColumn } from './table.types';
import '../theme/table.css';

interface TableSkeletonProps {
  readonly columns: readonly TableColumn[];
  readonly rows: number;
}

/** The table before its rows are there: the same size, so that nothing moves when they come. */
export function TableSkeleton({ columns, rows }: TableSkeletonProps) {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <div className="table-frame" aria-hidden="true">
      <table className="data-table" style={{ minWidth: width }}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ name, label, numeric }) => (
              <th key={name} scope="col" className={numeric ? 'is-number' : undefined}>
                <span className="head-label">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {columns.map(({ name }) => (
                <td key={name}>
                  <span className="skeleton-bar" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
