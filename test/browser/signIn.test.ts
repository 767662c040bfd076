import type { Page } from 'playwright-core';
import { flaws } from './support/axe';
import { newPerson } from './support/chromium';
import { fillSignIn, heading, PASSWORD, pastSignIn, profile, submitSignIn, type Person } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();

const visit = async (path = '/signin', options = {}) => {
  const person = await newPerson(world.browser, options);
  return { ...person, page: await person.open(world.product.url + path) };
};

describe('signing in', () => {
  it('is possible by keyboard alone, and the focus is always on the visible step', async () => {
    const { page, context } = await visit();
    await heading(page, 'Sign in').waitFor();
    await page.getByLabel('Username').focus();
    await page.keyboard.type('owner.admin');
    const stops: (string | undefined)[] = [];
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim()));
      if (stops.at(-1) === 'password') await page.keyboard.type(PASSWORD);
      if (stops.at(-1) === 'organizationCode') {
        await page.keyboard.type('PLATFORM');
        await page.keyboard.press('Enter');
        break;
      }
    }
    expect(stops).toContain('organizationCode');
    await profile(page).waitFor();
    // The heading appears with its page, a moment after the bar.
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await context.close();
  });

  /** The painted color at every moment of every fade of the picture. */
  const colorsOfFades = (page: Page) =>
    page.evaluate(() => {
      const paint = document.createElement('canvas').getContext('2d')!;
      const painted = (color: string) => {
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = color;
        paint.fillRect(0, 0, 1, 1);
        return [...paint.getImageData(0, 0, 1, 1).data];
      };
      // A copy begins its fades again: on a busy machine the first ones are over, and those are not listed.
      const picture = document.querySelector('.gate-art')!;
      picture.replaceWith(picture.cloneNode(true));
      const rects = [...document.querySelectorAll('.gate-art .late rect')];
      return rects.flatMap((rect) =>
        rect.getAnimations().flatMap((fade) => {
          fade.pause();
          return [0, 0.25, 0.5, 0.75, 1].map((part) => {
            const { delay = 0, duration = 0 } = fade.effect?.getTiming() ?? {};
            fade.currentTime = delay + Number(duration) * part;
            return painted(getComputedStyle(rect).fill);
          });
        }),
      );
    });

  it('the empty path leads to the form; the shifts in its picture fill up in brand colors, light and dark', async () => {
    const { page, context } = await visit('/');
    await heading(page, 'Sign in').waitFor();
    await page.waitForURL('**/signin');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const colors = await colorsOfFades(page);
      expect(colors.length).toBeGreaterThan(20);
      // The fade goes from white to a blue whose smallest channel is red: any other order is a fault.
      const wrong = colors.filter(([red = 0, green = 0, blue = 0]) => red > green || green > blue);
      expect([colorScheme, wrong]).toEqual([colorScheme, []]);
    }
    await context.close();
  });

  describe('with the form', () => {
    const INCORRECT = 'Username, password or organization code is incorrect.';
    const DENIED = 'Access is denied at this IP address.  Please reach out to your internal point of contact.';
    let person: Awaited<ReturnType<typeof visit>>;
    beforeAll(async () => void (person = await visit()));
    afterAll(() => person.context.close());

    /** The first alert, once the server has answered and this sentence is shown: no two in a row have the same. */
    async function refused(who: Person, sentence: string) {
      const { page } = person;
      const answered = page.waitForResponse((response) => response.url().endsWith('/two-factor/check'));
      await submitSignIn(page, who);
      await answered;
      const alert = page.getByRole('alert').filter({ hasText: /\S/ });
      await alert.filter({ hasText: sentence }).first().waitFor();
      return alert.first();
    }

    it('axe finds nothing and nothing is cut off, also with its first missing field in focus, its reset dialog and a refused sign-in, at three widths, light and dark', async () => {
      const { page } = person;
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

      await refused({ userName: 'vms.blocked', organizationCode: 'MERIDIAN' }, DENIED);
      const refusal = await flaws(page);
      expect({ form, errors, dialog, refusal }).toEqual({ form: {}, errors: {}, dialog: {}, refusal: {} });
    });

    it.each([
      ['vms.manager', 'MERIDIAN', 'wrong password', INCORRECT],
      ['vms.locked', 'MERIDIAN', PASSWORD, 'Account is locked. Please contact administrator.'],
      ['vms.blocked', 'MERIDIAN', PASSWORD, DENIED],
      ['nobody.here', 'NOWHERE', PASSWORD, INCORRECT],
    ])('%s of %s with "%s" is refused and reads: %s', async (userName, organizationCode, password, sentence) => {
      const { page } = person;
      const alert = await refused({ userName, organizationCode, password }, sentence);
      expect(await alert.textContent()).toContain(sentence);
      expect(await page.getByLabel('Username').inputValue()).toBe(userName);
      expect(await page.getByLabel('Organization Code').inputValue()).toBe(organizationCode);
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    });

    it.each([
      ['emoji and right-to-left', '🙂مرحبا', '🙂مرحبا', 'MERIDIAN', 'User Not Found.'],
      [
        '10 kB in every field',
        'u'.repeat(10_000),
        'p'.repeat(10_000),
        'o'.repeat(10_000),
        'Please use at most 254 characters for the username.',
      ],
      ['markup', '<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', "'; drop table users; --", INCORRECT],
    ])('%s shows a message, and the form stays usable', async (_, userName, password, organizationCode, sentence) => {
      const { page, troubles } = person;
      await refused({ userName, organizationCode, password }, sentence);
      expect(await page.getByRole('button', { name: 'LOGIN' }).isEnabled()).toBe(true);
      expect(troubles).toEqual([]);
    });
  });

  it('a click, Enter and twenty more clicks send one request and lead to the first screen', async () => {
    const { page, context, troubles } = await visit();
    let requests = 0;
    page.on('request', (request) => void (request.url().includes('/two-factor/check') && requests++));
    await fillSignIn(page, { userName: 'vms.analyst', organizationCode: 'MERIDIAN' });
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('button[type=submit]')!;
      for (let n = 0; n < 20; n++) button.click();
    });
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Meridian Workforce Partners').first().waitFor();
    await page.waitForURL(`${world.product.url}/vms/dashboard`);
    expect(requests).toBe(1);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('the address fills the form, and its parameters are removed immediately', async () => {
    const { page, context } = await visit('/MERIDIAN/signin?uname=vms.analyst&password=Demo-pass-2026&fromSSO=true');
    await page.waitForFunction(() => !window.location.search);
    await page.locator('html[data-ready]').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('vms.analyst');
    expect(await page.getByLabel('Organization Code').inputValue()).toBe('MERIDIAN');
    expect(page.url()).toBe(`${world.product.url}/MERIDIAN/signin`);
    await page.goBack().catch(() => null);
    expect(page.url()).not.toContain('Demo-pass');
    expect(world.product.log()).not.toContain('Demo-pass-2026');
    await context.close();
  });

  /** Holds the app's scripts until released. */
  async function visitOnASlowLine() {
    const person = await newPerson(world.browser);
    let letThrough = (): void => undefined;
    const due = new Promise<void>((resolve) => (letThrough = resolve));
    await person.context.route(/\/assets\/[^/]+\.js$/, async (route) => {
      await due;
      await route.continue();
    });
    const page = await person.context.newPage();
    await page.goto(`${world.product.url}/signin`, { waitUntil: 'commit' });
    return { page, context: person.context, letThrough };
  }

  it('text typed before the script arrived is kept and can be submitted', async () => {
    const { page, context, letThrough } = await visitOnASlowLine();
    await fillSignIn(page, { userName: 'agency.recruiter', organizationCode: 'SUMMIT' });
    await page.keyboard.press('Enter');
    letThrough();
    await pastSignIn(page).waitFor();
    expect(page.url()).not.toContain('password');
    await context.close();
  });

  it('a button clicked before the script arrived acts as soon as the script has loaded', async () => {
    const { page, context, letThrough } = await visitOnASlowLine();
    await page.getByRole('button', { name: 'Forgot password' }).click();
    expect(await page.evaluate(() => document.documentElement.dataset['ready'])).toBeUndefined();
    letThrough();
    await page.getByRole('dialog', { name: 'Reset Password' }).waitFor();
    await context.close();
  });
});

