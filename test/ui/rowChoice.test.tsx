/** @jest-environment jsdom */
/** Checkboxes that select rows: each is named by what distinguishes its row. */
import { render, screen } from '@testing-library/react';
import { DataCards } from '../../src/ui/table/DataCards';
import { DataTable } from '../../src/ui/table/DataTable';
import type { RowChoice, TableCell } from '../../src/ui/table/table.types';

const MOMENT: TableCell = { text: 'Nov 24, 2026 9:05 PM', exact: 'Nov 24, 2026, 9:05:07 PM UTC', instant: '2026' };
const CELLS: Readonly<Record<string, Readonly<Record<string, TableCell>>>> = {
  one: { at: MOMENT, event: { text: 'Signed in' } },
  other: { at: MOMENT, event: { text: 'Password changed' } },
};
const choice: RowChoice = {
  isChosen: (id) => id === 'other',
  onChoose: () => undefined,
  page: 'some',
  onChoosePage: () => undefined,
};
const shared = {
  caption: 'Audit',
  columns: ['at', 'event'].map((name) => ({ name, label: name, width: 100, numeric: false })),
  rows: Object.keys(CELLS).map((id) => ({ id })),
  cellOf: ({ id }: { id: string }, column: string): TableCell => CELLS[id]?.[column] ?? { text: '' },
  choice,
  onFollow: () => undefined,
  stale: false,
};
const boxes = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Nov/ })
    .map((box) => [box.getAttribute('aria-label'), box.checked]);

const EXPECTED = [
  ['Select Nov 24, 2026, 9:05:07 PM UTC, Signed in', false],
  ['Select Nov 24, 2026, 9:05:07 PM UTC, Password changed', true],
];

test('rows of the same minute have checkboxes with different names, in the table', () => {
  render(
    <DataTable
      {...shared}
      onSort={() => undefined}
      before={0}
      total={2}
      scroll={{ step: 'here', top: 0 }}
      onRest={() => undefined}
    />,
  );
  expect(boxes()).toEqual(EXPECTED);
});

test('and on the cards of a narrow screen', () => {
  render(<DataCards {...shared} />);
  expect(boxes()).toEqual(EXPECTED);
});
