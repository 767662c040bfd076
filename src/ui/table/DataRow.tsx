import { memo } from 'react';
import { CellValue } from './CellValue';
import { ChoiceBox, rowName } from './RowChoice';
import type { CellOf, RowChoice, TableColumn, TableRow } from './table.types';

interface DataRowProps<R extends TableRow> {
  readonly row: R;
  readonly columns: readonly TableColumn[];
  readonly cellOf: CellOf<R>;
  /** From 0, among the rows of this table. */
  readonly index: number;
  /** Rows of the whole list before this table's first one. */
  readonly before: number;
  /** It sums up the rows above. */
  readonly isSum: boolean;
  /** Undefined if rows cannot be chosen. */
  readonly chosen?: boolean | undefined;
  readonly onChoose?: RowChoice['onChoose'] | undefined;
}

/** The first cell is the row's own name. */
function Row<R extends TableRow>({ row, columns, cellOf, index, before, isSum, chosen, onChoose }: DataRowProps<R>) {
  // Counts from 1, and the head is row 1.
  const place = before + index + 2;
  const classes = [place % 2 === 0 && 'is-even', chosen && 'is-chosen', isSum && 'is-sum'].filter(Boolean).join(' ');
  return (
    <tr data-index={index} aria-rowindex={place} className={classes || undefined}>
      {chosen !== undefined && onChoose && (
        <td className="row-choice">
          <ChoiceBox
            name={rowName(row, columns, cellOf)}
            chosen={chosen}
            onChoose={(choose) => onChoose(row.id, choose)}
          />
        </td>
      )}
      {columns.map(({ name, numeric }, at) => {
        const cell = cellOf(row, name);
        const shared = {
          className: numeric ? 'is-number' : undefined,
          title: cell.exact ?? (cell.text.length > 12 ? cell.text : undefined),
        };
        // A header without text would name the row after nothing.
        return at === 0 && cell.text !== '' ? (
          <th key={name} scope="row" {...shared}>
            <CellValue cell={cell} />
          </th>
        ) : (
          <td key={name} {...shared}>
            <CellValue cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

export const DataRow = memo(Row) as typeof Row;