describe('a page of which a file does not come', () => {
  const INCOMPLETE = 'The page could not be loaded completely. Check your connection and reload the page.';

  async function visitWithout(file: RegExp, path: string, hasHint = false) {
    const person = await newPerson(world.browser);
    if (hasHint) await person.context.addCookies([{ name: 'vms_session', value: '1', url: world.product.url }]);
    await person.context.route(file, (route) => route.abort());
    return { ...person, page: await person.open(world.product.url + path) };
  }
  const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: INCOMPLETE });

  it.each([
    ['the form', '/signin', false],
    ['the loader of a session', '/', true],
  ])('%s says so if a script fails', async (_, path, hasHint) => {
    const { page, context } = await visitWithout(/\/assets\/views\.\w+\.js$/, path, hasHint);
    await alertOf(page).waitFor();
    expect(await alertOf(page).count()).toBe(1);
    expect(await page.locator('html[data-pressed]').count()).toBe(0);
    await context.close();
  });

  it('the form says so if its style fails, and can be used', async () => {
    const { page, context } = await visitWithout(/\/assets\/views\.\w+\.css$/, '/signin');
    await alertOf(page).waitFor();
    await submitSignIn(page, { userName: 'vms.locked', organizationCode: 'MERIDIAN' });
    await page.getByText('Account is locked').first().waitFor();
    await context.close();
  });

  it('a password in the address is gone from it, and the user name stays for the reload', async () => {
    const { page, context } = await visitWithout(/\/assets\/engine\.\w+\.js$/, '/signin?uname=ann&password=secret&x=1');
    await alertOf(page).waitFor();
    expect(page.url()).toBe(`${world.product.url}/signin?x=1&uname=ann`);
    await context.close();
  });
});

