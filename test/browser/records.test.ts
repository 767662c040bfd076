/** A record is opened from a list by keyboard, with its related lists and back; axe checks each kind. */
import type { Page, Route } from 'playwright-core';
import { cases } from '../support/cases';
import { settled, violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { signIn } from './support/signIn';
import { newPerson } from './support/chromium';
import { useWorld } from './support/world';

const world = useWorld();
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
/** The manager's page, shared by all tests: they navigate within the app. */
let page: Page;
let troubles: readonly string[];
beforeAll(async () => {
  const options = { reducedMotion: 'reduce', bypassCSP: true } as const;
  ({ page, troubles } = await enterAs(world, MANAGER, '/vms/timesheets/dashboard/travel', options));
});
const RECORD = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const heading = (page: Page) => page.locator('.record-page h1');
const whole = (page: Page) => page.locator('.record-page[aria-busy="false"]').waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
/** The first cell link of a list that leads to a page below `section`. */
const named = (page: Page, section: string) => page.locator(`.data-table tbody a[href^="${section}/"]`).first();

test('a timesheet opens by its number, shows its week, candidate and history, and Back returns to the list', async () => {
  const link = page.locator('.data-table tbody a[href^="/vms/timesheets/"]:not([href*="invoice"])').first();
  await link.waitFor();
  const number = await link.innerText();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(RECORD);
  await whole(page);
  expect(await heading(page).innerText()).toBe(`Timesheet ${number}`);
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  expect(await page.title()).toContain(`Timesheet ${number}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await crumbs.innerText()).toMatch(new RegExp(`Timesheets[\\s\\S]*Timesheet ${number}$`));

  // The tabs are links: another tab is on the same page and keeps the focus.
  const activity = page.getByRole('link', { name: 'Activity' });
  await activity.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=activity/);
  await page
    .getByRole('list', { name: 'Activity' })
    .or(page.getByText('Nothing has been recorded yet'))
    .first()
    .waitFor();
  expect(await focused(page)).toContain('Activity');

  const candidate = page.locator('.record-facts a[href^="/vms/allCandidates/"]').first();
  const who = await candidate.innerText();
  await candidate.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/allCandidates/);
  await whole(page);
  expect(await heading(page).innerText()).toBe(who);

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.waitForURL(/dashboard\/travel$/);
  await page.waitForFunction((text) => document.activeElement?.textContent === text, number);
  expect(troubles).toEqual([]);
});

const PLACES: readonly (readonly [string, string, readonly string[]])[] = [
  ['/vms/jobs', '/vms/jobs', ['candidates', 'activity']],
  ['/vms/allCandidates', '/vms/allCandidates', ['matching', 'chat']],
  ['/vms/jobs/submissions', '/vms/jobs/submissions', ['details']],
  ['/vms/assignments/active', '/vms/assignments', ['extensions', 'documents']],
  ['/vms/compliance/viewAll', '/vms/compliance/files', []],
  ['/vms/compliance/reviewdocs/credentials', '/vms/compliance/documents', ['details']],
  ['/vms/timesheets/invoicetimesheet', '/vms/timesheets/invoicetimesheet', ['timesheets']],
  ['/vms/facility/list', '/vms/facility', ['jobs']],
  ['/vms/supplier/list', '/vms/supplier', []],
];

const IN_FULL = cases('tabs of records that axe looks at although it has seen the same', { usual: 0, long: 1 }) > 0;
const LISTED = ['candidates', 'extensions', 'timesheets', 'jobs'];
const lookedAt = new Set<string>();
/** A tab looks the same in all kinds, and so do all tabs with a list; what is above them differs by kind. */
function isToLookAt(tab: string): boolean {
  const look = LISTED.includes(tab) ? 'list' : tab;
  const isNew = look === '' || !lookedAt.has(look);
  lookedAt.add(look);
  return isNew || IN_FULL;
}

test('each kind opens by its name in its list, its tabs show the right counts, and axe finds nothing', async () => {
  const found: unknown[] = [];
  let compared = 0;
  for (const [list, section, tabs] of PLACES) {
    await goTo(page, list);
    await page.locator('.record-page').waitFor({ state: 'detached' });
    await named(page, section).click();
    await page.waitForURL(RECORD);
    await whole(page);
    for (const tab of ['', ...tabs]) {
      if (tab !== '') {
        await page.locator(`.link-tabs a[href*="tab=${tab}"]`).click();
        await page.waitForURL((url) => url.searchParams.get('tab') === tab);
      }
      await whole(page);
      await settled(page);
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      const current = page.locator('.link-tabs a[aria-current="page"]');
      const count = current.locator('.link-count');
      if ((await count.count()) > 0) {
        compared += 1;
        // The total arrives after the rows.
        await page.locator('.list-range').filter({ hasText: /\d/, hasNotText: '…' }).waitFor();
        const range = await page.locator('.list-range').innerText();
        expect([section, range.split(' of ').at(-1)]).toEqual([section, await count.innerText()]);
      }
      if (!isToLookAt(tab)) continue;
      const problems = await violations(page, 'all', '.record-page');
      if (problems.length > 0) found.push([section, tab, problems]);
    }
  }
  expect(found).toEqual([]);
  expect(compared).toBeGreaterThan(3);
  expect(troubles).toEqual([]);
}, 240_000);

/** The server leaves out counts that take too long, as on a busy machine: here it counts until it has them. */
async function fulfillCounted(route: Route): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await route.fetch();
    const { totals } = (await response.json()) as { readonly totals: unknown };
    if (totals !== null) return route.fulfill({ response });
  }
  throw new Error('The server has not counted the rows of the tabs in a hundred calls.');
}

test('documents selected in their list are approved together and undone, and declined with a reason', async () => {
  await page.route('**/lists/*/counts', fulfillCounted);
  await goTo(page, '/vms/compliance/reviewdocs/credentials');
  await page.locator('.record-page').waitFor({ state: 'detached' });
  const waiting = page.locator('.link-tabs a[aria-current="page"] .link-count');
  const counted = async () => Number((await waiting.innerText()).replace(',', ''));
  const becomes = (count: number) =>
    page.waitForFunction(
      (wanted) =>
        Number(
          document.querySelector('.link-tabs a[aria-current="page"] .link-count')?.textContent?.replace(',', ''),
        ) === wanted,
      count,
    );
  await waiting.waitFor();
  const before = await counted();
  const choose = async () => {
    for (const row of [0, 1]) await page.locator('.data-table tbody input[type="checkbox"]').nth(row).check();
  };
  // What is pressed next stays where it is.
  const secondRow = async () => (await page.locator('.data-table tbody tr').nth(1).boundingBox())?.y;
  const place = await secondRow();
  await choose();
  expect(await secondRow()).toBe(place);
  const selection = page.getByRole('group', { name: 'Selection' });
  await selection.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('2 records: you approved it.').waitFor();
  await becomes(before - 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 have been undone.').waitFor();
  await becomes(before);

  await choose();
  await selection.getByRole('button', { name: 'Decline' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Decline' }).click();
  await form.getByText('Please give a reason.').waitFor();
  await form.getByRole('textbox', { name: 'Reason' }).fill('Illegible');
  await form.getByRole('button', { name: 'Decline' }).click();
  await form.waitFor({ state: 'detached' });
  await becomes(before - 2);
  expect(await page.getByRole('group', { name: 'Selection' }).count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('a link to a record is kept during sign-in, and a missing record has a message', async () => {
  await goTo(page, '/vms/jobs');
  const href = (await named(page, '/vms/jobs').getAttribute('href')) ?? '';
  const person = await newPerson(world.browser);
  const led = await person.open(`${world.product.url}${href}?tab=candidates`);
  await signIn(led, { userName: 'msp.manager', organizationCode: 'MERIDIAN' });
  await led.waitForURL(/tab=candidates/);
  await whole(led);
  expect(await heading(led).innerText()).toMatch(/^Job \d+$/);
  await goTo(led, '/vms/jobs/00000000-0000-4000-8000-000000000000');
  await led.getByRole('heading', { name: 'No such job' }).waitFor();
  expect(await violations(led, 'all', '.page-note')).toEqual([]);
  await led.getByRole('link', { name: 'Go to Jobs' }).click();
  await led.waitForURL((url) => url.pathname === '/vms/jobs');
  await led.locator('.list-range').waitFor();
});
