import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Colours follow a change of the scheme a little later than the rest. */
const AT_REST_MS = 500;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds, as one readable line each. What it finds once and not again was on its way to something else. */
export async function violations(page: Page): Promise<string[]> {
  // It stays in the page, which is half a megabyte to be sent and read.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await run(page);
  if (found.length === 0) return found;
  await page.waitForTimeout(AT_REST_MS);
  await page.evaluate(finishAnimations);
  return run(page);
}

/** On a busy machine, or behind another tab, they take longer than they say. */
function finishAnimations(): void {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}

async function run(page: Page): Promise<string[]> {
  const results = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  );
  return results.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

/** What axe finds and what is cut off, at three widths, light and dark; nothing where all is well. */
export async function flaws(page: Page): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await page.waitForTimeout(100);
      const all = await violations(page);
      if (await overflows(page)) all.push('wider than the window');
      if (all.length > 0) found[`${colorScheme} ${size.width}`] = all;
    }
  return found;
}

export const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
