import { useLayoutEffect, useRef } from 'react';

/** Focuses the element of an id after the next update, which moves or removes the one that has the focus. */
export function useFocusAfterUpdate(): (id: string) => void {
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current !== null) document.getElementById(next.current)?.focus();
    next.current = null;
  });
  return (id) => void (next.current = id);
}
