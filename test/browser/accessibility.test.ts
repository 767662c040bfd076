/** The pages that need no session; the pages behind sign-in have their own tests. */
import type { Page } from 'playwright-core';
import { flaws } from './support/axe';
import { newPerson } from './support/chromium';
import { beginSession } from './support/enterAs';
import { heading, pastSignIn, submitSignIn } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();

const FLAWLESS = 'axe finds nothing and nothing is cut off, at three widths, light and dark';

async function openForm() {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce', bypassCSP: true });
  return { context, page: await open(`${world.product.url}/signin`) };
}

it(`the sign-in form, also with its first missing field in focus, its reset dialog and a refused sign-in: ${FLAWLESS}`, async () => {
  const { context, page } = await openForm();
  await heading(page, 'Sign in').waitFor();
  const form = await flaws(page);

  await page.getByRole('button', { name: 'LOGIN' }).click();
  for (const field of ['Username', 'Password', 'Organization Code'])
    await page.getByText(`Please enter a valid ${field} to login`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('username');
  const errors = await flaws(page);

  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByRole('dialog').waitFor();
  const dialog = await flaws(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await submitSignIn(page, { userName: 'vms.blocked', organizationCode: 'MERIDIAN' });
  await page
    .getByText(/Access is denied/)
    .first()
    .waitFor();
  const refused = await flaws(page);
  expect({ form, errors, dialog, refused }).toEqual({ form: {}, errors: {}, dialog: {}, refused: {} });
  await context.close();
});

const SCREENS: readonly { readonly name: string; readonly go: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'change of a generated password',
    go: async (page) => {
      await submitSignIn(page, { userName: 'vms.temporary', organizationCode: 'MERIDIAN' });
      await heading(page, 'Change Password').waitFor();
    },
  },
  {
    name: 'takeover question',
    go: async (page) => {
      const who = { userName: 'vms.analyst', organizationCode: 'MERIDIAN' };
      const elsewhere = await newPerson(world.browser);
      await beginSession(elsewhere.context, world.product.url, who);
      await elsewhere.context.close();
      await submitSignIn(page, who);
      await heading(page, 'You are signed in somewhere else').waitFor();
    },
  },
];

it.each(SCREENS)(`$name: ${FLAWLESS}`, async ({ go }) => {
  const { context, page } = await openForm();
  await go(page);
  expect(await flaws(page)).toEqual({});
  await context.close();
});

it('the user can sign in by keyboard alone, and the focus is always on the visible step', async () => {
  const { context, open } = await newPerson(world.browser);
  const page = await open(`${world.product.url}/signin`);
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('Username').focus();
  await page.keyboard.type('agency.recruiter');
  const stops: (string | undefined)[] = [];
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim()));
    if (stops.at(-1) === 'password') await page.keyboard.type('Demo-pass-2026');
    if (stops.at(-1) === 'organizationCode') {
      await page.keyboard.type('SUMMIT');
      await page.keyboard.press('Enter');
      break;
    }
  }
  expect(stops).toContain('organizationCode');
  await pastSignIn(page).waitFor();
  // The heading appears with its page, a moment after the bar.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await context.close();
});
