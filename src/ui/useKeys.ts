import { useEffect, useRef } from 'react';

const TYPING = 'input, textarea, select, [contenteditable]';

/**
 * Single keys that do something while nobody types and nothing lies over the page. Keys are named as the browser names
 * them ('Escape', '?', 'j'); with Control, Alt or Meta they are the browser's own.
 *
 * @returns nothing; a handler that answers false leaves the key to the browser
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
    // Before anybody else: a key that closes what lies over the page is not for the page as well.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
