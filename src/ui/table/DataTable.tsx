import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { DataRow } from './DataRow';
import { HeadCell } from './HeadCell';
import type { CellOf, TableColumn, TableRow } from './table.types';
import { useRowWindow } from './useRowWindow';
import '../theme/table.css';

const ROW_PX = 36;

interface DataTableProps<R extends TableRow> {
  /** What the rows are. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly R[];
  readonly cellOf: CellOf<R>;
  readonly onSort: (column: string) => void;
  /** A link was followed: a path of this app. */
  readonly onFollow: (href: string) => void;
  /** Rows of the whole list before the first one here, and all of them; null where that is not known. */
  readonly before: number;
  readonly total: number | null;
  /** What is shown is about to be replaced. */
  readonly stale: boolean;
  /** Where the rows were, at which step of the history; told again whenever they come to rest. */
  readonly scroll: { readonly step: string; readonly top: number };
  readonly onRest: (step: string, top: number) => void;
}

/** A semantic table in its own scrolling frame: head and first column stay, long ones draw only what is in view. */
export function DataTable<R extends TableRow>(props: DataTableProps<R>) {
  const { caption, columns, rows, cellOf, onSort, onFollow, before, total, stale, scroll, onRest } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { window: shown, onScroll } = useRowWindow(rows.length, ROW_PX);
  const { step, top } = scroll;

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || stale) return;
    element.scrollTop = top;
    onScroll(element);
    const rest = () => onRest(step, element.scrollTop);
    element.addEventListener('scrollend', rest);
    return () => element.removeEventListener('scrollend', rest);
    // `top` is where to begin at a step, not something to follow.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [step, stale, onScroll, onRest]);

  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[href]');
    if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow(link.getAttribute('href') ?? '/');
  };
  const width = columns.reduce((sum, column) => sum + column.width, 0);

  return (
    <div
      ref={frame}
      className={stale ? 'table-frame is-stale' : 'table-frame'}
      role="region"
      aria-label={`${caption}, table`}
      aria-busy={stale}
      tabIndex={0}
      onScroll={(event) => onScroll(event.currentTarget)}
      onClick={follow}
    >
      <table className="data-table" style={{ minWidth: width }} aria-rowcount={total === null ? -1 : total + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={shown.from} columns={columns.length} />
          {rows.slice(shown.from, shown.to).map((row, index) => (
            <DataRow key={row.id} row={row} columns={columns} cellOf={cellOf} index={before + shown.from + index + 2} />
          ))}
          <Gap rows={rows.length - shown.to} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/** Keeps the place of rows that are not drawn. */
function Gap({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true" className="table-gap">
      <td colSpan={columns} style={{ height: rows * ROW_PX }} />
    </tr>
  );
}
