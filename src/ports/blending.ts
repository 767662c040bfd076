/** The browser blends a page into what it becomes, where it can and motion is welcome. */

export const mayBlend = (): boolean =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `change` runs once the page has been captured, and ends when it shows what it becomes. */
export async function blended(change: () => Promise<void>): Promise<void> {
  const { ready, finished } = document.startViewTransition(change);
  // Refused in a tab that is not seen, where the page just changes.
  ready.catch(() => undefined);
  await finished.catch(() => undefined);
}
