/** Which rows @tanstack/react-virtual renders in lists and tables. */
import { defaultRangeExtractor, observeElementRect, type Range } from '@tanstack/react-virtual';

/** Upper limit, however low the rows and however high the window. */
export const MAX_ROWS = 60;
/** Rows rendered above the first visible one when MAX_ROWS limits the range. */
const ROWS_ABOVE = 8;

/** The indexes of the rows to render; always with `kept`, the row that has the focus, unless it is -1. */
export function rowsToDraw(range: Range, kept: number): number[] {
  const inReach = defaultRangeExtractor(range);
  const first = Math.max(0, range.startIndex - ROWS_ABOVE);
  const rows = inReach.length < MAX_ROWS ? inReach : inReach.filter((index) => index >= first).slice(0, MAX_ROWS - 1);
  if (kept < 0 || kept >= range.count || rows.includes(kept)) return rows;
  return [...rows, kept].sort((a, b) => a - b);
}

/** The index of the row that has the focus, or -1. */
export const focusedRow = (frame: Element | null): number =>
  Number(frame?.querySelector(':focus')?.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);

/** Observes the size of the frame; without a layout it has a likely height, so that its first rows are rendered. */
export const observeFrame =
  (likelyPx: number): typeof observeElementRect =>
  (virtualizer, seen) =>
    observeElementRect(virtualizer, ({ width, height }) => seen({ width, height: height || likelyPx }));
