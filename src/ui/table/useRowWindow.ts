import { useCallback, useState } from 'react';
import { useOnScreen } from '../useOnScreen';

interface RowWindow {
  /** Index of the first row to draw, and of the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** Fewer rows than this are drawn whole: the browser's own search then finds them all. */
export const WINDOWED_FROM = 101;
/** Rows drawn beyond the edges, so that a fast scroll rarely outruns the drawing. */
const MARGIN = 8;
/** The window moves in steps of so many rows: most scroll events draw nothing at all. */
const STEP = 4;
/** While the height of the frame is not known, as many as most have room for. */
const FIRST_ROWS = 20;

/**
 * Which of many rows of one height lie in view. `onScroll` goes on the element that scrolls. The rows in view come
 * first, and the others once those are on the screen.
 */
export function useRowWindow(count: number, rowHeight: number) {
  const [view, setView] = useState({ top: 0, rows: FIRST_ROWS });
  const isOnScreen = useOnScreen(true);
  const onScroll = useCallback(
    (element: { readonly scrollTop: number; readonly clientHeight: number }) => {
      const top = Math.floor(element.scrollTop / rowHeight / STEP) * STEP;
      const height = element.clientHeight || FIRST_ROWS * rowHeight;
      const rows = Math.ceil(height / rowHeight / STEP) * STEP + STEP;
      setView((old) => (old.top === top && old.rows === rows ? old : { top, rows }));
    },
    [rowHeight],
  );
  return { window: windowOf(count, view.top, view.rows, isOnScreen), onScroll };
}

export function windowOf(count: number, top: number, rows: number, isOnScreen: boolean): RowWindow {
  if (isOnScreen && count < WINDOWED_FROM) return { from: 0, to: count };
  const margin = isOnScreen ? MARGIN : 0;
  const first = Math.min(top, Math.max(0, count - rows));
  return { from: Math.max(0, first - margin), to: Math.min(count, first + rows + margin) };
}
