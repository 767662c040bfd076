/** Which rows of different heights lie in view. Pure. */

/** However small the rows and however high the window. */
export const ROWS_MOST = 60;
/** Drawn beyond the edges, so that a fast scroll rarely outruns the drawing. */
const MARGIN_PX = 600;

/** Where each row begins, and where the last one ends. */
export function tops(heights: readonly number[]): readonly number[] {
  const edges = [0];
  let top = 0;
  for (const height of heights) edges.push((top += height));
  return edges;
}

/** The index of the first row to draw, and of the one after the last. */
export function rowsInView(edges: readonly number[], top: number, height: number) {
  const count = edges.length - 1;
  const from = Math.max(0, Math.min(rowAt(edges, top - MARGIN_PX), count));
  const to = Math.min(count, rowAt(edges, top + height + MARGIN_PX) + 1);
  if (to - from <= ROWS_MOST) return { from, to };
  const first = Math.max(from, rowAt(edges, top) - 8);
  return { from: first, to: Math.min(count, first + ROWS_MOST) };
}

/** The last row that begins at or above this point. */
function rowAt(edges: readonly number[], point: number): number {
  let low = 0;
  let high = Math.max(0, edges.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}
