/** The panel of the package in another app that has installed the packed file; and stand-alone with a file. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { linesOf, readTape, writeTape, type Entry } from '../../tape';
import { bundled, installForeign } from '../packages/foreignPackage';
import { violations } from './support/axe';
import { launchChromium, newPerson } from './support/chromium';

const project = mkdtempSync(path.join(tmpdir(), 'foreign-panel-'));
let browser: Browser;
const scripts: Record<string, string> = {};
beforeAll(async () => {
  await installForeign(project);
  for (const entry of ['page', 'viewer']) {
    expect(await bundled(project, `./src/${entry}.js`)).toEqual([]);
    scripts[entry] = readFileSync(path.join(project, 'bundle/main.js'), 'utf8');
  }
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(project, { recursive: true, force: true });
});

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><main><h1>Shop</h1>
<p id="said">nothing yet</p><button id="search">Search</button> <button id="buy">Buy</button></main>
<script src="/main.js"></script></html>`;

async function openPage(entry: 'page' | 'viewer') {
  const person = await newPerson(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await person.context.route('**/*', (route) =>
    new URL(route.request().url()).pathname === '/main.js'
      ? route.fulfill({ contentType: 'text/javascript', body: scripts[entry]! })
      : route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
  const page = await person.open('http://localhost/');
  return { ...person, page, message: page.locator('#said'), detail: page.getByRole('region', { name: 'The entry' }) };
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const grid = (page: Page) => page.getByRole('grid', { name: 'Entries' });
const rowsOf = (page: Page) => grid(page).locator('.rows [role="row"]');
const selected = (page: Page) => grid(page).locator('[aria-selected="true"]');

async function shopped() {
  const opened = await openPage('page');
  const { page, message } = opened;
  await press(page, 'Search');
  await message.filter({ hasText: 'found shoe 1' }).waitFor();
  await press(page, 'Buy');
  await message.filter({ hasText: 'ordered shoe' }).waitFor();
  await page.getByText(/Recording, \d+ entries/).waitFor();
  await press(page, 'Stop');
  await page.getByText(/recorded\.tape\.jsonl, \d+ entries/).waitFor();
  return opened;
}

it('records the app, and shows each entry with its request, its answer and what it changed', async () => {
  const { page, detail, troubles, context } = await shopped();
  await page.getByRole('searchbox', { name: 'Search entries' }).fill('findItems');
  await rowsOf(page).filter({ hasText: 'answer to findItems' }).click();
  await detail.getByRole('heading', { name: /^Request, entry \d+$/ }).waitFor();
  expect(await detail.innerText()).toContain('"shoe"');
  // Its effect is the state in which the sagas rest next.
  await page.getByRole('searchbox', { name: 'Search entries' }).fill('');
  await grid(page).press('End');
  expect(await detail.innerText()).toMatch(/orders\.0: none → "shoe"/);
  await grid(page).press('Home');
  expect(await selected(page).getAttribute('id')).toBe('row-1');
  await grid(page).press('ArrowDown');
  expect(await selected(page).getAttribute('id')).toBe('row-2');

  await page.getByRole('combobox', { name: 'Kind of entry' }).selectOption('intent');
  expect(await rowsOf(page).allInnerTexts()).toEqual([
    expect.stringContaining('start root'),
    expect.stringContaining('intent search'),
    expect.stringContaining('intent buy'),
  ]);
  await page.getByRole('combobox', { name: 'Kind of entry' }).selectOption('');
  await page.getByRole('combobox', { name: 'Saga', exact: true }).selectOption('checkout');
  expect(await rowsOf(page).first().innerText()).toContain('order');
  expect(troubles).toEqual([]);
  await context.close();
});

it('shows the app as it was at an entry, copies a test, saves the tape, breaks, and prints the source', async () => {
  const { page, message, context } = await shopped();
  const search = page.getByRole('searchbox', { name: 'Search entries' });
  await search.fill('intent buy');
  await rowsOf(page).first().click();
  await press(page, 'Replay to here');
  await message.filter({ hasText: /^found shoe 1, ordered $/ }).waitFor();

  await press(page, 'Copy as test');
  await page.getByText('The test is copied.').waitFor();
  const test = await page.evaluate(() => navigator.clipboard.readText());
  expect(test).toContain('await drive(app, WORLD)');
  expect(test).toContain("flow.dispatch({ type: 'buy', word: 'shoe', item: 'shoe' })");

  const download = page.waitForEvent('download');
  await press(page, 'Save');
  const text = readFileSync(await (await download).path(), 'utf8');
  expect([...readTape('saved', linesOf(text)).entries].length).toBeGreaterThan(10);

  const tools = await context.newCDPSession(page);
  await tools.send('Debugger.enable');
  const paused = new Promise((resolve) => tools.once('Debugger.paused', resolve));
  // A page at a breakpoint handles no clicks.
  const pressed = press(page, 'Break here');
  await paused;
  await tools.send('Debugger.resume');
  await pressed;
  await page.getByText(/^Played up to entry \d+\./).waitFor();
  expect(await selected(page).innerText()).toMatch(/^\d+\n/);

  await search.fill('order(');
  await rowsOf(page).first().click();
  const printed = page.waitForEvent('console');
  await press(page, 'Source');
  expect((await printed).text()).toContain('checkout');
  await context.close();
});

/** A day-long tape of a saga that polls. */
function longTape(text: string, length: number): string {
  const { header, entries } = readTape('visit', linesOf(text));
  const [start] = [...entries] as [Entry];
  const requestEntry = (nth: number): Entry => ({
    call: `root/FORK:poll#1/CALL:api.poll#${nth}`,
    args: [nth],
    value: `answer ${nth}`,
  });
  return writeTape(header, [start, ...Array.from({ length: length - 1 }, (_, nth) => requestEntry(nth + 1))]);
}

it('without the app it reads a file, 10,000 entries of it, by keyboard, and axe finds nothing', async () => {
  const shop = await shopped();
  const download = shop.page.waitForEvent('download');
  await press(shop.page, 'Save');
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(await violations(shop.page)).toEqual([]);
  await shop.context.close();

  const { page, context, troubles, detail } = await openPage('viewer');
  const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await page.getByLabel('Open a tape').setInputFiles(file('cut.tape.jsonl', text.slice(0, -40)));
  await page
    .getByRole('status')
    .filter({ hasText: /^cut\.tape\.jsonl:\d+: / })
    .waitFor();
  await page.getByLabel('Open a tape').setInputFiles(file('long.tape.jsonl', longTape(text, 10_000)));
  await page.getByText('long.tape.jsonl, 10,000 entries').waitFor();
  await page.getByRole('status').filter({ hasText: 'Shown as it is written.' }).waitFor();
  await grid(page).press('End');
  await rowsOf(page).filter({ hasText: 'api.poll(9999)' }).waitFor();
  expect(await detail.innerText()).toContain('"answer 9999"');
  await grid(page).press('PageUp');
  expect(await selected(page).count()).toBe(1);
  expect(await rowsOf(page).count()).toBeLessThan(120);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  expect(troubles).toEqual([]);
  await context.close();
});
