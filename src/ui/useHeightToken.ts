import { useCallback, useRef, type RefCallback } from 'react';

/** Tells the style sheets how high an element is, in a custom property of the page, for as long as it is shown. */
export function useHeightToken(name: `--${string}`): RefCallback<HTMLElement> {
  const observer = useRef<ResizeObserver | null>(null);
  return useCallback(
    (element: HTMLElement | null) => {
      const { style } = document.documentElement;
      observer.current?.disconnect();
      observer.current = null;
      if (element === null) {
        style.removeProperty(name);
        return;
      }
      observer.current = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
      observer.current.observe(element);
    },
    [name],
  );
}
