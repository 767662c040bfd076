/** Rows. */
import { CellValue } from '../ui/table/CellValue';
import { DataCards } from '../ui/table/DataCards';
import { DataTable } from '../ui/table/DataTable';
import { Pager } from '../ui/table/Pager';
import { TableSkeleton } from '../ui/table/TableSkeleton';
import type { CellTone, RowChoice, TableCell, TableColumn } from '../ui/table/table.types';
import { VirtualList } from '../ui/VirtualList';
import '../ui/theme/records.css';
import { nothing, type Part, type PartState } from './parts.types';

const COLUMNS: readonly TableColumn[] = [
  { name: 'id', label: 'Job', width: 110, numeric: false, sort: 'none' },
  { name: 'specialty', label: 'Specialty', width: 200, numeric: false, sort: 'ascending' },
  { name: 'status', label: 'Status', width: 130, numeric: false },
  { name: 'rate', label: 'Bill Rate', width: 110, numeric: true, sort: 'descending' },
  { name: 'hot', label: 'Hot', width: 80, numeric: false },
  { name: 'start', label: 'Start', width: 130, numeric: false, sort: 'none' },
  { name: 'closed', label: 'Closed As', width: 120, numeric: false },
];
const SPECIALTIES = ['Emergency', 'Intensive Care', 'Labor and Delivery', 'Telemetry with a name that has no room'];
const TONES: readonly CellTone[] = ['good', 'waiting', 'bad', 'moving', 'planned', 'quiet'];
const ROWS = Array.from({ length: 6 }, (_, at) => ({ id: String(at), at }));
type Row = (typeof ROWS)[number];

function cellOf({ at }: Row, column: string): TableCell {
  const cells: Readonly<Record<string, TableCell>> = {
    id: { text: `J-10${40 + at}`, href: `/vms/jobs/${at}` },
    specialty: { text: SPECIALTIES[at % SPECIALTIES.length] ?? '' },
    status: {
      text: ['Open', 'In review', 'Closed', 'Offered', 'Booked', 'Draft'][at] ?? '',
      tone: TONES[at] ?? 'quiet',
    },
    rate: { text: `$${(82 + at * 3.5).toFixed(2)}` },
    hot: { text: at % 2 === 0 ? 'Yes' : 'No', checked: at % 2 === 0 },
    start: { text: `Nov ${10 + at}, 2026`, instant: `2026-11-${10 + at}`, exact: `November ${10 + at}, 2026` },
    closed: { text: '' },
  };
  return cells[column] ?? { text: '' };
}

const choice: RowChoice = {
  isChosen: (id) => id === '1' || id === '2',
  onChoose: nothing,
  page: 'some',
  onChoosePage: nothing,
};

const table = (stale: boolean, chosen?: RowChoice) => (
  <DataTable
    caption="Jobs"
    columns={COLUMNS}
    rows={ROWS}
    cellOf={cellOf}
    onSort={nothing}
    onFollow={nothing}
    before={0}
    total={ROWS.length}
    stale={stale}
    scroll={{ step: 'one', top: 0 }}
    onRest={nothing}
    {...(chosen && { choice: chosen })}
  />
);

const pager = (page: number, last: number | null) => (
  <Pager
    page={page}
    last={last}
    hasNext={last === null || page < last}
    size={50}
    sizes={[25, 50, 100]}
    parsePage={(text) => (/^\d+$/.test(text) ? Number(text) : null)}
    onPage={nothing}
    onSize={nothing}
  />
);

const cells: readonly PartState[] = [
  ...TONES.map((tone) => ({ name: tone, show: () => <CellValue cell={{ text: 'Submitted', tone }} /> })),
  { name: 'none', show: () => <CellValue cell={{ text: '' }} /> },
  { name: 'yes', show: () => <CellValue cell={{ text: 'Yes', checked: true }} /> },
  { name: 'no', show: () => <CellValue cell={{ text: 'No', checked: false }} /> },
  { name: 'that opens', show: () => <CellValue cell={{ text: 'Résumé.pdf', onOpen: nothing }} /> },
  { name: 'link', show: () => <CellValue cell={{ text: 'J-1042', href: '/vms/jobs/1' }} /> },
];

export const TABLES: readonly Part[] = [
  { file: 'table/CellValue', states: cells },
  {
    file: 'table/DataTable',
    states: [
      { name: 'plain', show: () => table(false) },
      { name: 'stale', show: () => table(true) },
      { name: 'hovered row', show: () => table(false), alone: { kind: 'hover', on: 'tbody tr:nth-child(2) td' } },
      { name: 'focused row', show: () => table(false), alone: { kind: 'focus', on: 'tbody tr:nth-child(2) a' } },
    ],
  },
  { file: 'table/RowChoice', states: [{ name: 'some chosen', show: () => table(false, choice) }] },
  {
    file: 'table/TableSkeleton',
    states: [{ name: 'plain', show: () => <TableSkeleton columns={COLUMNS} rows={4} /> }],
  },
  {
    file: 'table/DataCards',
    states: [
      { name: 'plain', show: () => cards() },
      { name: 'chosen', show: () => cards(choice) },
      { name: 'open', show: () => cards(), alone: { kind: 'press', on: '.record-foot button' } },
    ],
  },
  {
    file: 'table/Pager',
    states: [
      { name: 'first page', show: () => pager(1, 12) },
      { name: 'last page', show: () => pager(12, 12) },
      { name: 'not counted yet', show: () => pager(3, null) },
    ],
  },
  {
    file: 'VirtualList',
    states: [
      {
        name: 'plain',
        show: () => (
          <div style={{ height: 120, display: 'grid' }}>
            <VirtualList
              label="Rows"
              name="rows"
              items={SPECIALTIES}
              keyOf={(item) => item}
              estimatePx={36}
              row={(item) => <p>{item}</p>}
            />
          </div>
        ),
      },
    ],
  },
];

function cards(chosen?: RowChoice) {
  return (
    <DataCards
      caption="Jobs"
      columns={COLUMNS}
      rows={ROWS.slice(0, 2)}
      cellOf={cellOf}
      onFollow={nothing}
      stale={false}
      choice={chosen}
    />
  );
}
