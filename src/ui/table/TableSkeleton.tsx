import { Table, TableBody, TableHeader } from 'semantic-ui-react';
import type { TableColumn } from './table.types';
import '../theme/table.css';

interface TableSkeletonProps {
  readonly columns: readonly TableColumn[];
  readonly rows: number;
}

/** A placeholder of the same size as the table, to avoid a layout shift. */
export function TableSkeleton({ columns, rows }: TableSkeletonProps) {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <div className="table-frame" aria-hidden="true">
      <Table className="data-table" style={{ minWidth: width }}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: column.width }} />
          ))}
        </colgroup>
        <TableHeader>
          <tr>
            {columns.map(({ name, label, numeric }) => (
              <th key={name} scope="col" className={numeric ? 'is-number' : undefined}>
                <span className="head-label">{label}</span>
              </th>
            ))}
          </tr>
        </TableHeader>
        <TableBody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {columns.map(({ name }) => (
                <td key={name}>
                  <span className="skeleton-bar" />
                </td>
              ))}
            </tr>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
