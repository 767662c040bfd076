import { memo } from 'react';
import { CellValue } from './CellValue';
import type { CellOf, TableColumn, TableRow } from './table.types';

interface DataRowProps<R extends TableRow> {
  readonly row: R;
  readonly columns: readonly TableColumn[];
  readonly cellOf: CellOf<R>;
  /** From 1, the head being the first. */
  readonly index: number;
  /** Opens the row; absent where a row opens nothing. */
  readonly onOpen?: ((row: R) => void) | undefined;
}

/** The first cell is the row's own name. */
function Row<R extends TableRow>({ row, columns, cellOf, index, onOpen }: DataRowProps<R>) {
  return (
    <tr aria-rowindex={index} className={index % 2 === 0 ? 'is-even' : undefined}>
      {columns.map(({ name, numeric }, at) => {
        const cell = cellOf(row, name);
        const content =
          onOpen !== undefined && at === 0 && cell.text !== '' ? (
            <button type="button" className="link" onClick={() => onOpen(row)}>
              {cell.text}
            </button>
          ) : (
            <CellValue cell={cell} />
          );
        const shared = {
          className: numeric ? 'is-number' : undefined,
          title: cell.exact ?? (cell.text.length > 12 ? cell.text : undefined),
        };
        return at === 0 ? (
          <th key={name} scope="row" {...shared}>
            {content}
          </th>
        ) : (
          <td key={name} {...shared}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

export const DataRow = memo(Row) as typeof Row;
