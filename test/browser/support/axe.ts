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
  return run(page);
}

async function run(page: Page): Promise<string[]> {
  const results = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  );
  return results.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}

export const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
