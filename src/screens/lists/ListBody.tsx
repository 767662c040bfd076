import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ListName, ListRow } from '../../../contract/lists/list';
import { ownZone } from '../../../sagas/base/dates';
import { auditCell } from '../../../sagas/features/lists/auditCells';
import { formatCell, type Cell } from '../../../sagas/features/lists/cellText';
import {
  selectColumns,
  selectLinkOf,
  selectScroll,
  type ListView,
  type ShownColumn,
} from '../../../sagas/features/lists/lists.selectors';
import { selectCanChoose, selectRowSelection } from '../../../sagas/features/lists/rowSelection/rowSelection.selectors';
import { listRowsSelected, listScrolled, listSortPressed } from '../../../sagas/features/lists/lists.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { DataCards } from '../../ui/table/DataCards';
import { DataTable } from '../../ui/table/DataTable';
import { TableSkeleton } from '../../ui/table/TableSkeleton';
import type { RowChoice, TableCell } from '../../ui/table/table.types';
import '../../ui/theme/records.css';
import '../../ui/theme/table.css';
import { ListNote } from './ListNote';
import { SortChoice } from './SortChoice';
import { tableColumns } from './tableColumns';
import { cellActionOf, opensRow } from './cellActions';
import { RowDialog } from './RowDialog';

/** Placeholder rows while a page loads. */
const SKELETON_ROWS = 14;

interface ListBodyProps {
  readonly view: ListView;
  readonly narrow: boolean;
}

/** The rows, or a note why there are none, and the row that is shown in full. */
export function ListBody({ view, narrow }: ListBodyProps) {
  const { step } = useAppSelector(selectScroll);
  const [opened, setOpened] = useState<ListRow | null>(null);
  // Back, forward and another page close it.
  useEffect(() => setOpened(null), [step]);
  return (
    <>
      <Rows view={view} narrow={narrow} onOpen={setOpened} />
      {opened !== null && (
        <RowDialog noun={view.noun.one} row={opened} formatOf={cellsOf(view.name)} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

interface RowsProps extends ListBodyProps {
  readonly onOpen: (row: ListRow) => void;
}

function Rows({ view, narrow, onOpen }: RowsProps) {
  const dispatch = useDispatch();
  const shown = useAppSelector(selectColumns);
  const linkOf = useAppSelector(selectLinkOf);
  const scroll = useAppSelector(selectScroll);
  const list = view.name;
  const { sort } = view.query;
  const columns = useMemo(() => tableColumns(shown, sort), [shown, sort]);
  const cellOf = useMemo(() => {
    const byName = new Map(shown.map((column) => [column.name, column]));
    const formatOf = cellsOf(list);
    return (row: ListRow, name: string): TableCell => {
      const column = byName.get(name);
      if (column === undefined) return { text: '' };
      const href = linkOf(name, row);
      // A linked record shows its document on its own page, so its cell opens nothing here.
      const opening = href === null ? cellActionOf(list, name, row) : null;
      return {
        ...formatOf(column, row),
        href,
        ...(opening && { onOpen: () => dispatch(opening) }),
        ...(opensRow(list, name) && { onOpen: () => onOpen(row) }),
      };
    };
  }, [shown, linkOf, list, dispatch, onOpen]);
  const onSort = useCallback((column: string) => dispatch(listSortPressed({ column })), [dispatch]);
  const onFollow = useCallback((to: string) => dispatch(navigateRequested({ to })), [dispatch]);
  const choice = useRowChoice(view);
  const onRest = useCallback((step: string, top: number) => dispatch(listScrolled({ step, top })), [dispatch]);

  if (view.phase === 'loading') {
    return narrow ? <CardsSkeleton /> : <TableSkeleton columns={columns} rows={SKELETON_ROWS} />;
  }
  if (view.phase !== 'full') return <ListNote view={view} />;
  const rows = {
    caption: view.title,
    columns,
    rows: view.rows as readonly ListRow[],
    cellOf,
    onFollow,
    stale: view.stale,
    ...(choice !== undefined && { choice }),
  };
  return narrow ? (
    <>
      <SortChoice columns={shown} sort={sort} />
      <DataCards {...rows} />
    </>
  ) : (
    <DataTable {...rows} onSort={onSort} before={view.before} total={view.total} scroll={scroll} onRest={onRest} />
  );
}

/** Formats the values of a list's rows. */
function cellsOf(list: ListName): (column: ShownColumn, row: ListRow) => Cell {
  const viewersZone = ownZone();
  return (column, row) => {
    const zone = typeof row['zone'] === 'string' ? row['zone'] : undefined;
    const cell = formatCell(column, row[column.name], zone, viewersZone);
    return list === 'audit' ? auditCell(column.name, cell) : cell;
  };
}

/** Undefined if rows cannot be selected. */
function useRowChoice({ rows }: ListView): RowChoice | undefined {
  const dispatch = useDispatch();
  const canChoose = useAppSelector(selectCanChoose);
  const { chosen, page } = useAppSelector(selectRowSelection);
  const onChoose = useCallback(
    (id: string, choose: boolean) => dispatch(listRowsSelected({ ids: [id], chosen: choose })),
    [dispatch],
  );
  if (!canChoose) return undefined;
  return {
    isChosen: (id) => chosen.has(id),
    onChoose,
    page,
    onChoosePage: (choose) => dispatch(listRowsSelected({ ids: rows.map(({ id }) => id), chosen: choose })),
  };
}

/** Placeholder cards while rows load. */
function CardsSkeleton() {
  return (
    <ul className="records" aria-hidden="true">
      {Array.from({ length: 4 }, (_, card) => (
        <li key={card} className="record">
          <dl>
            {Array.from({ length: 6 }, (_, line) => (
              <div key={line}>
                <dd className="skeleton-bar" />
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
