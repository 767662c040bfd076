/**
 * Second factors. Mailed codes; authenticator apps and passkeys, with Chromium's virtual authenticator: set up if the
 * organization requires it, used alone and with the password, managed in the profile, removed.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { appCode } from '../server/support/totp';
import { flaws, violations } from './support/axe';
import { newPerson } from './support/chromium';
import { goTo } from './support/goTo';
import { PASSWORD, heading, logOut, profile, submitSignIn } from './support/signIn';
import { useWorld } from './support/world';

const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const STRONG = { userName: 'client.strong', organizationCode: 'LAKESIDE' };
const MAILED = { userName: 'vms.twofactor', organizationCode: 'MERIDIAN' };
const MSP = { userName: 'msp.manager', organizationCode: 'MERIDIAN' };

const world = useWorld();

interface Kind {
  readonly protocol?: 'u2f';
  readonly ctap2Version?: 'ctap2_1';
  readonly transport?: 'usb' | 'nfc' | 'hybrid';
  readonly hasResidentKey?: boolean;
  readonly hasUserVerification?: boolean;
  readonly isUserVerified?: boolean;
  /** Synced to the owner's other devices. */
  readonly defaultBackupEligibility?: boolean;
  readonly defaultBackupState?: boolean;
}

/** An authenticator whose owner confirms immediately, or never: a built-in one, unless `kind` says otherwise. */
async function withAuthenticator(context: BrowserContext, page: Page, kind: Kind = {}) {
  const cdp: CDPSession = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...kind,
    },
  });
  return {
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Sets whether the user's fingerprint is recognized from now on. */
    setVerified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/**
 * Sets whether this page's browser offers passkeys in the user name field. The built-in authenticator immediately picks
 * the offered passkey, which a user would click.
 */
const setOffers = (page: Page, can: boolean) =>
  page.evaluate((answer) => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(answer);
  }, can);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** The latest first. */
const mailedCodes = async () =>
  (await world.product.mails()).flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
