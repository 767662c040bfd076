/** Checks that a sign-in page works, with a real keyboard over a slow network. */
import type { Browser } from 'playwright-core';

const FIRST_INPUT = 'form input:not([type=hidden]) >> nth=0';
const TYPED = 'früh.getippt';

/** @returns what is wrong, as a sentence; undefined if the form works */
export async function findFormFault(browser: Browser, address: string): Promise<string | undefined> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    // Slow enough that the keyboard reaches a prerendered form before its script arrives.
    const network = { offline: false, latency: 150, downloadThroughput: 180_000, uploadThroughput: 84_000 };
    await session.send('Network.emulateNetworkConditions', network);
    await page.goto(address, { waitUntil: 'commit' });
    const input = page.locator(FIRST_INPUT);
    await input.click();
    await page.keyboard.type(TYPED);
    await page.waitForLoadState('networkidle');
    const kept = await input.inputValue();
    if (kept !== TYPED) return `typed "${TYPED}", and the form holds "${kept}"`;
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    if (page.url().includes('?')) return 'submitting left the page: nothing handled it';
    return faults.length > 0 ? `errors in the page: ${faults.join('; ')}` : undefined;
  } finally {
    await context.close();
  }
}
