import { useEffect, useRef, useSyncExternalStore } from 'react';

const TYPING = 'input, textarea, select, [contenteditable]';
/** Dialogs and panels beside the page have keys of their own. */
const DIALOG = '[role="dialog"]';
const NONE: readonly string[] = [];

/**
 * Whether keys that type a character act as shortcuts in this browser: voice input may press them by accident, so the
 * user can turn them off under Appearance.
 */
const singleKeysAct = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off';

function followSingleKeys(onChange: () => void): () => void {
  const choices = new MutationObserver(onChange);
  choices.observe(document.documentElement, { attributes: true, attributeFilter: ['data-single-keys'] });
  return () => choices.disconnect();
}

/** Whether single-key shortcuts act, for a text that names them; follows a choice in any tab. */
export const useSingleKeysAct = (): boolean => useSyncExternalStore(followSingleKeys, singleKeysAct);

/**
 * Single-key shortcuts, active while the user does not type, no dialog is open and the focus is in no panel beside the
 * page. Keys have the browser's names ('Escape', '?', 'j'); combinations with Control, Alt or Meta are ignored. A key
 * held down acts once, unless it is one of `repeats`. A handler that returns false leaves the key to the browser.
 */
export function useKeys(handlers: Readonly<Record<string, (event: KeyboardEvent) => unknown>>, repeats = NONE): void {
  const latest = useRef({ handlers, repeats });
  useEffect(() => {
    latest.current = { handlers, repeats };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key.length === 1 && !singleKeysAct()) return;
      if (event.target instanceof Element && event.target.closest(`${TYPING}, ${DIALOG}`)) return;
      if (document.getElementById('root')?.hasAttribute('inert')) return;
      if (event.repeat && !latest.current.repeats.includes(event.key)) return;
      const handler = latest.current.handlers[event.key];
      if (handler !== undefined && handler(event) !== false) event.preventDefault();
    };
    // In the capture phase: a key that closes a dialog must not also act on the page.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
