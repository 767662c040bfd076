import { Icon } from '../Icon';
import type { TableColumn } from './table.types';

interface HeadCellProps {
  readonly column: TableColumn;
  readonly onSort: (column: string) => void;
}

/** A column's head; a button if the column can be sorted by. */
export function HeadCell({ column: { name, label, hint, numeric, sort }, onSort }: HeadCellProps) {
  const sorted = sort === 'ascending' || sort === 'descending';
  return (
    <th
      scope="col"
      className={numeric ? 'is-number' : undefined}
      aria-sort={sort === undefined || sort === 'none' ? undefined : sort}
      title={hint ?? label}
    >
      {sort === undefined ? (
        <span className="head-label">{label}</span>
      ) : (
        <button type="button" className="head-sort" onClick={() => onSort(name)}>
          <span className="head-label">{label}</span>
          <span className={sorted ? 'head-arrow is-on' : 'head-arrow'}>
            <Icon name={sort === 'descending' ? 'arrowDown' : 'arrowUp'} />
          </span>
        </button>
      )}
    </th>
  );
}
