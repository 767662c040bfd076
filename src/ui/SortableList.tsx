import { useState, type ReactNode } from 'react';
import { loadable } from './loadable';
import { useOnScreen } from './useOnScreen';

interface SortableListProps {
  readonly tag: 'ul' | 'div';
  readonly className: string;
  readonly ids: readonly string[];
  readonly onMove: (from: number, to: number) => void;
  /** One element for each of `ids`, with a handle of the class `order-grip`. */
  readonly children: ReactNode;
}

/** A copy with one item at another index, which is kept within the list. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item === undefined) return items;
  next.splice(Math.max(0, Math.min(to, next.length)), 0, item);
  return next;
}

/** Loaded after the first paint; if it fails to load, the keyboard still works. */
const DragOrder = loadable(
  async () => (await import(/* webpackChunkName: "sortable" */ './DragOrder')).DragOrder,
  <></>,
);

/** A list whose items can be dragged by their handles. */
export function SortableList({ tag: Tag, className, ids, onMove, children }: SortableListProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isOnScreen = useOnScreen(true);
  return (
    <>
      <Tag ref={setPlace} className={className}>
        {children}
      </Tag>
      {isOnScreen && place !== null && <DragOrder place={place} ids={ids} onMove={onMove} />}
    </>
  );
}
