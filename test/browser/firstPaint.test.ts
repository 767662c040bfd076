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
  await page.waitForFunction(() =>
    ['views', 'screens'].every((name) => [...document.styleSheets].some(({ href }) => href?.includes(`/${name}.`))),
  );
  expect(await all()).toEqual(before);
  expect(new Set(Object.values(before).map((lines) => lines.join())).size).toBe(VIEWS.length);
  await context.close();
});

test('the bar, the logo and the loader are in the same places while the session is checked and while the page loads', async () => {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce' });
  await beginSession(context, world.product.url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  const places = (page: Page, parts: readonly string[]) =>
    page.evaluate(
      (selectors) =>
        selectors.map((selector) => {
          const { x, y, height } = document.querySelector(selector)!.getBoundingClientRect();
          return [x, y, height].map(Math.round);
        }),
      parts,
    );
  for (const width of [1440, 1200, 820, 390]) {
    const page = await open('about:blank');
    await page.setViewportSize({ width, height: 900 });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/v1\/session$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.route(/\/assets\/dashboard\.[^/]*js$/, () => undefined);
    await page.goto(`${world.product.url}/vms/dashboard`);
    await page.getByText('Checking your session').waitFor();
    const checking = await places(page, ['.starting-bar', '.gate-product > :first-child', 'main .loader']);
    // The code of the shell does not wait for the answer.
    await page.waitForFunction(() =>
      ['shell', 'shell-sagas'].every((part) =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes(`/assets/${part}.`)),
      ),
    );
    release();
    await page.locator('.page-loading').waitFor();
    const loading = await places(page, ['.shell-bar', '.shell-logo > :first-child', 'main .loader']);
    expect({ width, loading }).toEqual({ width, loading: checking });
    await page.close();
  }
  await context.close();
});

test('no style sheet comes while idle: each would make the browser style and lay out the page again', async () => {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce', savesData: false });
  await beginSession(context, world.product.url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  const page = await open(`${world.product.url}/vms/dashboard`);
  await page.getByRole('button', { name: /^Notifications, / }).waitFor();
  await page.locator('.is-due').waitFor();
  await page.getByText('Total Openings').waitFor();
  await page.locator('.needs-you li').first().waitFor();
  const before = await look(page, SHELL);
  // Of screens that have styles of their own, loaded in idle moments.
  for (const part of ['list', 'record', 'review-desk', 'tasks', 'schedule'])
    await page.waitForFunction(
      (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/assets/${name}.`)),
      part,
    );
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].map(({ href }) => href?.split('/').pop()?.split('.')[0]),
  );
  expect(sheets.filter((name) => name !== undefined).sort()).toEqual(['screens', 'views']);
  expect(await look(page, SHELL)).toEqual(before);
  await context.close();
});
