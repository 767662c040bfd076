/** A list from its address to its exported file, in the built product over the demo's data. */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright-core';
import { violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { useWorld } from './support/world';
const world = useWorld();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

function manager(path: string, options: object = {}) {
  const who = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
  return enterAs(world, who, path, { acceptDownloads: true, ...options });
}
const range = (page: Page) => page.locator('.list-range');
const rows = (page: Page) => page.locator('.data-table tbody tr[aria-rowindex]');
const shows = async (page: Page, pattern: RegExp) => {
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector('.list-range')?.textContent ?? ''),
    pattern.source,
  );
  await page.locator('.table-frame[aria-busy="false"]').waitFor();
};
/** The page that most tests share; the last ones have browsers of their own. */
let page: Page;
let context: BrowserContext;
let troubles: readonly string[];
beforeAll(async () => ({ page, context, troubles } = await manager('/vms/jobs')));

/** What axe finds in the page's main part. */
const findings = (page: Page) => violations(page, 'all', 'main');

test('filter, sort, page, Back, Forward, reload and a copied link show the same rows', async () => {
  await shows(page, /^1–50 of [\d,]+$/);
  await page.getByRole('button', { name: 'Add filter' }).click();
  const panel = page.getByRole('dialog', { name: 'Add filter' });
  await panel.getByRole('button', { name: 'Status' }).click();
  await panel.getByRole('checkbox', { name: 'Open', exact: true }).check();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/jobStatusIds=OPEN$/);
  await page.getByRole('columnheader', { name: 'Job ID' }).getByRole('button').click();
  await page.waitForURL(/sort=number$/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await shows(page, /^51–100 of/);
  const first = await rows(page).first().innerText();
  const address = page.url();

  await page.locator('.table-frame').evaluate((frame) => frame.scrollTo(0, 720));
  await page.getByRole('button', { name: 'Next page' }).click();
  await shows(page, /^101–150 of/);
  expect(await page.locator('.table-frame').evaluate((frame) => frame.scrollTop)).toBe(0);
  await page.goBack();
  await shows(page, /^51–100 of/);
  expect(await page.locator('.table-frame').evaluate((frame) => frame.scrollTop)).toBe(720);
  await page.goForward();
  await shows(page, /^101–150 of/);
  await page.goBack();
  await page.reload();
  await shows(page, /^51–100 of/);
  expect(await rows(page).first().innerText()).toBe(first);
  const copy = await context.newPage();
  await copy.goto(address);
  await shows(copy, /^51–100 of/);
  expect(await rows(copy).first().innerText()).toBe(first);
  expect(await findings(copy)).toEqual([]);
  await copy.close();
  expect(troubles).toEqual([]);
});

test('the file has the list as shown: its columns, its filters and all of its rows', async () => {
  await goTo(page, '/vms/facility/list');
  await shows(page, /^1–\d+ of \d+$/);
  const total = Number((await range(page).innerText()).split(' of ')[1]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Hide City' }).click();
  await page.keyboard.press('Escape');
  const saved = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format }).click(),
    ]);
    return file;
  };
  const download = await saved('CSV');
  const text = (await readFile(await download.path())).toString('utf8');
  const [head, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(head).toBe('Facility,Health System,State,Beds,Departments,Open Jobs,Active Assignments,Booked Assignments');
  expect(lines).toHaveLength(total);
  // The worker in the server's build directory writes it.
  const workbook = await readFile(await (await saved('Excel (XLSX)')).path());
  const sheet = strFromU8(unzipSync(workbook)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet.match(/<row /g)).toHaveLength(total + 1);
});

test('typed text is shown as text everywhere, and an empty list offers a next step', async () => {
  await goTo(page, '/vms/jobs');
  await shows(page, /^1–50 of/);
  await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)>');
  await page.getByRole('heading', { name: 'No jobs match' }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.getByText('“<img src=x onerror=alert(1)>”').count()).toBe(1);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await shows(page, /^1–50 of/);
  expect(troubles).toEqual([]);
});

