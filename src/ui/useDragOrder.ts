import Sortable from 'sortablejs';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Lets the children of a list be dragged by their grip. Sortable moves the element itself; React knows nothing of that,
 * so it is put back where it was and the order is changed where React reads it.
 */
export function useDragOrder(list: RefObject<HTMLElement>, onMove: (from: number, to: number) => void): void {
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    if (list.current === null) return;
    const sortable = Sortable.create(list.current, {
      handle: '.order-grip',
      animation: 120,
      ghostClass: 'is-dragged',
      onEnd: ({ from, item, oldIndex, newIndex }) => {
        if (oldIndex === undefined || newIndex === undefined || oldIndex === newIndex) return;
        item.remove();
        from.insertBefore(item, from.children[oldIndex] ?? null);
        latest.current(oldIndex, newIndex);
      },
    });
    return () => sortable.destroy();
  }, [list]);
}
