/** The main tasks of users, from their queue to the completed action, by keyboard; and two users at the same record. */
import type { Page } from 'playwright-core';
import { settled, violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { useWorld } from './support/world';

const world = useWorld();
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const COLLEAGUE = { userName: 'msp.manager', organizationCode: 'MERIDIAN' };
const FACILITY = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const RECRUITER = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
const LOOK = { reducedMotion: 'reduce', bypassCSP: true } as const;

const place = (page: Page) => page.locator('.review-place');
const isAt = (page: Page, number: number) =>
  place(page)
    .filter({ hasText: `Document ${number} of` })
    .waitFor();
const fileShown = (page: Page) => page.locator('.pdf-page[data-state="drawn"]').waitFor();
const whole = (page: Page) => page.locator('.record-page[aria-busy="false"]').waitFor();
const notice = (page: Page, text: string | RegExp) => page.locator('.notices').getByText(text).first().waitFor();

/** The first record of the list, by keyboard. */
async function openFirst(page: Page, section: string): Promise<void> {
  const link = page.locator(`.data-table tbody a[href^="${section}/"]`).first();
  await link.focus();
  await page.keyboard.press('Enter');
  await whole(page);
}

async function press(page: Page, action: string): Promise<void> {
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: action, exact: true }).focus();
  await page.keyboard.press('Enter');
}

/** Shared by the tests about them. */
let manager: Awaited<ReturnType<typeof enterAs>>;
let facility: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  manager = await enterAs(world, MANAGER, '/vms/compliance/reviewdocs/credentials', LOOK);
  facility = await enterAs(world, FACILITY, '/facility/compliance/reviewdesk');
});

test('the program office clears reviews at the desk by keyboard, and a colleague’s decision is shown and skipped', async () => {
  const { page, troubles } = manager;
  await page.getByRole('link', { name: 'Review', exact: true }).focus();
  await page.keyboard.press('Enter');
  await isAt(page, 1);
  await fileShown(page);
  await settled(page);
  expect(await violations(page, 'all', '.review-desk')).toEqual([]);

  await page.keyboard.press('a');
  await isAt(page, 2);
  // A document is decided once it is on the desk.
  await page.getByRole('button', { name: 'Decline' }).waitFor();
  await page.keyboard.press('x');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Reason' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type('Illegible');
  await page.keyboard.press('Control+Enter');
  await isAt(page, 3);
  await page.locator('.review-head').getByText('1 approved, 1 declined').waitFor();
  await page.keyboard.press('u');
  await isAt(page, 2);
  await page.locator('.review-head').getByText('1 approved, 0 declined').waitFor();

  // A colleague opens the same document and is faster.
  const address = page.url();
  const colleague = await enterAs(world, COLLEAGUE, address.slice(world.product.url.length));
  await place(colleague.page)
    .filter({ hasText: /Document \d/ })
    .waitFor();
  await colleague.page.getByRole('button', { name: 'Approve' }).waitFor();
  await colleague.page.keyboard.press('a');
  await page.getByText(/was approved by .+ so it was left out\.$/).waitFor();
  await isAt(page, 3);
  expect([troubles, colleague.troubles]).toEqual([[], []]);
});

test('users who review no documents see the file and its details, without buttons', async () => {
  const { page, troubles } = facility;
  await isAt(page, 1);
  await fileShown(page);
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await page.keyboard.press('a');
  await page.keyboard.press('n');
  await isAt(page, 2);
  expect(troubles).toEqual([]);
});

test('a dispute and an extension are cleared from their queues', async () => {
  const { page, troubles } = manager;
  await goTo(page, '/vms/timesheets/disputequeue');
  await openFirst(page, '/vms/timesheets');
  await press(page, 'Resolve dispute');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'What was agreed' }).focus();
  await page.keyboard.type('Corrected with the unit');
  await page.keyboard.press('Control+Enter');
  await notice(page, /you resolved the dispute\.$/);

  await goTo(page, '/vms/assignments/extensionsDue');
  await openFirst(page, '/vms/assignments');
  await press(page, 'Extend');
  await form.getByLabel('New last day').waitFor();
  await page.keyboard.press('Control+Enter');
  await notice(page, /you extended it\.$/);
  expect(troubles).toEqual([]);
});

test('a facility makes an offer to a candidate at interview', async () => {
  const { page, troubles } = facility;
  await goTo(page, '/facility/jobs/submissions/interviewing');
  await openFirst(page, '/facility/jobs/submissions');
  await press(page, 'Make an offer');
  await page.getByRole('dialog').getByLabel('Hourly bill rate').waitFor();
  await page.keyboard.press('Control+Enter');
  await notice(page, /you made an offer\.$/);
  await page.locator('.record-title').getByText('Offered', { exact: true }).waitFor();
  expect(troubles).toEqual([]);
});

test('a recruiter finds an offer by its number and accepts it once, despite two clicks and a lost answer; others see it', async () => {
  const { page: other, troubles } = await enterAs(world, RECRUITER, '/supplier/jobs/view/submittals/offered', LOOK);
  const number = await other
    .locator('.data-table tbody a[href^="/supplier/jobs/view/submittals/"]')
    .first()
    .innerText();
  await other.keyboard.press('Control+k');
  const palette = other.getByRole('combobox', { name: /number or name/ });
  await palette.fill(number);
  await other.getByRole('option', { name: new RegExp(`Submission ${number}`) }).waitFor();
  expect(await violations(other, 'all', '[role="dialog"]')).toEqual([]);
  await other.keyboard.press('Enter');
  await whole(other);
  expect(await other.locator('.record-page h1').innerText()).toBe(`Submission ${number}`);
  const id = other.url().split('?')[0]!.split('/').at(-1)!;
  const { page } = manager;
  await goTo(page, `/vms/jobs/submissions/${id}`);
  await page.getByRole('heading', { name: `Submission ${number}` }).waitFor();
  await whole(page);

  let calls = 0;
  await other.route('**/records/submission/actions', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await press(other, 'Accept offer');
  await other.getByRole('dialog').getByRole('button', { name: 'Accept offer' }).dblclick();
  await notice(other, /you accepted the offer\.$/);
  expect(calls).toBe(2);
  await other.getByRole('link', { name: 'Activity' }).click();
  const accepted = other.getByRole('list', { name: 'Activity' }).getByText(/accepted the offer$/);
  await accepted.first().waitFor();
  expect(await accepted.count()).toBe(1);

  // The program office has its page open throughout.
  await page.locator('.record-title').getByText('Offer Accepted').waitFor();
  expect(troubles.filter((text) => !/Failed to load resource|net::ERR_FAILED/.test(text))).toEqual([]);
});
