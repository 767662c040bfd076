import { useEffect, useRef, useState, type RefObject } from 'react';

/** Inner width of an element in CSS pixels, kept up to date; 0 until known. */
export function useWidth(element: RefObject<HTMLElement>, onChange: () => void): number {
  const [width, setWidth] = useState(0);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    let known = 0;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      // A hidden element has no width, so the last one is kept.
      if (next === known || next === 0) return;
      const first = known === 0;
      known = next;
      setWidth(next);
      if (!first) latest.current();
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
