/** The view transitions of a page, each as the elements that have its name at its start and at its end. */
import type { Page } from 'playwright-core';

type Noting = Window & { readonly blendings: string[] };

/** From now on, until the page is loaded again. */
export const noteBlendings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const blendings: string[] = [];
    Object.assign(window, { blendings });
    const named = () => {
      const all = [...document.querySelectorAll<HTMLElement>('section')];
      const found = all.filter((each) => each.style.viewTransitionName !== '');
      return found.map((each) => each.getAttribute('aria-labelledby') ?? each.className).join(' ');
    };
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (given) => {
      const change = given as () => Promise<void>;
      return start(async () => {
        const before = named();
        await change();
        blendings.push(`${before} > ${named()}`);
      });
    };
  });

/** Those since the last call. */
export const newBlendings = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Noting).blendings.splice(0));

/**
 * Does the step, and waits until there are this many new ones in all. A page that is drawn late comes without an
 * animation: meanwhile the time of the page, whose clock is installed, stands still.
 */
export async function blended(page: Page, count: number, step: () => Promise<unknown>): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await step();
  await page.waitForFunction((due) => (window as unknown as Noting).blendings.length >= due, count);
  await page.clock.resume();
}
