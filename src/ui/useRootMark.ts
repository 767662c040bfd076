import { useLayoutEffect } from 'react';

/** How many components hold each mark. */
const held = new Map<string, number>();

/**
 * Sets `data-<mark>` on the document's root while the component shows it, for styles outside the component. A rule with
 * `:root:has(…)` would let the browser search the whole page for a match whenever its content changes. `null`: none.
 */
export function useRootMark(mark: string | null, value = ''): void {
  useLayoutEffect(() => {
    if (mark === null) return;
    const { documentElement: root } = document;
    held.set(mark, (held.get(mark) ?? 0) + 1);
    root.setAttribute(`data-${mark}`, value);
    return () => {
      const left = (held.get(mark) ?? 1) - 1;
      held.set(mark, left);
      if (left === 0) root.removeAttribute(`data-${mark}`);
    };
  }, [mark, value]);
}
