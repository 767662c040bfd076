import { useState } from 'react';
import { Icon } from './Icon';
import { SortableList, moved } from './SortableList';
import { useFocusAfterRender } from './focus';
import './theme/orderList.css';

interface OrderItem {
  readonly id: string;
  readonly label: string;
  /** With `onToggle`: whether it is shown. */
  readonly isSelected?: boolean;
}

interface OrderListProps {
  readonly items: readonly OrderItem[];
  readonly onOrder: (ids: readonly string[]) => void;
  /** Label of the remove button; absent if items are toggled instead. */
  readonly removeLabel?: string;
  /** Absent if items cannot be removed. */
  readonly onRemove?: ((id: string) => void) | undefined;
  readonly onToggle?: (id: string) => void;
}

/** A list that users can order, by dragging or with the buttons of each item. */
export function OrderList({ items, onOrder, removeLabel, onRemove, onToggle }: OrderListProps) {
  const refocus = useFocusAfterRender();
  const [announcement, setAnnouncement] = useState('');
  const ids = items.map(({ id }) => id);
  const move = (from: number, to: number, focused?: string) => {
    if (to < 0 || to >= items.length || from === to) return;
    // Moving an element takes its focus.
    if (focused !== undefined) refocus(focused);
    setAnnouncement(`${items[from]?.label ?? ''} is now ${to + 1} of ${items.length}.`);
    onOrder(moved(ids, from, to));
  };

  return (
    <>
      <SortableList tag="ul" className="order-list" ids={ids} onMove={move}>
        {items.map(({ id, label, isSelected }, at) => {
          const step = (direction: 'up' | 'down', to: number) => (
            <button
              type="button"
              id={`order-${id}-${direction}`}
              aria-label={`Move ${label} ${direction}`}
              aria-disabled={to < 0 || to >= items.length}
              onClick={() => move(at, to, `order-${id}-${direction}`)}
            >
              <Icon name={direction === 'up' ? 'arrowUp' : 'arrowDown'} />
            </button>
          );
          return (
            <li key={id} className="order-item">
              <span className="order-grip" aria-hidden="true">
                <Icon name="grip" />
              </span>
              {onToggle === undefined ? (
                <span className="order-label">{label}</span>
              ) : (
                <label className="order-label order-check">
                  <input type="checkbox" checked={isSelected ?? false} onChange={() => onToggle(id)} />
                  {label}
                </label>
              )}
              {step('up', at - 1)}
              {step('down', at + 1)}
              {removeLabel !== undefined && (
                <button
                  type="button"
                  id={`order-${id}-remove`}
                  aria-label={`${removeLabel} ${label}`}
                  aria-disabled={onRemove === undefined}
                  onClick={() => {
                    if (onRemove === undefined) return;
                    refocus(`order-${ids[at + 1] ?? ids[at - 1] ?? ''}-remove`);
                    onRemove(id);
                  }}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          );
        })}
      </SortableList>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}
