/** @jest-environment jsdom */
/** Tables of a record: the row that sums up the others stands out, and dates that name rows have room. */
import { render } from '@testing-library/react';
import { records } from '../../contract/records/catalog';
import { daysOf } from '../../server/features/records/timesheetDays';
import { tableColumns } from '../../src/screens/lists/tableColumns';
import { DataCards } from '../../src/ui/table/DataCards';
import { DataTable } from '../../src/ui/table/DataTable';
import type { TableCell } from '../../src/ui/table/table.types';

const { columns, sumId } = records.timesheet.tabs.days;
const ROWS = daysOf({
  weekEnding: '2026-11-28',
  shift: '7a-7p 3x12',
  scheduled: 2160,
  regular: 2160,
  overtime: 0,
  holiday: 0,
  onCall: 0,
  rate: 9000,
  bill: 324_000,
  expenses: 0,
});
const shared = {
  caption: 'Days',
  columns: Object.entries(columns).map(([name, { label }]) => ({ name, label, width: 100, numeric: false })),
  rows: ROWS,
  sumId,
  cellOf: (row: (typeof ROWS)[number], name: string): TableCell => ({ text: String(row[name] ?? '') }),
  onFollow: () => undefined,
  stale: false,
};
const sums = () => [...document.querySelectorAll('.is-sum')].map((row) => row.textContent);

test('the week of a timesheet is named in the first cell of the row that sums it up', () => {
  render(
    <DataTable
      {...shared}
      onSort={() => undefined}
      before={0}
      total={ROWS.length}
      scroll={{ step: 'here', top: 0 }}
      onRest={() => undefined}
    />,
  );
  expect(document.querySelectorAll('tbody tr')).toHaveLength(4);
  expect(sums()).toEqual([expect.stringMatching(/^Week/)]);
  expect(document.querySelector('.is-sum > th')?.textContent).toBe('Week');
});

test('it stands out on the cards of a phone, too', () => {
  render(<DataCards {...shared} />);
  expect(sums()).toEqual([expect.stringMatching(/^WeekdayWeek/)]);
});

test('a date that names its row has more room than others, because it is bold', () => {
  const date = { label: 'Day', kind: 'date' } as const;
  const [first, second] = tableColumns(
    [
      { ...date, name: 'from' },
      { ...date, name: 'to' },
    ],
    '',
  );
  expect(first?.width).toBeGreaterThan(second?.width ?? 0);
});
