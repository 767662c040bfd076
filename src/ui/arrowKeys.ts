import type { KeyboardEvent } from 'react';

export type Axis = 'horizontal' | 'vertical';

const KEYS = {
  horizontal: { next: 'ArrowRight', previous: 'ArrowLeft' },
  vertical: { next: 'ArrowDown', previous: 'ArrowUp' },
} as const;

/** Those of the container that match, in the order of the page. */
export const itemsOf = (container: Element | null, selector: string): readonly HTMLElement[] => [
  ...(container?.querySelectorAll<HTMLElement>(selector) ?? []),
];

/**
 * Moves the focus among the items by arrow keys, Home and End, round and round. True where the key was one of those.
 * What stands beside an item, such as the panel it has opened, counts as being at that item.
 */
export function moveFocus(event: KeyboardEvent, items: readonly HTMLElement[], axis: Axis): boolean {
  // Somebody further in has dealt with it.
  if (event.defaultPrevented) return false;
  const { activeElement } = document;
  const at = items.findIndex((item) => item === activeElement || item.parentElement?.contains(activeElement));
  const { next, previous } = KEYS[axis];
  const target =
    event.key === next
      ? items[(at + 1) % items.length]
      : event.key === previous
        ? items.at(at <= 0 ? -1 : at - 1)
        : event.key === 'Home'
          ? items[0]
          : event.key === 'End'
            ? items.at(-1)
            : undefined;
  if (target === undefined) return false;
  event.preventDefault();
  target.focus();
  return true;
}
