/** The page before the app: what its few rules show must be what all of them show. */
import type { Page } from 'playwright-core';
import { newPerson } from './support/chromium';
import { useWorld } from './support/world';

const world = useWorld();
const LOOKS = [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

/** Place and visible properties of everything but the demo users, who come with the app; a line each. */
const look = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.gate-product, .gate-product *, .gate-tagline, .gate-main *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const seen = [style.color, style.backgroundColor, style.borderColor, style.font, style.boxShadow];
      return `${element.tagName} ${element.id} at ${[x, y, width, height].map(Math.round)}: ${seen.join(' | ')}`;
    }),
  );

test.each(LOOKS)('at $width px, $scheme, the form looks the same before its style sheets and after', async (it) => {
  const { context, open } = await newPerson(world.browser, {
    viewport: { width: it.width, height: 900 },
    colorScheme: it.scheme,
    reducedMotion: 'reduce',
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/views\.[^/]*css$/, async (route) => {
    await held;
    await route.continue();
  });
  const page = await open(`${world.product.url}/signin`);
  await page.locator('html[data-ready]').waitFor();
  const before = await look(page);
  const arrived = page.waitForResponse(/\/assets\/views\.[^/]*css$/);
  release();
  await (await arrived).finished();
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/views.')));
  expect(await look(page)).toEqual(before);
  await context.close();
});
