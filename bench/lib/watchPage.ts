/** What a page draws while some work is done. */
import type { Page } from 'playwright-core';

export const BELL = 'button[aria-label^="Notifications"]';

export interface Watched {
  readonly framesPerSecond: number;
  readonly longestTaskMs: number;
  /** Moments (epoch ms) at which the bell was redrawn. */
  readonly bellAt: readonly number[];
}

export async function watch(page: Page, work: () => Promise<unknown>): Promise<Watched> {
  // The compiler of the bench wraps functions in this, which the page does not know.
  await page.evaluate('globalThis.__name = (given) => given');
  await page.evaluate((bell) => {
    const seen = { frames: 0, longest: 0, bellAt: [] as number[], started: performance.now(), on: true };
    const frame = () => {
      seen.frames += 1;
      if (seen.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    });
    tasks.observe({ entryTypes: ['longtask'] });
    const button = document.querySelector(bell);
    const changes = new MutationObserver(() => void seen.bellAt.push(performance.timeOrigin + performance.now()));
    if (button) changes.observe(button, { attributes: true, attributeFilter: ['aria-label'] });
    Object.assign(window, { seen, stopWatching: () => (tasks.disconnect(), changes.disconnect()) });
  }, BELL);
  await work();
  return page.evaluate(() => {
    const { seen, stopWatching } = window as unknown as {
      seen: { frames: number; longest: number; bellAt: number[]; started: number; on: boolean };
      stopWatching: () => void;
    };
    seen.on = false;
    stopWatching();
    const seconds = (performance.now() - seen.started) / 1_000;
    return { framesPerSecond: seen.frames / seconds, longestTaskMs: seen.longest, bellAt: seen.bellAt };
  });
}
