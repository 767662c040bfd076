/** Which rows @tanstack/react-virtual renders in lists and tables. */
import { defaultRangeExtractor, observeElementRect, type Range, type Virtualizer } from '@tanstack/react-virtual';

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

/**
 * Whether the first visible row keeps its place when the list gets these rows. Not at the top, where new ones show, and
 * not if that row itself came to the top: its neighbors stay, and the reader with them.
 */
export function keepsPlace(before: Virtualizer<HTMLDivElement, HTMLLIElement>, keys: readonly string[]): boolean {
  const offset = before.scrollOffset ?? 0;
  const first = before.getVirtualItemForOffset(offset);
  if (offset <= 0 || first === undefined) return false;
  const above = before.measurementsCache[first.index - 1];
  const place = keys.findIndex((key) => key === first.key);
  return above === undefined || !keys.slice(place + 1).some((key) => key === above.key);
}

/** Observes the size of the frame; without a layout it has a likely height, so that its first rows are rendered. */
export const observeFrame =
  (likelyPx: number): typeof observeElementRect =>
  (virtualizer, seen) =>
    observeElementRect(virtualizer, ({ width, height }) => seen({ width, height: height || likelyPx }));
