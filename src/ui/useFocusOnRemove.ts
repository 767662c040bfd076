import { useLayoutEffect, type RefObject } from 'react';

type Next = (place: HTMLElement) => HTMLElement | null | undefined;

/** When the element is removed with the focus in it, the focus goes to what `next` finds: always the same function. */
export function useFocusOnRemove(place: RefObject<HTMLElement>, next: Next): void {
  useLayoutEffect(() => {
    const from = place.current;
    return () => {
      if (from?.contains(document.activeElement)) next(from)?.focus({ preventScroll: true });
    };
  }, [place, next]);
}
