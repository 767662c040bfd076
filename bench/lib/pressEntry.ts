import type { Page } from 'playwright-core';

/** Presses an entry of the menu, in its group if it has one: milliseconds to the second frame with the new heading. */
export async function pressEntry(page: Page, group: string | null, entry: string): Promise<number> {
  if (group !== null) await page.locator('.main-menu').getByRole('button', { name: group }).click();
  await page.locator('.main-menu').getByRole('link', { name: entry, exact: true }).first().waitFor();
  return page.evaluate(
    (label) =>
      new Promise<number>((painted) => {
        const link = [...document.querySelectorAll<HTMLElement>('.main-menu a')].find(
          ({ textContent }) => textContent === label,
        )!;
        const before = document.querySelector('.shell-page h1');
        const begun = performance.now();
        new MutationObserver((_, watcher) => {
          const heading = document.querySelector('.shell-page h1');
          if (heading === null || heading === before) return;
          watcher.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => painted(performance.now() - begun)));
        }).observe(document.body, { childList: true, subtree: true });
        link.click();
      }),
    entry,
  );
}