test('of 500 rows only those in view are drawn, the last one too', async () => {
  await goTo(page, '/vms/jobs?size=500');
  await shows(page, /^1–500 of/);
  expect(await rows(page).count()).toBeLessThan(80);
  for (const top of [4_000, 9_000, 17_600]) {
    await page.locator('.table-frame').evaluate((frame, to) => frame.scrollTo(0, to), top);
    await page.waitForFunction(() => {
      const frame = document.querySelector('.table-frame')!.getBoundingClientRect();
      const at = document.elementFromPoint(frame.left + 40, frame.top + frame.height / 2);
      return at?.closest('tr[aria-rowindex]') != null;
    });
  }
  expect(await rows(page).last().getAttribute('aria-rowindex')).toBe('501');
});

test('a task is completed in the calendar and stays completed', async () => {
  await goTo(page, '/vms/vms-task');
  await shows(page, /^1–50 of/);
  await page.getByRole('button', { name: 'Calendar' }).click();
  // The demo may have been seeded before midnight: any day with an open task will do.
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /, [1-9]\d* open of / })
    .first()
    .click();
  const press = page.getByRole('button', { name: /^Mark as done: / }).first();
  const name = ((await press.getAttribute('aria-label')) ?? '').replace('Mark as done: ', '');
  await press.dblclick();
  await page.getByRole('button', { name: `Reopen: ${name}` }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: `Reopen: ${name}` }).click();
  await page.getByRole('button', { name: `Mark as done: ${name}` }).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

test('a server that cannot be reached is reported, and Retry brings the rows', async () => {
  await goTo(page, '/vms/jobs');
  await shows(page, /^1–50 of/);
  // The app also retries by itself: its requests pass only after the button has been clicked.
  await page.evaluate(() => {
    const notePress = ({ target }: Event) => {
      if ((target as Element).textContent === 'Retry') document.documentElement.dataset['pressed'] = '';
    };
    addEventListener('click', notePress, true);
  });
  const isPressed = () => page.evaluate(() => document.documentElement.dataset['pressed'] !== undefined);
  await context.route('**/lists/submissions/search', async (route) =>
    (await isPressed()) ? route.continue() : route.abort(),
  );
  await page.getByRole('link', { name: 'Submissions', exact: true }).first().click();
  await page.getByRole('heading', { name: 'The submissions could not be loaded' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Retry' }).click();
  await shows(page, /^1–50 of/);
  await context.unroute('**/lists/submissions/search');
});

test('a list that failed offline loads by itself when the network is back', async () => {
  const { page, context } = await manager('/vms/jobs');
  await shows(page, /^1–50 of/);
  // No timer fires from here on: only the browser's online event can load the rows.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Submissions', exact: true }).first().click();
  await page.getByRole('heading', { name: 'The submissions could not be loaded' }).waitFor();
  const request = page.waitForRequest('**/lists/submissions/search');
  await context.setOffline(false);
  await request;
  await page.clock.resume();
  await shows(page, /^1–50 of/);
});

describe('on a phone', () => {
  let page: Page;
  beforeAll(async () => ({ page } = await manager('/vms/jobs', PHONE)));

  it('the selected tab of a list stays in view when the counts of the others arrive', async () => {
    const all = page.locator('.link-tabs a', { hasText: 'All' });
    await all.locator('.link-count').waitFor();
    // Counts arrive together.
    expect(await page.locator('.link-tabs .link-count').count()).toBe(await page.locator('.link-tabs a').count());
    await page.waitForFunction(() => {
      const [bar, tab] = ['.link-tabs ul', '.link-tabs a[aria-current="page"]'].map((one) =>
        document.querySelector(one)!.getBoundingClientRect(),
      );
      // Scroll positions are whole pixels, widths are not.
      return tab!.left >= bar!.left && tab!.right < bar!.right + 1;
    });
  });

  it('rows are cards, and filters are in a drawer', async () => {
    await goTo(page, '/vms/timesheets/dashboard/travel');
    const card = page.locator('.record', { has: page.locator('a[href^="/vms/timesheets/"]') }).first();
    await card.locator('dt').first().waitFor();
    expect(await card.locator('dt').count()).toBe(5);
    // No higher than its content: only the padding is below the footer.
    const below = (each: Element) =>
      each.getBoundingClientRect().bottom - each.lastElementChild!.getBoundingClientRect().bottom;
    expect(await card.evaluate(below)).toBeLessThan(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filters' }).tap();
    await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Status' }).tap();
    await page.getByRole('checkbox', { name: 'Approved' }).tap();
    await page.getByRole('button', { name: 'Apply' }).tap();
    await page.waitForURL(/billingStatusIds=APPROVED$/);
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  });
});
