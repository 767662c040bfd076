import { useEffect, useRef } from 'react';

/**
 * A shortcut with Control, Alt or Meta: active wherever the focus is, unless a dialog is open. `ownDialog` selects the
 * content of the one dialog that leaves the shortcut active.
 */
export function useChord(isPressed: (event: KeyboardEvent) => boolean, run: () => void, ownDialog?: string): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || !isPressed(event)) return;
      event.preventDefault();
      if (document.getElementById('root')?.hasAttribute('inert') !== true || isOnTop(ownDialog)) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isPressed, ownDialog]);
}

/** Of several open dialogs the last in the document is on top. */
function isOnTop(content: string | undefined): boolean {
  if (content === undefined) return false;
  return [...document.querySelectorAll('[role="dialog"]')].at(-1)?.querySelector(content) != null;
}
