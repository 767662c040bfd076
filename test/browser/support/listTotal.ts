import type { Page } from 'playwright-core';

/** The row count that a list shows, once known: for long lists it appears a moment after the first rows. */
export async function listTotal(page: Page): Promise<number> {
  await page.locator('.table-frame[aria-busy="false"]').waitFor();
  const range = page.locator('.list-range').filter({ hasText: / of \d/ });
  return Number((await range.innerText()).split(' of ')[1]?.replace(/,/g, ''));
}
