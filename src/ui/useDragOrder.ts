import { useEffect, useRef, type RefObject } from 'react';
import { whenIdle, whenPainted } from '../ports/whenIdle';

/** Nothing is dragged before it is seen, and what is in it. */
async function loadSortable() {
  await whenPainted();
  await whenIdle();
  return (await import(/* webpackChunkName: "sortable" */ 'sortablejs')).default;
}

/**
 * Lets the children of a list be dragged by their grip. Sortable moves the element itself; React knows nothing of that,
 * so it is put back where it was and the order is changed where React reads it. Where Sortable does not come, the other
 * ways to change the order remain.
 */
export function useDragOrder(list: RefObject<HTMLElement>, onMove: (from: number, to: number) => void): void {
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    const place = list.current;
    if (place === null) return;
    let isLeft = false;
    let sortable: { destroy(): void } | undefined;
    const begin = (Sortable: Awaited<ReturnType<typeof loadSortable>>): void => {
      if (isLeft) return;
      sortable = Sortable.create(place, {
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
    };
    loadSortable().then(begin, () => undefined);
    return () => {
      isLeft = true;
      sortable?.destroy();
    };
  }, [list]);
}
