/** The KPI dashboards in the built product, over the demo's data, for the three kinds of users they are made for. */
import type { Page } from 'playwright-core';
import { overflows, violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { listTotal } from './support/listTotal';
import { openAll, popupsOf } from './support/popups';
import { useWorld } from './support/world';
const world = useWorld();

async function at(userName: string, organizationCode: string, path: string) {
  const person = await enterAs(world, { userName, organizationCode }, path);
  await loaded(person.page);
  return person;
}
/** Every card and tile has its figures. */
async function loaded(page: Page): Promise<void> {
  await page.locator('.card, .stat').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.card-skeleton, .stat-skeleton') === null);
}
const titles = (page: Page) => page.locator('.stat h2, .card h2').allInnerTexts();

test('a managing organization drills down from its program to its suppliers, and from a bar to its rows', async () => {
  const { page, context, troubles } = await at(
    'vms.manager',
    'MERIDIAN',
    '/vms/supplierbidashboard/bussiness-analysis',
  );
  expect(await titles(page)).toEqual([
    'Submittal To Offer Ratio',
    'Fill Rate',
    'Declined Rate',
    'Retention Rate',
    'Spend',
    'Time to Fill',
    'Time from Submitted to Booked',
    'Time from Offered to Booked',
    'Time to File Completion',
    'Number of Pushed Starts',
    'Assignments History',
  ]);
  await page.getByRole('button', { name: 'How is Fill Rate computed?' }).focus();
  await page
    .getByRole('tooltip')
    .getByText(/all positions of these jobs/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  const names = expect.arrayContaining(['Save Spend', 'Break down Assignments History']);
  expect(await openAll(page, '.dashboard', 390)).toEqual({ names, outside: [] });
  // layout.test.ts opens them at this width.
  expect(await popupsOf(page, '.dashboard', 1440)).toEqual(names);

  // From one point of a chart to the next, and from there to its rows, by keyboard.
  const points = page.getByRole('application', { name: /^Number of Pushed Starts/ });
  await points.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await points.getByText(/\(so far\), Starts: \d+\./).waitFor();
  // In the first days of a month its count may be 0, which has no rows.
  await page.keyboard.press('ArrowLeft');
  await points.getByText(/\d, Starts: [1-9]\d*\. Enter opens its rows\./).waitFor();
  const [rows] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  expect(new URL(rows.url()).pathname).toBe('/vms/nexusreports/pushedstartreport');
  await rows.locator('.report-formula').waitFor();
  await rows.close();

  await page.getByRole('link', { name: 'Supplier Ranking' }).click();
  await page.getByRole('heading', { name: 'Most Submissions' }).waitFor();
  await loaded(page);
  expect(await page.locator('.card').count()).toBe(13);
  // A button that grows when it is pressed may move away from the pointer.
  expect((await openAll(page, '.card', 390)).outside).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Most Submissions as a table' }).click();
  const first = page.getByRole('region', { name: 'Most Submissions: the first ten' }).getByRole('link').first();
  const count = Number((await first.innerText()).replace(/,/g, ''));
  const [report] = await Promise.all([context.waitForEvent('page'), first.click()]);
  expect(new URL(report.url()).pathname).toBe('/vms/nexusreports/vmssubmittalreport');
  expect(await listTotal(report)).toBe(count);
  expect(await report.evaluate(() => window.opener)).toBeNull();
  await report.close();

  await page.getByRole('link', { name: 'Supplier KPI', exact: true }).click();
  await page.getByRole('heading', { name: 'Submissions Offered' }).waitFor();
  await loaded(page);
  expect(await page.locator('.score').count()).toBe(8);
  const chooser = page.locator('.search-select-button[aria-label^="Supplier: "]');
  const before = (await chooser.getAttribute('aria-label'))!;
  await chooser.click();
  await page.getByRole('combobox', { name: 'Search Supplier' }).fill('Summit');
  await page
    .getByRole('option', { name: /^Summit/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/supplier=/);
  await page.locator('.search-select-button[aria-label^="Supplier: Summit"]').waitFor();
  expect(before).not.toContain('Summit');
  expect(await page.getByRole('link', { name: 'Business Analysis' }).getAttribute('href')).not.toContain('supplier=');

  // With the mouse, which takes the focus out of the text field.
  await page.getByRole('button', { name: /^Compare with: / }).click();
  await page.getByRole('option', { name: 'Beacon Healthcare Staffing' }).click();
  await page.waitForURL(/compare=[0-9a-f-]{36}/);
  await page.getByRole('heading', { name: 'Time to Submit, twelve months' }).waitFor();
  await loaded(page);
  const beside = page.locator('.kpi-comparison .card').first().locator('dt');
  expect(await beside.allInnerTexts()).toEqual([
    expect.stringMatching(/^Summit/),
    'Beacon Healthcare Staffing',
    'Median',
  ]);
  expect(troubles).toEqual([]);
});

test('a facility sees its own figures, and its file chart links to a list within the app', async () => {
  const { page, troubles } = await at('client.manager', 'LAKESIDE', '/facility/kpidashboard');
  expect(await titles(page)).toEqual([
    'Submittal to Offer Ratio',
    'On Time Starts',
    'Assignments Completed',
    'Cancellation',
    'Early Term Rate',
    'Retention Rate',
    'Spend',
    'Time to Fill',
    'Time to File Completion',
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Time to File Completion' }) });
  await card.getByRole('link', { name: 'Open the report' }).click();
  await page.waitForURL(/\/facility\/nexusreports\/vmsactivebookedcandidatereport/);
  await page.goBack();
  await card.waitFor();
  expect(troubles).toEqual([]);
});

test('a supplier sees eight figures, all of them its own', async () => {
  const { page, troubles } = await at('agency.recruiter', 'SUMMIT', '/supplier/supplier-scorecard');
  expect(await page.locator('.score').count()).toBe(8);
  expect(await page.locator('.score-rank').first().innerText()).toMatch(/^Rank \d+ of \d+$/);
  expect(await page.getByRole('button', { name: /^Supplier: / }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(troubles).toEqual([]);
});
