import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import type { ListRow } from '../../../contract/lists/list';
import { selectWindow } from '../../../sagas/base/window';
import { ownZone } from '../../../sagas/base/dates';
import { formatCell } from '../../../sagas/features/lists/cellText';
import { selectRecordTable } from '../../../sagas/features/records/records.selectors';
import { recordReloadRequested } from '../../../sagas/features/records/records.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { DataCards } from '../../ui/table/DataCards';
import { DataTable } from '../../ui/table/DataTable';
import { TableSkeleton } from '../../ui/table/TableSkeleton';
import type { TableCell } from '../../ui/table/table.types';
import '../../ui/theme/records.css';
import { tableColumns } from '../lists/tableColumns';

const SKELETON_ROWS = 6;
const NO_SORT = '';
const NOT_SCROLLED = { step: '', top: 0 };
const nothing = () => undefined;

/** Rows of a record that are not a list of their own. */
export function RecordTable() {
  const table = useAppSelector(selectRecordTable);
  const { breakpoint } = useAppSelector(selectWindow);
  const dispatch = useDispatch();
  const columns = useMemo(() => tableColumns(table?.columns ?? [], NO_SORT), [table?.columns]);
  if (table === null) return null;
  const { rows, error, empty, note, sumId, hrefOf, label } = table;
  if (rows === null) {
    if (error === null) return <TableSkeleton columns={columns} rows={SKELETON_ROWS} />;
    return (
      <Message tone="negative">
        {error} <LinkButton onClick={() => dispatch(recordReloadRequested())}>Retry</LinkButton>
      </Message>
    );
  }
  if (rows.length === 0) return <p className="record-empty quiet">{empty}</p>;
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const cellOf = (row: ListRow, name: string): TableCell => {
    const column = byName.get(name);
    if (column === undefined) return { text: '' };
    const zone = typeof row['zone'] === 'string' ? row['zone'] : undefined;
    return { ...formatCell(column, row[name], zone, ownZone()), href: hrefOf(row, name) };
  };
  const shown = {
    caption: label,
    columns,
    rows,
    sumId,
    cellOf,
    onFollow: (to: string) => void dispatch(navigateRequested({ to })),
    stale: false,
  };
  return (
    <div className="record-table">
      {note !== undefined && <p className="record-note quiet">{note}</p>}
      {breakpoint === 'mobile' ? (
        <DataCards {...shown} />
      ) : (
        <DataTable {...shown} onSort={nothing} before={0} total={rows.length} scroll={NOT_SCROLLED} onRest={nothing} />
      )}
    </div>
  );
}
