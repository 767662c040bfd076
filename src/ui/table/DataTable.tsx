import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useLayoutEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { Table, TableBody, TableHeader } from 'semantic-ui-react';
import { opensElsewhere } from '../Link';
import { useOnScreen } from '../useOnScreen';
import { useTokens } from '../useTokens';
import { usePrinting } from '../printing';
import { focusedRow, observeFrame, rowsToDraw } from '../virtualRows';
import { DataRow } from './DataRow';
import { HeadCell } from './HeadCell';
import { CHOICE_PX, PageChoice } from './RowChoice';
import type { CellOf, RowChoice, TableColumn, TableRow } from './table.types';
import '../theme/table.css';

/** Rows drawn before the height of the frame is known: enough for most windows. */
const LIKELY_HEIGHT_PX = 720;
/** The density that the person chose. */
const ROW_TOKENS = ['row-height'] as const;
const USUAL_ROW_PX = 36;
/** Shorter tables render all rows, so that the browser's search finds them. */
export const VIRTUAL_FROM = 101;
/** Extra rows, so that fast scrolling rarely shows gaps. */
const MARGIN_ROWS = 8;
const observeElementRect = observeFrame(LIKELY_HEIGHT_PX);

interface DataTableProps<R extends TableRow> {
  /** What the rows are; the table's caption. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly R[];
  readonly cellOf: CellOf<R>;
  readonly onSort: (column: string) => void;
  /** A link was pressed: a path of this app. */
  readonly onFollow: (href: string) => void;
  /** Number of rows before the first one here, and in total; null if unknown. */
  readonly before: number;
  readonly total: number | null;
  /** The id of the row that sums up the others. */
  readonly sumId?: string | undefined;
  /** The rows are about to be replaced. */
  readonly stale: boolean;
  /** The stored scroll position of this history step; reported again whenever scrolling stops. */
  readonly scroll: { readonly step: string; readonly top: number };
  readonly onRest: (step: string, top: number) => void;
  /** Absent if rows cannot be chosen. */
  readonly choice?: RowChoice;
}

/**
 * A semantic table in its own scrolling frame: the head and the first column stay, and long tables render only visible
 * rows. The visible rows are rendered first, the others once those are on the screen.
 */
export function DataTable<R extends TableRow>(props: DataTableProps<R>) {
  const { caption, columns, rows, cellOf, onSort, onFollow, before, total, sumId, stale, scroll, onRest } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { choice } = props;
  const { step, top } = scroll;
  const isOnScreen = useOnScreen(true);
  const isPrinting = usePrinting();
  const rowPx = parseFloat(useTokens(ROW_TOKENS)['row-height']) || USUAL_ROW_PX;
  const drawsAll = isPrinting || (isOnScreen && rows.length < VIRTUAL_FROM);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    enabled: !drawsAll,
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    initialOffset: top,
    initialRect: { width: 0, height: LIKELY_HEIGHT_PX },
    observeElementRect,
    overscan: isOnScreen ? MARGIN_ROWS : 0,
    rangeExtractor: (range) => rowsToDraw(range, focusedRow(frame.current)),
  });
  const measured = useRef(rowPx);
  useLayoutEffect(() => {
    if (measured.current === rowPx) return;
    measured.current = rowPx;
    // The virtualizer caches the places of rows.
    virtualizer.measure();
  }, [rowPx, virtualizer]);
  const drawn = drawsAll ? [...rows.keys()] : virtualizer.getVirtualItems().map(({ index }) => index);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || stale) return;
    element.scrollTop = top;
    const rest = () => onRest(step, element.scrollTop);
    element.addEventListener('scrollend', rest);
    return () => element.removeEventListener('scrollend', rest);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `top` is an initial position only
  }, [step, stale, onRest]);

  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[href]');
    if (link === null || event.button !== 0 || opensElsewhere(event)) return;
    event.preventDefault();
    onFollow(link.getAttribute('href') ?? '/');
  };
  const width = columns.reduce((sum, column) => sum + column.width, choice === undefined ? 0 : CHOICE_PX);
  const breadth = columns.length + (choice === undefined ? 0 : 1);

  return (
    <div
      ref={frame}
      className={stale ? 'table-frame is-stale' : 'table-frame'}
      role="region"
      aria-label={`${caption}, table`}
      aria-busy={stale}
      tabIndex={0}
      onClick={follow}
      onPointerOver={sayWhatIsCut}
    >
      <Table
        className={choice === undefined || choice.page === 'none' ? 'data-table' : 'data-table has-choice'}
        style={{ minWidth: width }}
        aria-rowcount={total === null ? -1 : total + 1}
      >
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {choice && <col style={{ width: CHOICE_PX }} />}
          {columns.map((column) => (
            <col key={column.name} style={{ width: column.width }} />
          ))}
        </colgroup>
        <TableHeader>
          <tr aria-rowindex={1}>
            {choice && <PageChoice choice={choice} />}
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} onSort={onSort} />
            ))}
          </tr>
        </TableHeader>
        <TableBody>
          {drawn.map((index, at) => {
            const row = rows[index];
            return row === undefined ? null : (
              <Fragment key={row.id}>
                <Gap rows={index - (drawn[at - 1] ?? -1) - 1} columns={breadth} rowPx={rowPx} />
                <DataRow
                  row={row}
                  columns={columns}
                  cellOf={cellOf}
                  index={index}
                  before={before}
                  isSum={row.id === sumId}
                  chosen={choice?.isChosen(row.id)}
                  onChoose={choice?.onChoose}
                />
              </Fragment>
            );
          })}
          <Gap rows={rows.length - (drawn.at(-1) ?? -1) - 1} columns={breadth} rowPx={rowPx} />
        </TableBody>
      </Table>
    </div>
  );
}

/** The tooltips that are given here; cells may have their own. */
const given = new WeakMap<Element, string>();

/** Gives a cell whose text is cut a tooltip with all of it, as it is now. */
function sayWhatIsCut({ target }: PointerEvent) {
  const cell = (target as Element).closest<HTMLElement>('td, th');
  if (cell === null || (cell.title !== '' && cell.title !== given.get(cell))) return;
  const text = cell.scrollWidth > cell.clientWidth ? cell.innerText : '';
  if (cell.title === text) return;
  cell.title = text;
  given.set(cell, text);
}

/** Takes the place of rows that are not rendered. */
function Gap({ rows, columns, rowPx }: { readonly rows: number; readonly columns: number; readonly rowPx: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true" className="table-gap">
      <td colSpan={columns} style={{ height: rows * rowPx }} />
    </tr>
  );
}
