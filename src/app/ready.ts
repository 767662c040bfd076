/** How the app tells what was there before it that it answers now. */
export const APP_READY = 'app-ready';

export function announceReady(): void {
  document.documentElement.dataset['ready'] = '';
  document.dispatchEvent(new Event(APP_READY));
}
