import { measureElement, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { useFocusOnUnmount } from './focus';
import { focusedRow, keepsPlace, observeFrame, rowsToDraw } from './virtualRows';

interface VirtualListProps<T> {
  readonly label: string;
  /** A new key starts at the top of its list. */
  readonly name: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Estimated height in CSS pixels of a row that has not been rendered. */
  readonly estimatePx: number;
  readonly row: (item: T) => ReactNode;
  /** Rendered after the last row. When it is gone, the list has its focus. */
  readonly end?: ReactNode;
  readonly busy?: boolean;
  /** Called when the list is scrolled away from its top, or back. */
  readonly onAway?: (isAway: boolean) => void;
}

const LIKELY_HEIGHT_PX = 900;
/** Extra rows, so that fast scrolling rarely shows gaps. */
const MARGIN_PX = 600;
const observeElementRect = observeFrame(LIKELY_HEIGHT_PX);

/**
 * A scrolling list that renders only visible rows, each as high as its content. Rows that come or go above the visible
 * ones do not move them.
 */
export function VirtualList<T>({ label, name, items, keyOf, estimatePx, row, end, busy, onAway }: VirtualListProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
  const drawn = useRef<Virtualizer<HTMLDivElement, HTMLLIElement> | null>(null);
  const isKept = useMemo(() => drawn.current !== null && keepsPlace(drawn.current, items.map(keyOf)), [items, keyOf]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => frame.current,
    getItemKey,
    estimateSize: () => estimatePx,
    measureElement: (...measured) => measureElement(...measured) || estimatePx,
    initialRect: { width: 0, height: LIKELY_HEIGHT_PX },
    observeElementRect,
    overscan: Math.ceil(MARGIN_PX / estimatePx),
    rangeExtractor: (range) => rowsToDraw(range, focusedRow(frame.current)),
    // Holds the first visible row when others come before it; only for that, not to stay at the end.
    anchorTo: isKept ? 'end' : 'start',
    scrollEndThreshold: -Infinity,
  });
  drawn.current = virtualizer;
  useLayoutEffect(() => {
    if (frame.current !== null) frame.current.scrollTop = 0;
  }, [name]);
  const known = useRef(new WeakSet<Element>());
  // Once all rows have their content: measured by themselves, each would have the whole page laid out again.
  useLayoutEffect(() => {
    virtualizer.measureElement(null);
    for (const row of frame.current?.querySelectorAll<HTMLLIElement>('[data-index]') ?? []) {
      if (known.current.has(row)) continue;
      known.current.add(row);
      virtualizer.measureElement(row);
    }
  });

  return (
    <div ref={frame} className="virtual-list" onScroll={({ currentTarget }) => onAway?.(currentTarget.scrollTop > 0)}>
      <ul ref={list} aria-label={label} aria-busy={busy} tabIndex={-1} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={key}
              data-index={index}
              data-row={key}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ top: start }}
            >
              {row(item)}
            </li>
          );
        })}
      </ul>
      {end && <End list={list}>{end}</End>}
    </div>
  );
}

interface EndProps {
  readonly list: RefObject<HTMLElement>;
  readonly children: ReactNode;
}

function End({ list, children }: EndProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusOnUnmount(
    place,
    useCallback(() => list.current, [list]),
  );
  return <div ref={place}>{children}</div>;
}
