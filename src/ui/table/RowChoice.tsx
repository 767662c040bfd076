import { useEffect, useRef } from 'react';
import type { CellOf, RowChoice, TableColumn, TableRow } from './table.types';

/** Width of the column of boxes, in CSS pixels. */
export const CHOICE_PX = 44;

/** Chooses all rows shown. */
export function PageChoice({ choice: { page, onChoosePage } }: { readonly choice: RowChoice }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = page === 'some';
  }, [page]);
  return (
    <th scope="col" className="row-choice">
      <label>
        <input
          ref={box}
          type="checkbox"
          aria-label="Select all rows of this page"
          checked={page === 'all'}
          onChange={(event) => onChoosePage(event.target.checked)}
        />
      </label>
    </th>
  );
}

/** The name of a row: its first cell, with the second if the first is only a date, which rows share. */
export function rowName<R extends TableRow>(
  row: R,
  [first, second]: readonly TableColumn[],
  cellOf: CellOf<R>,
): string {
  if (first === undefined) return '';
  const { text, exact } = cellOf(row, first.name);
  if (exact === undefined || second === undefined) return text;
  return `${exact}, ${cellOf(row, second.name).text}`;
}

interface ChoiceBoxProps {
  readonly name: string;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
}

/** Chooses one row. */
export function ChoiceBox({ name, chosen, onChoose }: ChoiceBoxProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </label>
  );
}
