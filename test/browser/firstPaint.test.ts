/** The first paint, before all style sheets have loaded, must equal the paint after. */
import type { Page } from 'playwright-core';
import { settled } from './support/axe';
import { newPerson } from './support/chromium';
import { beginSession } from './support/enterAs';
import { useWorld } from './support/world';

const world = useWorld();
const VIEWS = [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

/** The sign-in page without the demo users, which are loaded with the app. */
const FORM = '.gate-product, .gate-product *, .gate-tagline, .gate-main *';
/** The bar, the line under it, and the page. */
const SHELL = '.shell-bar *, .page-head *, main *';
/** Position and visible properties of these elements, one line each. */
const look = (page: Page, elements: string) =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const seen = [style.color, style.backgroundColor, style.borderColor, style.font, style.boxShadow];
        return `${element.tagName} ${element.id} at ${[x, y, width, height].map(Math.round)}: ${seen.join(' | ')}`;
      }),
    elements,
  );

test('the form looks the same before and after its style sheets are loaded, at three widths, light and dark', async () => {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce' });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/views\.[^/]*css$/, async (route) => {
    await held;
    await route.continue();
  });
  const page = await open(`${world.product.url}/signin`);
  await page.locator('html[data-ready]').waitFor();
  const all = async () => {
    const seen: Record<string, string[]> = {};
    for (const { width, scheme } of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await settled(page);
      seen[`${width} px, ${scheme}`] = await look(page, FORM);
    }
    return seen;
  };
  const before = await all();
  const arrived = page.waitForResponse(/\/assets\/views\.[^/]*css$/);
  release();
  await (await arrived).finished();
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/views.')));
  expect(await all()).toEqual(before);
  expect(new Set(Object.values(before).map((lines) => lines.join())).size).toBe(VIEWS.length);
  await context.close();
});

test('the shell and the home dashboard look the same before the parts that load while idle, and after', async () => {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce', savesData: false });
  await beginSession(context, world.product.url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/(?!views|shell|dashboard)[\w-]+\.[^/]*css$/, async (route) => {
    await held;
    await route.continue();
  });
  const page = await open(`${world.product.url}/vms/dashboard`);
  await page.getByRole('button', { name: /^Notifications, / }).waitFor();
  await page.locator('.is-due').waitFor();
  await page.getByText('Total Openings').waitFor();
  await page.locator('.needs-you li').first().waitFor();
  const before = await look(page, SHELL);
  release();
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/notifications.')));
  expect(await look(page, SHELL)).toEqual(before);
  await context.close();
});
