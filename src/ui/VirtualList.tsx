import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { rowsInView, tops } from './virtualRows';

interface VirtualListProps<T> {
  readonly label: string;
  /** Another list begins at its top. */
  readonly name: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** What a row is likely to measure, until it is drawn. */
  readonly estimatePx: number;
  readonly row: (item: T) => ReactNode;
  /** After the last row. */
  readonly end?: ReactNode;
  readonly busy?: boolean;
  /** The list was scrolled away from its top, or back to it. */
  readonly onAway?: (isAway: boolean) => void;
}

interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/** What is seen now; the same as before where it is. Where nothing has a size yet, some: the first rows are measured. */
function seen(before: View, { scrollTop, clientHeight, clientWidth }: HTMLElement): View {
  const view = { top: scrollTop, height: clientHeight || 900, width: clientWidth };
  return view.top === before.top && view.height === before.height && view.width === before.width ? before : view;
}

/** A scrolling list that draws what is in view, of rows as high as what they hold. */
export function VirtualList<T>({ label, name, items, keyOf, estimatePx, row, end, busy, onAway }: VirtualListProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  const [view, setView] = useState<View>({ top: 0, height: 900, width: 0 });
  const see = (element: HTMLElement) => setView((before) => seen(before, element));

  const edges = useMemo(
    () => tops(items.map((item) => heights.current.get(keyOf(item)) ?? estimatePx)),
    // `measured` counts the changes of `heights`, which React does not see.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [items, estimatePx, measured],
  );
  const { from, to } = rowsInView(edges, view.top, view.height);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    element.scrollTop = 0;
    see(element);
  }, [name]);
  // Rows are of another height in another width.
  useEffect(() => {
    const element = frame.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => see(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    let changed = false;
    for (const drawn of frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const key = drawn.dataset['row'] ?? '';
      const height = drawn.offsetHeight;
      if (height === 0 || heights.current.get(key) === height) continue;
      heights.current.set(key, height);
      changed = true;
    }
    if (changed) setMeasured((count) => count + 1);
  }, [items, from, to, view.height, view.width]);

  return (
    <div
      ref={frame}
      className="virtual-list"
      onScroll={({ currentTarget }) => {
        see(currentTarget);
        onAway?.(currentTarget.scrollTop > 0);
      }}
    >
      <ul aria-label={label} aria-busy={busy} style={{ height: edges.at(-1) ?? 0 }}>
        {items.slice(from, to).map((item, index) => (
          <li
            key={keyOf(item)}
            data-row={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={from + index + 1}
            style={{ top: edges[from + index] }}
          >
            {row(item)}
          </li>
        ))}
      </ul>
      {end}
    </div>
  );
}
