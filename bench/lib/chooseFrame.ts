import type { Page } from 'playwright-core';

/** A short and a long time frame; neither is the one a dashboard begins with. */
export const FRAMES = ['WEEKLY_LAST_SEVEN_DAYS', 'QUARTERLY_LAST_NINETY_DAYS'] as const;

/**
 * Chooses the first of the time frames that the dashboard's select does not show already, since choosing the same one
 * requests nothing. Resolves at the second frame with the numbers of all its cards, which may be busy for less than a
 * frame, so it waits for the numbers to change.
 */
export function chooseOtherFrame(
  page: Page,
  frames: readonly string[] = FRAMES,
): Promise<{ begun: number; painted: number }> {
  return page.evaluate(async (offered) => {
    const select = document.querySelector<HTMLSelectElement>('.dashboard-frame select')!;
    const value = offered.find((frame) => frame !== select.value);
    const requested = new Promise<void>((resolve, reject) => {
      new MutationObserver((_, watcher) => {
        watcher.disconnect();
        resolve();
      }).observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] });
      setTimeout(reject, 20_000, new Error(`No card changed after the time frame ${value} was chosen.`));
    });
    const begun = performance.now();
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await requested;
    while (document.querySelector('section[aria-busy="true"]') !== null) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return { begun, painted: performance.now() };
  }, frames);
}
