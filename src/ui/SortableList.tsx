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
