/** Single sign-on end to end, through a real OpenID Connect provider on its own origin. */
import type { BrowserContext, Page } from 'playwright-core';
import { flaws } from './support/axe';
import { newPerson } from './support/chromium';
import { heading } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld({ env: { SSO_DEMO: 'on', SSO_DEMO_PORT: '0' } });
const START = '/LAKESIDE/auth/sso/demo';
const CALLBACK = '/login/oauth2/code/ats';

const start = (): string => `${world.product.url}${START}`;
const failed = (page: Page) => heading(page, 'Single sign-on did not work');
const home = (page: Page) => page.getByRole('button', { name: 'Profile of Sofia Lambert' });
const atProvider = (page: Page) => heading(page, 'Who are you?');
const choose = (page: Page, account: string) => page.getByRole('button', { name: new RegExp(`^${account}`) }).click();

/** Counts the codes exchanged at the provider and the grants requested from the product. */
function exchanges(context: BrowserContext) {
  const counted = { codes: 0, grants: 0 };
  context.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const { hostname, pathname } = new URL(request.url());
    if (hostname === '127.0.0.1' && pathname === '/token') counted.codes++;
    if (pathname === '/api-user/oauth2/token') counted.grants++;
  });
  return counted;
}

/** From the start address to the home page; ends another session if there is one. */
async function signInBySso(page: Page): Promise<void> {
  await atProvider(page).waitFor();
  await choose(page, 'sso.user');
  await arrive(page);
}

async function arrive(page: Page): Promise<void> {
  const takeover = page.getByRole('button', { name: 'End the other session and continue' });
  await takeover.or(home(page)).first().waitFor();
  if (await takeover.isVisible()) await takeover.click();
  await home(page).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await home(page).click();
  await page.getByRole('button', { name: 'LogOut' }).click();
}

