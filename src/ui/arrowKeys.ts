import type { KeyboardEvent } from 'react';

export type Axis = 'horizontal' | 'vertical';

const KEYS = {
  horizontal: { next: 'ArrowRight', previous: 'ArrowLeft' },
  vertical: { next: 'ArrowDown', previous: 'ArrowUp' },
} as const;

/** Matching elements of the container, in page order. */
export const itemsOf = (container: Element | null, selector: string): readonly HTMLElement[] => [
  ...(container?.querySelectorAll<HTMLElement>(selector) ?? []),
];

/** Such keys are the browser's: Alt and the left arrow go back. */
export const hasModifier = (event: KeyboardEvent): boolean => event.altKey || event.ctrlKey || event.metaKey;

/**
 * Moves the focus between items with arrow keys, Home and End, wrapping around. Returns true if the key was one of
 * those. Elements within or beside an item, such as the panel it opened, count as that item.
 */
export function moveFocus(event: KeyboardEvent, items: readonly HTMLElement[], axis: Axis): boolean {
  // Handled by an element further inside, or for the browser.
  if (event.defaultPrevented || hasModifier(event)) return false;
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
