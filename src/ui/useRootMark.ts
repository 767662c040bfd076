import { useLayoutEffect } from 'react';

/** How many components hold each attribute. */
const held = new Map<string, number>();

/**
 * Sets an attribute of the document's root while the component is mounted, for styles outside the component. A rule
 * with `:root:has(…)` would let the browser search the whole page for a match whenever its content changes. `null` sets
 * none. Its name is given whole, since the build drops styles whose names it does not find in the code.
 */
export function useRootMark(name: `data-${string}` | null, value = ''): void {
  useLayoutEffect(() => {
    if (name === null) return;
    const { documentElement: root } = document;
    held.set(name, (held.get(name) ?? 0) + 1);
    root.setAttribute(name, value);
    return () => {
      const left = (held.get(name) ?? 1) - 1;
      held.set(name, left);
      if (left === 0) root.removeAttribute(name);
    };
  }, [name, value]);
}
