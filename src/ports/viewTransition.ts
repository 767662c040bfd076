import { popped } from './page.port';

/** View transitions, if the browser supports them and the user does not prefer reduced motion. */

/** Whether the browser supports view transitions, and the user does not prefer reduced motion. */
export const canAnimateViews = (): boolean =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `change` runs after the browser has captured the page, and resolves when the page shows its new content. */
export async function withViewTransition(change: () => Promise<void>): Promise<void> {
  const { ready, finished } = document.startViewTransition(change);
  // Rejected in a hidden tab; there the page changes without a transition.
  ready.catch(() => undefined);
  await finished.catch(() => undefined);
}

/** The path in the address bar; while Back is held, the app's is still that of the page before. */
export const pathInBar = (): string => window.location.pathname;

/** Every later Back and Forward is handed to `pass`, which informs the app with `report`. */
export function interceptHistory(pass: (report: () => void) => void): void {
  popped.pass = pass;
}
