import type { Page } from 'playwright-core';
import { flaws } from './support/axe';
import { newPerson } from './support/chromium';
import { heading, profile, submitSignIn } from './support/signIn';
import { useWorld } from './support/world';

const PERSON = { userName: 'vms.twofactor', organizationCode: 'MERIDIAN' };

const world = useWorld();

const codes = async () => (await world.product.mails()).filter(({ text }) => /\b\d{6}\b/.test(text));
const latestCode = async () => /\b\d{6}\b/.exec((await codes())[0]!.text)![0];
/** The end of the wait as the page shows it, as an interval in seconds of the test's clock. */
async function deadlineOf(page: Page): Promise<readonly [number, number]> {
  const before = performance.now() / 1_000;
  const text = await page.locator('.resend').innerText();
  const after = performance.now() / 1_000;
  const left = /in (\d+)\s*s/.exec(text)?.[1];
  // On a busy machine the wait may be over.
  if (left === undefined) return [-Infinity, after];
  // It shows whole seconds, the last one for up to a second longer.
  return [before + Number(left) - 1, after + Number(left) + 1];
}

describe('two-factor sign-in', () => {
  it('sends one code over reload, Back and a second tab, and keeps its deadline', async () => {
    const { context, open, troubles } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    const before = (await codes()).length;
    await submitSignIn(page, PERSON);
    await page.getByLabel('Authentication Code').waitFor();
    const [, latest] = await deadlineOf(page);
    const typedAtOnce = () => page.evaluate(() => document.activeElement?.id);
    expect(await typedAtOnce()).toBe('authentication-code');
    await page.reload();
    await page.getByText('a code that we sent you stays valid').waitFor();
    expect(await typedAtOnce()).toBe('password');
    await submitSignIn(page, PERSON);
    await page.getByLabel('Authentication Code').waitFor();
    await page.goBack();
    await heading(page, 'Sign in').waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    await submitSignIn(page, PERSON);
    await page.getByLabel('Authentication Code').waitFor();
    await page.getByRole('button', { name: 'Return to Login' }).click();
    await heading(page, 'Sign in').waitFor();
    await submitSignIn(page, PERSON);
    await page.getByLabel('Authentication Code').waitFor();
    const second = await open(`${world.product.url}/signin`);
    await submitSignIn(second, PERSON);
    await second.getByLabel('Authentication Code').waitFor();
    expect((await codes()).length - before).toBe(1);
    for (const tab of [page, second]) expect((await deadlineOf(tab))[0]).toBeLessThanOrEqual(latest);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('takes a pasted "code: 123456."', async () => {
    const { context, open } = await newPerson(world.browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await open(`${world.product.url}/signin`);
    await submitSignIn(page, PERSON);
    const field = page.getByLabel('Authentication Code');
    await field.focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'code: 123456.');
    await page.keyboard.press('Control+V');
    expect(await field.inputValue()).toBe('123456');
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    await context.close();
  });

  it('Proceed needs a code; a wrong code shows a message; the right one signs in while the countdown runs', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    await submitSignIn(page, PERSON);
    const proceed = page.getByRole('button', { name: 'Proceed' });
    await proceed.waitFor();
    expect(await proceed.isDisabled()).toBe(true);
    expect(await page.getByLabel('Username').getAttribute('readonly')).not.toBeNull();
    const right = await latestCode();
    await page.getByLabel('Authentication Code').fill(right === '111111' ? '222222' : '111111');
    await proceed.click();
    await page.getByText('Invalid authentication code.').waitFor();
    await page.getByLabel('Authentication Code').fill(right);
    await page.keyboard.press('Enter');
    await profile(page).waitFor();
    // The steps added no history entries: Back leaves the app.
    await page.goBack();
    expect(page.url()).toBe('about:blank');
    await context.close();
  });

  it('a code works once', async () => {
    const { context, open } = await newPerson(world.browser);
    const used = await latestCode();
    const page = await open(`${world.product.url}/signin`);
    await submitSignIn(page, PERSON);
    await page.getByLabel('Authentication Code').fill(used);
    await page.getByRole('button', { name: 'Proceed' }).click();
    await page.getByRole('alert').filter({ hasText: /code/i }).first().waitFor();
    await context.close();
  });

  it('axe finds nothing in the form and nothing is cut off, at three widths, light and dark', async () => {
    const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce', bypassCSP: true });
    const page = await open(`${world.product.url}/signin`);
    await submitSignIn(page, PERSON);
    await page.getByLabel('Authentication Code').waitFor();
    expect(await flaws(page)).toEqual({});
    await context.close();
  });
});