it('without any script the page begins by saying so, the form is shown again, and the password is in no address', async () => {
  const { page, context } = await visit('/MERIDIAN/signin?uname=ann', { javaScriptEnabled: false });
  const sentence = page.locator('.no-script');
  expect(await sentence.textContent()).toContain('This page needs JavaScript. Please allow it');
  expect((await sentence.boundingBox())?.y).toBe(0);
  expect(await sentence.evaluate((element) => getComputedStyle(element).textAlign)).toBe('center');
  await fillSignIn(page, { userName: 'vms.analyst', organizationCode: 'MERIDIAN' });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/signin');
  await heading(page, 'Sign in').waitFor();
  expect(page.url()).not.toContain('Demo-pass');
  await context.close();
});

describe('a generated password', () => {
  it('must be changed, regardless of the address, and then signs in; axe finds nothing in the form, at three widths, light and dark', async () => {
    const { page, context, troubles } = await visit();
    await submitSignIn(page, { userName: 'vms.temporary', organizationCode: 'MERIDIAN' });
    await heading(page, 'Change Password').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('new-password');
    expect(await flaws(page)).toEqual({});
    await page.reload();
    await page.getByText('Please sign in with the temporary one once more.').waitFor();
    await submitSignIn(page, { userName: 'vms.temporary', organizationCode: 'MERIDIAN' });
    await heading(page, 'Change Password').waitFor();
    expect(new URL(page.url()).pathname).toBe('/passwordchange');
    const change = page.getByRole('button', { name: 'Change Password' });
    expect(await change.isDisabled()).toBe(true);
    await page.getByLabel('New Password', { exact: true }).fill('password123');
    await page.getByLabel('Confirm New Password').fill('password123');
    await change.click();
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
    await page.getByLabel('New Password', { exact: true }).fill('harbor-lantern-42');
    await page.getByLabel('Confirm New Password').fill('harbor-lantern-43');
    expect(await change.isDisabled()).toBe(true);
    await page.getByLabel('Confirm New Password').fill('harbor-lantern-42');
    await change.click();
    await page.getByText('Password has been changed successfully').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('vms.temporary');
    await submitSignIn(page, {
      userName: 'vms.temporary',
      organizationCode: 'MERIDIAN',
      password: 'harbor-lantern-42',
    });
    await profile(page).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});

describe('a forgotten password', () => {
  it('is reset by mail', async () => {
    const { page, context } = await visit();
    await page.getByRole('button', { name: 'Forgot password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset Password' });
    await dialog.getByLabel('Username').fill('msp.manager');
    expect(await dialog.getByRole('button', { name: 'Reset Password' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Organization Code').fill('MERIDIAN');
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Temporary password has been sent to your registered email').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const [mail] = await world.product.mails();
    const temporary = /:\s*(\S{8,})/.exec(mail!.text)?.[1];
    expect({ subject: mail!.subject, temporary }).toEqual({
      subject: expect.any(String),
      temporary: expect.any(String),
    });
    await context.close();
  });
});
