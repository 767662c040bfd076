/** View transitions, where the browser has them and the user has not asked for less motion. */

export const canAnimateViews = (): boolean =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `change` runs after the browser has captured the page, and resolves when the page shows its new content. */
export async function withViewTransition(change: () => Promise<void>): Promise<void> {
  const { ready, finished } = document.startViewTransition(change);
  // Rejected in a hidden tab; there the page changes without a transition.
  ready.catch(() => undefined);
  await finished.catch(() => undefined);
}