/** What an attacker who reads the browser's storage would find. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state]));

describe('signing in', () => {
  it('one click on the demo user, one at the provider; nothing is left behind; a session that the provider keeps signs in again without a prompt, and a reload of the form does not redirect', async () => {
    const { context, open, troubles } = await newPerson(world.browser);
    const counted = exchanges(context);
    const page = await open(`${world.product.url}/signin`);
    await page.getByRole('link', { name: /^sso\.user/ }).click();
    await signInBySso(page);
    expect(new URL(page.url()).pathname).not.toContain('/login/');
    expect(counted).toEqual({ codes: 1, grants: 1 });
    expect(await stored(page)).not.toMatch(/eyJ|code_verifier|code=/);
    await page.reload();
    await home(page).waitFor();
    expect(counted.codes).toBe(1);

    await signOut(page);
    await page.getByText('You have signed out.').waitFor();
    await page.reload();
    await heading(page, 'Sign in').waitFor();
    await page.goto(start());
    await arrive(page);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('a deep link survives the redirect to the provider and back; a session whose cookie has expired is also ended at the provider', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/facility/assignments/active`);
    await heading(page, 'Sign in').waitFor();
    await page.getByRole('link', { name: /^sso\.user/ }).click();
    await signInBySso(page);
    await page.waitForURL(/\/facility\/assignments/);

    await context.clearCookies({ name: 'vms_refresh' });
    await page.reload();
    await heading(page, 'Sign out here, too?').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await heading(page, 'Sign in').waitFor();
    await page.goto(start());
    await atProvider(page).waitFor();
    await context.close();
  });
});

describe('failures', () => {
  it('denied at the provider: a message is shown, and the next attempt works; signing out offers to end the session there, too', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(start());
    await atProvider(page).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await failed(page).waitFor();
    await page.getByText('The sign-in was cancelled at your identity provider.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Try again' }).click();
    await signInBySso(page);

    await signOut(page);
    await page.getByText('You have signed out.').waitFor();
    await page.getByRole('button', { name: 'Sign out there, too' }).click();
    await heading(page, 'Sign out here, too?').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/\/signin/);
    await page.getByText('You have signed out.').waitFor();
    await page.goto(start());
    await atProvider(page).waitFor();
    await context.close();
  });

  it('a user known to the provider but not to the product', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(start());
    await atProvider(page).waitFor();
    await choose(page, 'newcomer');
    await page.getByText('Email address not found. Please click the Sign Up link to create a new account.').waitFor();
    await page.getByText('matches the one of your account in LAKESIDE').waitFor();
    expect(await page.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toMatch(/^mailto:support@/);
    await page.getByRole('button', { name: 'Return to Login' }).click();
    await heading(page, 'Sign in').waitFor();
    await context.close();
  });

  it('Back from the provider returns to the previous page', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    await page.getByRole('link', { name: /^sso\.user/ }).click();
    await atProvider(page).waitFor();
    await page.goBack();
    await heading(page, 'Sign in').waitFor();
    await context.close();
  });

  it('a reload during the redirect back: one exchange, and the user can continue', async () => {
    const { context, open } = await newPerson(world.browser);
    const counted = exchanges(context);
    const page = await open(start());
    await atProvider(page).waitFor();
    // Never answered: the code is used, but no session has started.
    await page.route('**/api-user/oauth2/token', () => undefined);
    const request = page.waitForRequest('**/api-user/oauth2/token');
    await choose(page, 'sso.user');
    await request;
    await page.reload();
    await failed(page).waitFor();
    await page.getByText('This sign-in was interrupted').waitFor();
    expect(counted.codes).toBe(1);
    await page.getByRole('button', { name: 'Return to Login' }).click();
    await heading(page, 'Sign in').waitFor();
    await context.close();
  });

  it.each([
    ['lost', 'This sign-in was interrupted, or was begun in another tab or browser.', false],
    ['mismatched', 'does not belong to the sign-in that was begun here', true],
  ])('%s: no code is exchanged', async (_name, sentence, begin) => {
    const { context, open } = await newPerson(world.browser);
    const counted = exchanges(context);
    const page = await open(begin ? start() : `${world.product.url}/signin`);
    if (begin) await atProvider(page).waitFor();
    await page.goto(`${world.product.url}${CALLBACK}?code=stolen&state=forged`);
    await page.getByText(sentence).waitFor();
    expect(page.url()).toBe(`${world.product.url}${CALLBACK}`);
    expect(counted).toEqual({ codes: 0, grants: 0 });
    await context.close();
  });

  it('a code that the provider refuses shows a message and a way to continue', async () => {
    const { context, open } = await newPerson(world.browser);
    const counted = exchanges(context);
    const page = await open(start());
    await atProvider(page).waitFor();
    await page.goto(`${world.product.url}/signin`);
    const state = await page.evaluate(() => {
      const begun = JSON.parse(sessionStorage.getItem('vms.sso.started')!) as {
        state: string;
        config: { issuer: string };
      };
      return new URLSearchParams({ state: begun.state, iss: begun.config.issuer }).toString();
    });
    await page.goto(`${world.product.url}${CALLBACK}?code=invented&${state}`);
    await failed(page).waitFor();
    await page.getByText('Your identity provider could not complete the sign-in.').waitFor();
    expect(counted).toEqual({ codes: 1, grants: 0 });
    await page.getByRole('button', { name: 'Return to Login' }).click();
    await heading(page, 'Sign in').waitFor();
    await context.close();
  });

  it('a code at any other address is ignored', async () => {
    const { context, open } = await newPerson(world.browser);
    const counted = exchanges(context);
    const page = await open(`${world.product.url}/signin?code=x&state=y`);
    await heading(page, 'Sign in').waitFor();
    expect(counted).toEqual({ codes: 0, grants: 0 });
    await context.close();
  });

  it('a link to a provider that the organization does not have: a message is shown, and what it offers works by keyboard', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/LAKESIDE/auth/sso/other`);
    await page.getByText('Single sign-on is not set up for this organization.').waitFor();
    await failed(page).waitFor();
    const again = page.waitForResponse('**/sso/**');
    await page.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await again;
    await failed(page).waitFor();
    await page.getByRole('button', { name: 'Return to Login' }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Sign in').waitFor();
    await context.close();
  });
});

describe('accessibility', () => {
  it('axe finds nothing and nothing is cut off, at three widths, light and dark', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(`${world.product.url}${CALLBACK}?code=x&state=y`);
    await failed(page).waitFor();
    expect(await flaws(page)).toEqual({});
    // The form of an organization that offers single sign-on.
    await page.goto(`${world.product.url}/LAKESIDE/signin`);
    await page.getByRole('link', { name: 'Continue with single sign-on' }).waitFor();
    expect(await flaws(page)).toEqual({});
    await context.close();
  });
});
