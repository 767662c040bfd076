import { forwardRef, useEffect, useImperativeHandle, useState } from 'react';
import { ReactSortable } from 'react-sortablejs';
import Sortable from 'sortablejs';

interface DragOrderProps {
  /**
   * The list element, which is rendered elsewhere: it exists before this code is loaded and must not be rendered again
   * for it.
   */
  readonly place: HTMLElement;
  readonly ids: readonly string[];
  readonly onMove: (from: number, to: number) => void;
}

/** Only `onMove` changes the order; the list has no own state. */
const keepNothing = () => undefined;

/** Adds dragging to a list that is already rendered. */
export function DragOrder({ place, ids, onMove }: DragOrderProps) {
  const [List] = useState(() =>
    forwardRef<HTMLElement>(function List(_, ref) {
      useImperativeHandle(ref, () => place, []);
      return null;
    }),
  );
  // ReactSortable leaves cleaning up to us; Sortable keeps each element until then.
  useEffect(() => () => Sortable.get(place)?.destroy(), [place]);
  return (
    <ReactSortable
      tag={List}
      list={ids.map((id) => ({ id }))}
      setList={keepNothing}
      onUpdate={({ oldIndex, newIndex }) => {
        if (oldIndex !== undefined && newIndex !== undefined) onMove(oldIndex, newIndex);
      }}
      handle=".order-grip"
      animation={120}
      ghostClass="is-dragged"
    />
  );
}
