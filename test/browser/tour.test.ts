/** The tour: shown once, by keyboard, resumed where it was left; it does not disturb other pages. */
import type { Page } from 'playwright-core';
import { flaws } from './support/axe';
import { enterAs } from './support/enterAs';
import { useWorld } from './support/world';

const world = useWorld({ env: { TOUR: 'on' } });
const WHO = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };

const tour = (page: Page) => page.getByRole('dialog').filter({ hasText: /\d of \d/ });
const atStep = (page: Page, step: string) => tour(page).getByText(step).waitFor();
/** The next step according to the server, as a reload gets it; none once the tour is over. */
async function reloadedStep(page: Page): Promise<number | undefined> {
  const about = page.waitForResponse(/\/api-user\/v1\/users\/[^/]+\/info$/);
  await page.reload();
  const { tourStep } = (await (await about).json()) as { readonly tourStep?: number };
  await page.locator('.card-foot').first().waitFor();
  return tourStep;
}
/** The answer to saving the progress. */
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api-user/v1/tour') && answer.ok());

it('shows five places by keyboard, continues after a reload, and is not shown again', async () => {
  const { context, page, troubles } = await enterAs(world, WHO, '/', { reducedMotion: 'reduce' });
  await atStep(page, '1 of 5');
  expect(await tour(page).evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await flaws(page, '[role="dialog"]')).toEqual({});
  await page.setViewportSize({ width: 1440, height: 900 });
  await tour(page).getByRole('button', { name: 'Next' }).focus();
  const first = saved(page);
  await page.keyboard.press('Enter');
  await first;
  await atStep(page, '2 of 5');
  await page.keyboard.press('Escape');
  await tour(page).waitFor({ state: 'detached' });
  expect(await reloadedStep(page)).toBe(1);
  await atStep(page, '2 of 5');
  for (const step of ['3 of 5', '4 of 5', '5 of 5']) {
    await tour(page).getByRole('button', { name: 'Next' }).click();
    await atStep(page, step);
  }
  const last = saved(page);
  await tour(page).getByRole('button', { name: 'Done' }).click();
  expect((await last).request().postDataJSON()).toEqual({ step: null });
  expect(await reloadedStep(page)).toBeUndefined();
  await page.getByRole('button', { name: /^Profile of/ }).click();
  expect(await tour(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Show me around' }).click();
  await atStep(page, '1 of 5');
  expect(troubles).toEqual([]);
  await context.close();
});

it('can be skipped, and leaves other pages alone', async () => {
  const who = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
  const { context, page } = await enterAs(world, who, '/supplier/supplier-scorecard', { reducedMotion: 'reduce' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // All code that the page asked for has come.
  await page.waitForLoadState('networkidle');
  expect(await tour(page).count()).toBe(0);
  await page.goto(world.product.url);
  await atStep(page, '1 of 5');
  const done = saved(page);
  await tour(page).getByRole('button', { name: 'Skip' }).click();
  // As Done does; the first test reloads the page after it.
  expect((await done).request().postDataJSON()).toEqual({ step: null });
  expect(await tour(page).count()).toBe(0);
  await context.close();
});

it('begins on the first screen and opens the page that a step points to', async () => {
  const who = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
  const { context, page, troubles } = await enterAs(world, who, '/', { reducedMotion: 'reduce' });
  const ring = page.locator('.tour-ring');
  await atStep(page, '1 of 5');
  await ring.waitFor();
  expect(new URL(page.url()).pathname).toBe('/facility/facility/list');
  await tour(page).getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/facility/dashboard');
  await atStep(page, '2 of 5');
  await ring.waitFor();
  // On another page the step is hidden; it continues where its target exists.
  await page.goBack();
  await page.waitForURL('**/facility/facility/list');
  await tour(page).waitFor({ state: 'detached' });
  await page.goForward();
  await atStep(page, '2 of 5');
  // Signing in does not leave the first screen.
  await page.goto(world.product.url);
  await atStep(page, '1 of 5');
  expect(new URL(page.url()).pathname).toBe('/facility/facility/list');
  expect(troubles).toEqual([]);
  await context.close();
});
