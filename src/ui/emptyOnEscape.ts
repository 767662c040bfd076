import type { KeyboardEvent } from 'react';

/**
 * Escape first empties a search field; only an empty one leaves the key to what it is in. Not every browser empties it.
 */
export function emptyOnEscape(event: KeyboardEvent<HTMLInputElement>, empty: () => void): void {
  if (event.key !== 'Escape' || event.currentTarget.value === '' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  empty();
}
