/** The player's flow in a page, as a test of Playwright with its trace: what a person sees, and what is stored. */
import assert from 'node:assert/strict';

export const version = 'Playwright 1.65.1, with a trace';

/** `code` is the app with a page around it. The trace is recorded and discarded, as for a test that passes. */
export async function run(browser, code) {
  const context = await browser.newContext();
  await context.tracing.start({ screenshots: true, snapshots: true });
  const page = await context.newPage();
  page.setDefaultTimeout(1_000);
  try {
    await page.route('https://player.example/**', (route) => answer(route, code));
    await page.goto('https://player.example/');
    await page.getByText('Volume 80').waitFor();
    const search = page.getByRole('textbox', { name: 'Search' });
    await search.fill('jazz');
    await search.fill('jazz piano');
    await page.getByRole('button', { name: 'jazz piano 1' }).waitFor();
    await page.getByRole('button', { name: 'More' }).dblclick();
    await page.getByRole('button', { name: 'jazz piano?page=2 2' }).waitFor();
    assert.equal(await page.getByRole('listitem').count(), 2);
    await page.getByRole('button', { name: 'jazz piano 1' }).click();
    await page.getByText('2 played').waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('volume')), '80');
    await search.fill('silence');
    await page.getByText('There is no such music').waitFor();
    await search.fill('jazz piano');
    await page.getByRole('button', { name: 'jazz piano 1' }).waitFor();
    assert.equal(await page.getByRole('listitem').count(), 2);
    await page.getByRole('button', { name: 'Close' }).click();
  } finally {
    await context.tracing.stop();
    await context.close();
  }
}

function answer(route, code) {
  const url = new URL(route.request().url());
  const query = url.searchParams.get('q');
  if (url.pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
  if (url.pathname === '/app.js') return route.fulfill({ contentType: 'text/javascript', body: code });
  if (url.pathname === '/page') return route.fulfill({ json: { ids: [`${query} 2`], next: null } });
  if (query.trim() === 'silence') return route.fulfill({ status: 404, body: 'There is no such music' });
  return route.fulfill({ json: { ids: [`${query} 1`], next: `${query}?page=2` } });
}
const PAGE = '<!doctype html><label>Search <input></label><div id="app"></div><script src="/app.js"></script>';
