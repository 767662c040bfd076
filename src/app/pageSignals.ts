/** Signals between the app and the page it was served with. */

/** Fired on the document once the app reacts to input. */
export const APP_READY = 'app-ready';

/** Announces that the page reacts to input from now on. */
export function announceReady(): void {
  document.documentElement.dataset['ready'] = '';
  document.dispatchEvent(new Event(APP_READY));
}

/**
 * Adds the style sheets that the page left out, because the critical rules in its head suffice for the first paint. They go to
 * the end of the body, where the other pages link theirs, so that the order of the rules is the same.
 */
export function loadStyles(document: Document): void {
  const addresses = document.documentElement.dataset['styles']?.split(' ') ?? [];
  delete document.documentElement.dataset['styles'];
  for (const href of addresses) {
    document.body.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  }
}

/** Shown if no part of the recorder could be loaded. */
export function showRecorderMissing(): void {
  const line = document.createElement('p');
  line.role = 'alert';
  line.textContent = 'The recorder could not be loaded. Check your connection and reload the page.';
  document.body.prepend(line);
}
