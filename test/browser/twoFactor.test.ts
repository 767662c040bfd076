import type { Page } from 'playwright-core';
import { flaws } from './support/axe';
import { newPerson } from './support/chromium';
import { heading, profile, submitSignIn } from './support/signIn';
import { useWorld } from './support/world';

const PERSON = { userName: 'vms.twofactor', organizationCode: 'MERIDIAN' };

const world = useWorld();

const codes = async () => (await world.product.mails()).filter(({ text }) => /\b\d{6}\b/.test(text));
const latestCode = async () => /\b\d{6}\b/.exec((await codes())[0]!.text)![0];
/** Passes the password, and returns for how many seconds the server then sends no other code. */
async function passPassword(page: Page): Promise<number> {
  const answered = page.waitForResponse('**/two-factor/check');
  await submitSignIn(page, PERSON);
  await page.getByLabel('Authentication Code').waitFor();
  const { resendInSeconds } = (await (await answered).json()) as { readonly resendInSeconds: number };
  return resendInSeconds;
}

describe('two-factor sign-in', () => {
  it('sends one code over reload, Back and a second tab, and keeps its deadline', async () => {
    const { context, open, troubles } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    const before = (await codes()).length;
    const waits = [await passPassword(page)];
    const typedAtOnce = () => page.evaluate(() => document.activeElement?.id);
    expect(await typedAtOnce()).toBe('authentication-code');
    await page.reload();
    await page.getByText('a code that we sent you stays valid').waitFor();
    expect(await typedAtOnce()).toBe('password');
    waits.push(await passPassword(page));
    await page.goBack();
    await heading(page, 'Sign in').waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    waits.push(await passPassword(page));
    await page.getByRole('button', { name: 'Return to Login' }).click();
    await heading(page, 'Sign in').waitFor();
    waits.push(await passPassword(page));
    const second = await open(`${world.product.url}/signin`);
    waits.push(await passPassword(second));
    expect((await codes()).length - before).toBe(1);
    expect(waits).toEqual([...waits].sort((one, other) => other - one));
    expect(troubles).toEqual([]);
    await context.close();
  });

  describe('the form for the code', () => {
    let person: Awaited<ReturnType<typeof newPerson>>;
    let page: Page;
    beforeAll(async () => {
      person = await newPerson(world.browser, { permissions: ['clipboard-read', 'clipboard-write'] });
      page = await person.open(`${world.product.url}/signin`);
      await passPassword(page);
    });
    afterAll(() => person.context.close());
    const field = () => page.getByLabel('Authentication Code');
    const proceed = () => page.getByRole('button', { name: 'Proceed' });

    it('axe finds nothing in it and nothing is cut off, at three widths, light and dark', async () => {
      expect(await flaws(page)).toEqual({});
      await page.emulateMedia({ colorScheme: null });
    });

    it('Proceed needs a code, and a pasted "code: 123456." is taken as one', async () => {
      expect(await proceed().isDisabled()).toBe(true);
      expect(await page.getByLabel('Username').getAttribute('readonly')).not.toBeNull();
      await field().focus();
      await page.evaluate((text) => navigator.clipboard.writeText(text), 'code: 123456.');
      await page.keyboard.press('Control+V');
      expect(await field().inputValue()).toBe('123456');
      expect(await field().getAttribute('autocomplete')).toBe('one-time-code');
      expect(await proceed().isDisabled()).toBe(false);
    });

    it('a wrong code shows a message; the right one signs in while the countdown runs', async () => {
      const right = await latestCode();
      await field().fill(right === '111111' ? '222222' : '111111');
      await proceed().click();
      await page.getByText('Invalid authentication code.').waitFor();
      await field().fill(right);
      await page.keyboard.press('Enter');
      await profile(page).waitFor();
      // The steps added no history entries: Back leaves the app.
      await page.goBack();
      expect(page.url()).toBe('about:blank');
    });
  });
});
