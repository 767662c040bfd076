import { useLayoutEffect, useRef } from 'react';

/** Focuses the element of an id once what has the focus now is removed, unless the user has moved on by then. */
export function useFocusAfterRemoval(): (id: string) => void {
  const next = useRef<{ readonly id: string; readonly from: Element | null } | null>(null);
  useLayoutEffect(() => {
    if (next.current === null || next.current.from?.isConnected === true) return;
    if (document.activeElement === document.body) document.getElementById(next.current.id)?.focus();
    next.current = null;
  });
  return (id) => void (next.current = { id, from: document.activeElement });
}
