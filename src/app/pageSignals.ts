/** Signals between the app and the page it was served with. */

/** Fired on the document once the app reacts to input. */
export const APP_READY = 'app-ready';

declare global {
  interface Window {
    /** Says that a file of the page did not come. Set by the script in the page. */
    pageIncomplete?: () => void;
  }
}

/** Announces that the page reacts to input from now on. */
export function announceReady(): void {
  document.documentElement.dataset['ready'] = '';
  document.dispatchEvent(new Event(APP_READY));
}

/**
 * Adds the style sheets that the page left out, because the critical rules in its head suffice for the first paint.
 * They go to the end of the body, where the other pages link theirs, so that the order of the rules is the same.
 */
export function loadStyles(document: Document): void {
  const addresses = document.documentElement.dataset['styles']?.split(' ') ?? [];
  delete document.documentElement.dataset['styles'];
  for (const href of addresses) {
    const onerror = window.pageIncomplete;
    document.body.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onerror }));
  }
}
