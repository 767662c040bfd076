import type { Page } from 'playwright-core';

/** How many rows a list says it has, once it knows: where there are many, a moment after the first of them. */
export async function listTotal(page: Page): Promise<number> {
  await page.locator('.table-frame[aria-busy="false"]').waitFor();
  const range = page.locator('.list-range').filter({ hasText: / of \d/ });
  return Number((await range.innerText()).split(' of ')[1]?.replace(/,/g, ''));
}