const recoveryCodes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
/** What axe finds at three widths, light and dark; restores the window's width. */
async function seen(page: Page): Promise<object> {
  const found = await flaws(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}

/** The app's key, as shown for typing. */
const shownKey = async (page: Page) => (await page.locator('.app-secret').innerText()).replace(/\s/g, '');

/** Passes the password, and returns for how many seconds the server then sends no other code. */
async function passPassword(page: Page): Promise<number> {
  const answered = page.waitForResponse('**/two-factor/check');
  await submitSignIn(page, MAILED);
  await page.getByLabel('Authentication Code').waitFor();
  const { resendInSeconds } = (await (await answered).json()) as { readonly resendInSeconds: number };
  return resendInSeconds;
}

describe('a mailed code', () => {
  it('is sent once over reload, Back and a second tab, and keeps its deadline', async () => {
    const { context, open, troubles } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    const before = (await mailedCodes()).length;
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
    expect((await mailedCodes()).length - before).toBe(1);
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
      expect(await seen(page)).toEqual({});
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
      const right = (await mailedCodes())[0]!;
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

describe('a passkey of the managing organization', () => {
  it('is added in the profile, signs in alone and with the password, and no longer works once removed', async () => {
    const { context, open, troubles } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    const device = await withAuthenticator(context, page);

    // Without a passkey this sign-in is impossible, and the form shows a message.
    await device.setVerified(false);
    await button(page, 'Sign in with a passkey').click();
    await page.getByText('No passkey was used').waitFor();
    await device.setVerified(true);

    await submitSignIn(page, MANAGER);
    await profile(page).click();
    await page.getByRole('link', { name: 'Sign-In & Security' }).click();
    await button(page, 'Add a passkey').click();
    await recoveryCodes(page).first().waitFor();
    expect(await recoveryCodes(page).count()).toBe(10);
    expect(await seen(page)).toEqual({});
    // Without a mouse: the focus is on the only button.
    await page.keyboard.press('Enter');
    const passkeys = page.getByRole('region', { name: /^Passkeys/ }).getByRole('listitem');
    await passkeys.first().waitFor();
    expect(await device.credentials()).toHaveLength(1);
    await button(page, /^Rename/).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My laptop');
    await page.keyboard.press('Enter');
    await button(page, 'Rename My laptop').waitFor();
    expect(await seen(page)).toEqual({});
    await setOffers(page, false);
    await logOut(page);

    await button(page, 'Sign in with a passkey').click();
    await profile(page).waitFor();
    // Picked in the user name field, without a click.
    await setOffers(page, true);
    const picked = page.waitForResponse('**/oauth2/token');
    await logOut(page);
    expect((await picked).status()).toBe(200);
    await profile(page).waitFor();
    await setOffers(page, false);
    await logOut(page);

    // With the password it is the preferred factor, and the device can be remembered.
    await submitSignIn(page, MANAGER);
    await heading(page, 'Use your passkey').waitFor();
    expect(await seen(page)).toEqual({});
    await page.getByLabel(/^Remember this device/).check();
    await button(page, 'Use passkey').click();
    await profile(page).waitFor();
    await logOut(page);
    await submitSignIn(page, MANAGER);
    await profile(page).waitFor();

    await profile(page).click();
    await page.getByRole('link', { name: 'Sign-In & Security' }).click();
    await button(page, 'Forget remembered devices').click();
    await page.getByText('All devices must enter the second factor again.').waitFor();
    await button(page, 'Remove My laptop').click();
    await button(page, 'Remove').last().click();
    await page.getByText('The passkey has been removed.').waitFor();
    await setOffers(page, true);
    await logOut(page);
    // Picked, refused, and not automatically offered again.
    await page.getByText('This passkey could not be verified.').waitFor();
    await button(page, 'Sign in with a passkey').click();
    await page.getByText('This passkey could not be verified.').waitFor();
    // Only the password is required now.
    await submitSignIn(page, MANAGER);
    await profile(page).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});

describe('an authenticator', () => {
  it('that stores passkeys and verifies its user signs in over any transport; any other is refused with a message', async () => {
    const { context, open, troubles } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    const openSecurity = async () => {
      await profile(page).click();
      await page.getByRole('link', { name: 'Sign-In & Security' }).click();
      await button(page, 'Add a passkey').waitFor();
    };
    const dialog = page.getByRole('dialog');
    await submitSignIn(page, MSP);
    await openSecurity();
    await setOffers(page, false);

    const refused: Readonly<Record<string, Kind>> = {
      'a key that does not ask who holds it': { transport: 'usb', hasUserVerification: false, isUserVerified: false },
      'a key without room for passkeys': { transport: 'usb', hasResidentKey: false },
      'a key of the older protocol': {
        protocol: 'u2f',
        transport: 'usb',
        hasResidentKey: false,
        hasUserVerification: false,
        isUserVerified: false,
      },
    };
    for (const [what, kind] of Object.entries(refused)) {
      const device = await withAuthenticator(context, page, kind);
      await button(page, 'Add a passkey').click();
      await dialog.getByText('No passkey was used').waitFor();
      expect([what, await device.credentials()]).toEqual([what, []]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await device.remove();
    }

    const taken: readonly (readonly [Kind, 'alone' | 'beside the password'])[] = [
      [{ transport: 'usb', ctap2Version: 'ctap2_1' }, 'beside the password'],
      // A phone, whose passkeys are synced.
      [
        { transport: 'hybrid', ctap2Version: 'ctap2_1', defaultBackupEligibility: true, defaultBackupState: true },
        'alone',
      ],
      [{ transport: 'nfc' }, 'beside the password'],
    ];
    const passkeys = page.getByRole('region', { name: /^Passkeys/ }).getByRole('listitem');
    for (const [index, [kind, way]] of taken.entries()) {
      const device = await withAuthenticator(context, page, kind);
      await button(page, 'Add a passkey').click();
      if (index === 0) await button(page, 'I have saved them').click();
      await passkeys.nth(index).waitFor();
      await logOut(page);
      if (way === 'alone') await button(page, 'Sign in with a passkey').click();
      else {
        await submitSignIn(page, MSP);
        await button(page, 'Use passkey').click();
      }
      await openSecurity();
      // It was the only passkey.
      expect(await device.credentials()).toHaveLength(1);
      await device.remove();
    }
    expect(troubles).toEqual([]);
    await context.close();
  });
});

describe('an organization without mailed codes', () => {
  it('has an authenticator app set up at the next sign-in; its codes and a recovery code sign in', async () => {
    const { context, open, troubles } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    await submitSignIn(page, STRONG);
    await page.getByLabel('Authentication Code').waitFor();
    await page.getByLabel('Authentication Code').fill((await mailedCodes())[0]!);
    await page.keyboard.press('Enter');
    await heading(page, 'Set up a second factor').waitFor();
    expect(await seen(page)).toEqual({});

    // By keyboard alone.
    await button(page, 'Set up an authenticator app').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await seen(page)).toEqual({});
    const key = await shownKey(page);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    await page.getByLabel('Code that the app shows').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('app-code');
    await page.keyboard.type(appCode(key, 100));
    await page.keyboard.press('Enter');
    await page.getByText('This code is not right.').waitFor();
    await page.keyboard.type(appCode(key));
    await page.keyboard.press('Enter');
    await recoveryCodes(page).first().waitFor();
    const [recovery = ''] = await recoveryCodes(page).allInnerTexts();
    await page.keyboard.press('Enter');
    await profile(page).waitFor();
    await logOut(page);

    // An unused code of the app: the one of the next 30 seconds.
    await submitSignIn(page, STRONG);
    await heading(page, 'Open your authenticator app').waitFor();
    expect(await button(page, 'Get a code by email').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Authentication Code').fill(appCode(key, 1));
    await page.keyboard.press('Enter');
    await profile(page).waitFor();
    await logOut(page);

    await submitSignIn(page, STRONG);
    await button(page, 'Use a recovery code').click();
    await page.getByRole('textbox', { name: 'Recovery Code' }).fill(recovery.toUpperCase());
    await page.keyboard.press('Enter');
    await profile(page).waitFor();

    // The last factor stays.
    await goTo(page, '/facility/profile/security');
    expect(await button(page, 'Remove the app').isDisabled()).toBe(true);
    await page.getByText('add another one first').waitFor();

    // The server answers this ten minutes after the sign-in.
    await page.route(
      '**/api-user/v1/factors',
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), proofNeeded: true } });
      },
      { times: 1 },
    );
    // A reload keeps the session.
    await page.reload();
    const password = page.getByRole('form', { name: 'Password' });
    await password.waitFor();
    expect(await button(page, 'Add a passkey').isDisabled()).toBe(true);
    expect(await seen(page)).toEqual({});
    await password.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await password.waitFor({ state: 'detached' });
    expect(await button(page, 'Add a passkey').isDisabled()).toBe(false);
    expect(troubles).toEqual([]);
    await context.close();
  });
});
