import { useEffect, useRef } from 'react';

const TYPING = 'input, textarea, select, [contenteditable]';

/**
 * Single-key shortcuts, active while the user does not type and no dialog is open. Keys have the browser's names
 * ('Escape', '?', 'j'); combinations with Control, Alt or Meta are ignored. A handler that returns false leaves the key
 * to the browser.
 */
export function useKeys(handlers: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.getElementById('root')?.hasAttribute('inert')) return;
      const handler = latest.current[event.key];
      if (handler !== undefined && handler() !== false) event.preventDefault();
    };
    // In the capture phase: a key that closes a dialog must not also act on the page.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}

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
