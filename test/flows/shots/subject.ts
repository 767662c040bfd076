/** What pictures are taken of: a flow or the parts page. */
import type { Browser, Page, PageScreenshotOptions } from 'playwright-core';

export interface View {
  /** Of the page, in pixels. */
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

export interface Picture extends View {
  /** Which of the subject's pictures this is. */
  readonly step: string;
  readonly png: Buffer;
}

export type Subject = (browser: Browser, views: readonly View[]) => Promise<readonly Picture[]>;

/** For subjects that are reloaded for each view; side by side, because most of the time is spent waiting. */
export const viewByView =
  (take: (browser: Browser, view: View) => Promise<readonly Picture[]>): Subject =>
  async (browser, views) =>
    (await Promise.all(views.map((view) => take(browser, view)))).flat();

/** The unchanged page in another window. */
export async function turnTo(page: Page, { width, scheme }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: HEIGHT });
}

/** Anything longer hangs. */
export const TIMEOUT_MS = 120_000;
const HEIGHT = 900;
/** Between two checks of a page that may not be drawn yet. */
const LOOK_AGAIN_MS = 50;

/** A separate browser for one view: without animations and without state of another view. */
export async function inContext<T>(
  browser: Browser,
  { width, scheme }: View,
  where: { readonly timezoneId?: string; readonly locale?: string },
  use: (page: Page, troubles: readonly string[]) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...where,
  });
  try {
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    return await use(page, troubles);
  } finally {
    await context.close();
  }
}

/** Completely drawn: returns the second of two equal pictures. */
export async function settled(page: Page, options: Pick<PageScreenshotOptions, 'style' | 'clip'> = {}) {
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const look = async () => {
    // On a busy machine the picture would be of an earlier frame, again and again: a dialog was missing from it.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
    );
    return page.screenshot({ animations: 'disabled', ...options });
  };
  const deadline = performance.now() + TIMEOUT_MS;
  for (let before = await look(); performance.now() < deadline;) {
    await page.waitForTimeout(LOOK_AGAIN_MS);
    const now = await look();
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The page does not come to rest: something on it moves without an end.');
}
