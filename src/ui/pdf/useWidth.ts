import { useEffect, useRef, useState, type RefObject } from 'react';

/** The CSS pixels there are inside of an element, kept up to date; 0 before they are known. */
export function useWidth(element: RefObject<HTMLElement>, onChange: () => void): number {
  const [width, setWidth] = useState(0);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    let known = 0;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      // While it is hidden it has none, and keeps what it had.
      if (next === known || next === 0) return;
      const first = known === 0;
      known = next;
      setWidth(next);
      if (!first) tell.current();
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
