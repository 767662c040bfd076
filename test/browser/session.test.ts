/**
 * Sessions: in several tabs, on several devices, over a network that fails. Delays are measured by `npm run bench --
 * --section tabs`.
 */
import type { Response } from 'playwright-core';
import { flaws, settled } from './support/axe';
import { newPerson } from './support/chromium';
import { enterAs, signedInPerson } from './support/enterAs';
import { goTo } from './support/goTo';
import { heading, logOut, pastSignIn, submitSignIn } from './support/signIn';
import { useWorld } from './support/world';

/** Short enough for a test to wait for the end of a token; the product comes back with the usual ones. */
const TOKEN_SECONDS = 5;
const USUAL_SECONDS = 300;
/** Their first screen loads little. */
const OWNER = { userName: 'owner.admin', organizationCode: 'PLATFORM' };
const SALES = { userName: 'agency.sales', organizationCode: 'SUMMIT' };

const world = useWorld({ env: { ACCESS_TOKEN_SECONDS: String(TOKEN_SECONDS) } });

const home = () => ({ name: /^Welcome, / });

describe('one session, several tabs', () => {
  it('two tabs whose tokens have expired get their lists, and open one socket', async () => {
    const delivery = '/supplier/profile/notifications';
    const { context, open, page: first } = await enterAs(world, SALES, delivery);
    let renewedAt = Date.now();
    context.on('response', (response) => {
      if (response.url().endsWith('/oauth2/token')) renewedAt = Date.now();
    });
    const tabs = [first, await open(world.product.url + delivery)];
    for (const tab of tabs) await heading(tab, 'Notification Delivery').waitFor();
    const rest = () => renewedAt + (TOKEN_SECONDS + 0.5) * 1_000 - Date.now();
    while (rest() > 0) await new Promise((resolve) => setTimeout(resolve, rest()));
    let tickets = 0;
    context.on('response', (response) => {
      if (response.url().endsWith('/wscontext') && response.ok()) tickets++;
    });
    const isOk = (path: string) => (response: Response) => response.url().endsWith(path) && response.ok();
    const all = [
      context.waitForEvent('response', isOk('/wscontext')),
      ...tabs.map((tab) => tab.waitForResponse(isOk('/lists/jobs/search'))),
    ];
    // The leader's socket drops, and every tab requests its list with an expired token.
    await world.product.restart({ ACCESS_TOKEN_SECONDS: String(USUAL_SECONDS) });
    // The browser's online event: no tab waits for the next attempt.
    for (const tab of tabs) await tab.evaluate(() => window.dispatchEvent(new Event('online')));
    await Promise.all(tabs.map((tab) => tab.locator('.main-menu').getByRole('link', { name: 'Jobs' }).click()));
    await Promise.all(all);
    for (const tab of tabs) await heading(tab, 'Jobs').first().waitFor();
    expect(tickets).toBe(1);
    await context.close();
  });

  it('signing out in one tab signs out the others, and Back shows nothing', async () => {
    const { context, open, page: first } = await enterAs(world, OWNER);
    const second = await open(`${world.product.url}/`);
    await second.getByRole('heading', home()).waitFor();
    await goTo(second, '/owner/profile/security');
    await heading(second, 'Sign-In & Security').waitFor();
    await logOut(first);
    await heading(second, 'Sign in').waitFor();
    await heading(first, 'Sign in').waitFor();
    await first.getByText('You have signed out.').waitFor();
    await second.goBack();
    await settled(second);
    await heading(second, 'Sign in').waitFor();
    expect(await second.getByRole('heading', home()).count()).toBe(0);
    await second.goto(`${world.product.url}/home`);
    await heading(second, 'Sign in').waitFor();
    await context.close();
  });

  it('a sign-out that did not reach the server is finished later, and nothing is restored until then', async () => {
    const { context, open, page } = await enterAs(world, OWNER);
    await page.getByRole('heading', home()).waitFor();
    await context.route('**/api-user/v1/session/end', (route) => route.fulfill({ status: 503, body: 'busy' }));
    await logOut(page);
    const unconfirmed = /the server has not confirmed it yet/;
    await page.getByText(unconfirmed).waitFor();
    const later = await open(`${world.product.url}/`);
    await later.getByText(unconfirmed).waitFor();
    expect((await context.cookies()).map(({ name }) => name)).toContain('vms_refresh');

    await context.unroute('**/api-user/v1/session/end');
    for (const tab of [page, later]) {
      await tab.evaluate(() => window.dispatchEvent(new Event('online')));
      await tab.getByText('You have signed out.').waitFor();
    }
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('vms_refresh');
    await later.goto(`${world.product.url}/`);
    await heading(later, 'Sign in').waitFor();
    await context.close();
  });
});

describe('taking a session over', () => {
  it('the prompt shows device and time, axe finds nothing in it at three widths, light and dark; if declined, the other session continues; if taken over, its screen shows why', async () => {
    const office = await newPerson(world.browser);
    const kiosk = await enterAs(world, OWNER, '/', {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const there = kiosk.page;
    await there.getByRole('heading', home()).waitFor();
    const here = await office.open(`${world.product.url}/signin`);
    await submitSignIn(here, OWNER);
    await heading(here, 'You are signed in somewhere else').waitFor();
    await here.getByText('Firefox on Windows').waitFor();
    expect(await flaws(here)).toEqual({});
    await here.getByRole('button', { name: 'Keep it and return to login' }).click();
    await heading(here, 'Sign in').waitFor();
    await there.reload();
    await there.getByRole('heading', home()).waitFor();
    await submitSignIn(here, OWNER);
    await here.getByRole('button', { name: 'End the other session and continue' }).click();
    await there.getByText('You were signed out here because your account was signed in on another device.').waitFor();
    await here.getByRole('heading', home()).waitFor();
    await office.context.close();
    await kiosk.context.close();
  });

  it('without a socket the other screen finds out when it becomes visible again', async () => {
    const kiosk = await signedInPerson(world, OWNER);
    await kiosk.context.route('**/wscontext', (route) => route.abort());
    const there = await kiosk.open(`${world.product.url}/`);
    await there.getByRole('heading', home()).waitFor();
    const office = await signedInPerson(world, OWNER);
    await there.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await there.getByText('You were signed out here because your account was signed in on another device.').waitFor();
    await office.context.close();
    await kiosk.context.close();
  });
});

describe('a network that fails', () => {
  it('on start: the screen reports it, retries and recovers', async () => {
    const { context, page, troubles } = await enterAs(world, OWNER);
    await page.getByRole('heading', home()).waitFor();
    expect(troubles).toEqual([]);
    await context.route('**/api-user/**', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: /reach/i }).waitFor();
    await context.unroute('**/api-user/**');
    await page.getByRole('heading', home()).waitFor();
    await context.close();
  });

  it('on sign-in: the form reports it and keeps the typed text', async () => {
    const { context, open } = await newPerson(world.browser);
    const page = await open(`${world.product.url}/signin`);
    await context.route('**/api-user/**', (route) => route.abort());
    await submitSignIn(page, OWNER);
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('owner.admin');
    await context.unroute('**/api-user/**');
    await page.getByLabel('Password', { exact: true }).fill('Demo-pass-2026');
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await pastSignIn(page).waitFor();
    await context.close();
  });
});
