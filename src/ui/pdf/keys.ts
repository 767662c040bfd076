import type { PlainPdfEvent } from '../../../machines/pdfViewer/pdfViewer.types';

const KEYS: Readonly<Record<string, PlainPdfEvent['type']>> = {
  ArrowLeft: 'PREVIOUS',
  ArrowRight: 'NEXT',
  PageUp: 'PREVIOUS',
  PageDown: 'NEXT',
  Home: 'FIRST',
  End: 'LAST',
  '+': 'ZOOM_IN',
  '=': 'ZOOM_IN',
  '-': 'ZOOM_OUT',
};

/** All keys of the viewer. */
export const PDF_KEYS: readonly string[] = [...Object.keys(KEYS), 'r', 'R'];
/** Those that scroll a page which is longer than the window. */
export const SCROLL_KEYS: readonly string[] = ['PageUp', 'PageDown', 'Home', 'End'];

/** The keys as a sentence, for the line below the page. */
export const KEYS_HINT =
  'Keys: ← → or Page Up, Page Down turn pages · Home, End go to the first and last · + − zoom · R turns right, Shift R left';

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The event for a key; null leaves the key to the browser: with a modifier it zooms or selects text, and on a page
 * wider than its window arrow keys scroll.
 */
export function eventOfKey(pressed: PressedKey, isWide: boolean): PlainPdfEvent | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = pressed;
  if (ctrlKey || altKey || metaKey || (shiftKey && key.length > 1)) return null;
  if (isWide && key.startsWith('Arrow')) return null;
  // Caps Lock changes the letter, but not which way it turns.
  const turn = shiftKey ? 'ROTATE_LEFT' : 'ROTATE_RIGHT';
  const type = key.toLowerCase() === 'r' ? turn : KEYS[key];
  return type === undefined ? null : { type };
}
