/** Where the focus goes when the element that has it moves or is removed. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns a function that focuses the element of an id after the next render. */
export function useFocusAfterRender(): (id: string) => void {
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current !== null) document.getElementById(next.current)?.focus();
    next.current = null;
  });
  return (id) => void (next.current = id);
}

/**
 * Returns a function that focuses the element of an id once what has the focus now is removed, several renders later if
 * need be, and unless the user has moved on by then.
 */
export function useFocusWhenRemoved(): (id: string) => void {
  const next = useRef<{ readonly id: string; readonly from: Element | null } | null>(null);
  useLayoutEffect(() => {
    if (next.current === null || next.current.from?.isConnected === true) return;
    if (document.activeElement === document.body) document.getElementById(next.current.id)?.focus();
    next.current = null;
  });
  return (id) => void (next.current = { id, from: document.activeElement });
}

type Next = (place: HTMLElement) => HTMLElement | null | undefined;

/** When `place` is removed with the focus in it, the focus goes to what `next` finds: always the same function. */
export function useFocusOnUnmount(place: RefObject<HTMLElement>, next: Next): void {
  useLayoutEffect(() => {
    const from = place.current;
    return () => {
      if (from?.contains(document.activeElement)) next(from)?.focus({ preventScroll: true });
    };
  }, [place, next]);
}
