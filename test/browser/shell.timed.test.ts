/** How soon a page that was there before stands there again. */
import { newPerson } from './support/chromium';
import { heading, signIn } from './support/signIn';
import { useWorld } from './support/world';

jest.setTimeout(120_000);

const world = useWorld();

it('a page that has been fetched is painted within 100 ms of the press', async () => {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce' });
  const page = await open(`${world.product.url}/signin`);
  await signIn(page, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  const menu = page.locator('.main-menu');
  await menu.getByRole('link', { name: 'Jobs' }).click();
  await heading(page, 'Jobs').waitFor();
  await menu.getByRole('link', { name: 'Admin' }).click();
  await heading(page, 'Users').waitFor();
  // The least of five: what the machine does besides is not the app's doing.
  const times: number[] = [];
  for (const name of ['Jobs', 'Admin', 'Jobs', 'Admin', 'Jobs']) {
    times.push(
      await page.evaluate(
        (label) =>
          new Promise<number>((painted) => {
            const link = [...document.querySelectorAll<HTMLElement>('.main-menu a')].find(
              ({ textContent }) => textContent === label,
            )!;
            const before = document.querySelector('.shell-page h1')!;
            const since = performance.now();
            link.click();
            const look = () =>
              document.querySelector('.shell-page h1') === before
                ? requestAnimationFrame(look)
                : requestAnimationFrame(() => painted(performance.now() - since));
            look();
          }),
        name,
      ),
    );
  }
  expect(Math.min(...times)).toBeLessThan(100);
  await context.close();
});
