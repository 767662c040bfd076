import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds, as one readable line each. */
export async function violations(page: Page): Promise<string[]> {
  // It stays in the page, which is half a megabyte to be sent and read.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  await atRest(page);
  const results = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  );
  return results.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}

/** Half-way from one colour to another nothing is as it will be read. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });

export const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
