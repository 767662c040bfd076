/**
 * Sessions: in several tabs, on several devices, over a network that fails. Delays are measured by `npm run bench --
 * --section tabs`.
 */
import type { Page } from 'playwright-core';
import { newPerson, TIMEOUT_MS } from './support/chromium';
import { enterAs } from './support/enterAs';
import { heading, logOut, pastSignIn, signIn, submitSignIn } from './support/signIn';
import { useWorld } from './support/world';

/** Short enough for a test to wait for the end of a token; the product comes back with the usual ones. */
const TOKEN_SECONDS = 5;
const USUAL_SECONDS = 300;
const ANALYST = { userName: 'vms.analyst', organizationCode: 'MERIDIAN' };
const SALES = { userName: 'agency.sales', organizationCode: 'SUMMIT' };

const world = useWorld({ env: { ACCESS_TOKEN_SECONDS: String(TOKEN_SECONDS) } });

/** A tab that gets no message from the renewing tab asks the server itself after a second. */
const PROMPT_MS = 300;

/** From now on the tabs message each other; the returned function gives the longest delivery time. */
async function watchDelays(tabs: readonly Page[]): Promise<() => Promise<number>> {
  for (const tab of tabs)
    await tab.evaluate(() => {
      const channel = new BroadcastChannel('delays');
      Object.assign(window, { delay: 0 });
      channel.onmessage = ({ data }: MessageEvent<number>) => {
        const { delay } = window as unknown as { delay: number };
        Object.assign(window, { delay: Math.max(delay, Date.now() - data) });
      };
      setInterval(() => channel.postMessage(Date.now()), 50);
    });
  const delayOf = (tab: Page) => tab.evaluate(() => (window as unknown as { delay: number }).delay);
  return async () => Math.max(...(await Promise.all(tabs.map(delayOf))));
}

const home = () => ({ name: 'Home Dashboard' });
const profileOf = (name: string) => ({ name: new RegExp(`^Profile of ${name}`) });

describe('one session, several tabs', () => {
  it('four tabs whose tokens have expired renew once, together', async () => {
    const { context, open, page: first } = await enterAs(world, SALES);
    let renewedAt = Date.now();
    context.on('response', (response) => {
      if (response.url().endsWith('/oauth2/token')) renewedAt = Date.now();
    });
    const tabs = [first];
    await first.getByRole('heading', home()).waitFor();
    for (let n = 1; n < 4; n++) {
      const tab = await open(`${world.product.url}/`);
      await tab.getByRole('heading', home()).waitFor();
      tabs.push(tab);
    }
    const longestDelay = await watchDelays(tabs);
    const rest = () => renewedAt + (TOKEN_SECONDS + 0.5) * 1_000 - Date.now();
    while (rest() > 0) await new Promise((resolve) => setTimeout(resolve, rest()));
    let tickets = 0;
    const answered = new Set<unknown>();
    context.on('response', (response) => {
      if (response.url().endsWith('/wscontext') && response.ok()) tickets++;
      if (response.url().endsWith('/lists/jobs/search') && response.ok()) answered.add(response.frame().page());
    });
    // The leader's socket drops, and every tab requests its list with an expired token.
    await world.product.restart({ ACCESS_TOKEN_SECONDS: String(USUAL_SECONDS) });
    // The browser's online event: no tab waits for the next attempt.
    for (const tab of tabs) await tab.evaluate(() => window.dispatchEvent(new Event('online')));
    await Promise.all(tabs.map((tab) => tab.locator('.main-menu').getByRole('link', { name: 'Jobs' }).click()));
    const deadline = Date.now() + TIMEOUT_MS;
    while ((answered.size < 4 || tickets < 1) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect({ tickets, 'tabs with their list': answered.size }).toEqual({ tickets: 1, 'tabs with their list': 4 });
    // The server counts from its restart: a renewal before that is not a second one.
    const renewals = await world.product.metric('vms_refreshes_total', { outcome: 'ok' });
    // On a machine too busy for the tabs to get each other's messages in time, some of them renew, too; the tests in
    // virtual time prove one renewal.
    const most = (await longestDelay()) < PROMPT_MS ? 1 : tabs.length;
    expect({ renewals, fits: renewals >= 1 && renewals <= most }).toEqual({ renewals, fits: true });
    for (const tab of tabs) await heading(tab, 'Jobs').first().waitFor();
    await context.close();
  });

  it('signing out in one tab signs out the others, and Back shows nothing', async () => {
    const { context, open, page: first } = await enterAs(world, ANALYST);
    const second = await open(`${world.product.url}/`);
    await second.getByRole('heading', home()).waitFor();
    await logOut(first);
    await heading(second, 'Sign in').waitFor();
    await heading(first, 'Sign in').waitFor();
    await first.getByText('You have signed out.').waitFor();
    await second.goBack().catch(() => null);
    expect(await second.getByRole('heading', home()).count()).toBe(0);
    await second.goto(`${world.product.url}/home`);
    await heading(second, 'Sign in').waitFor();
    await context.close();
  });

  it('a sign-out that did not reach the server is finished later, and nothing is restored until then', async () => {
    const { context, open, page } = await enterAs(world, ANALYST);
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

  it('a tab with the sign-in form follows when another tab signs in, and switches to the last user who signed in', async () => {
    const { context, open } = await newPerson(world.browser);
    const first = await open(`${world.product.url}/signin`);
    const second = await open(`${world.product.url}/signin`);
    await signIn(first, ANALYST);
    await second.getByRole('heading', home()).waitFor();
    await logOut(second);
    await heading(first, 'Sign in').waitFor();
    await signIn(second, SALES);
    await first.getByRole('button', profileOf('Sonia')).waitFor();
    expect(await first.getByRole('button', profileOf('Adrian')).count()).toBe(0);
    await context.close();
  });
});

describe('taking a session over', () => {
  it('the prompt shows device and time; if declined, the other session continues; if taken over, its screen shows why', async () => {
    const office = await newPerson(world.browser);
    const kiosk = await enterAs(world, ANALYST, '/', {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const there = kiosk.page;
    await there.getByRole('heading', home()).waitFor();
    const here = await office.open(`${world.product.url}/signin`);
    await submitSignIn(here, ANALYST);
    await heading(here, 'You are signed in somewhere else').waitFor();
    await here.getByText('Firefox on Windows').waitFor();
    await here.getByRole('button', { name: 'Keep it and return to login' }).click();
    await heading(here, 'Sign in').waitFor();
    await there.reload();
    await there.getByRole('heading', home()).waitFor();
    await submitSignIn(here, ANALYST);
    await here.getByRole('button', { name: 'End the other session and continue' }).click();
    await there.getByText('You were signed out here because your account was signed in on another device.').waitFor();
    await here.getByRole('heading', home()).waitFor();
    await office.context.close();
    await kiosk.context.close();
  });

  it('without a socket the other screen finds out when it becomes visible again', async () => {
    const office = await newPerson(world.browser);
    const kiosk = await newPerson(world.browser);
    await kiosk.context.route('**/wscontext', (route) => route.abort());
    const there = await kiosk.open(`${world.product.url}/signin`);
    await signIn(there, ANALYST);
    const here = await office.open(`${world.product.url}/signin`);
    await signIn(here, ANALYST);
    await there.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await there.getByText('You were signed out here because your account was signed in on another device.').waitFor();
    await office.context.close();
    await kiosk.context.close();
  });
});

describe('a network that fails', () => {
  it('on start: the screen reports it, retries and recovers, after a reload that kept the user signed in', async () => {
    const { context, page, troubles } = await enterAs(world, ANALYST);
    await page.getByRole('heading', home()).waitFor();
    await page.reload();
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
    await submitSignIn(page, ANALYST);
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('vms.analyst');
    await context.unroute('**/api-user/**');
    await page.getByLabel('Password', { exact: true }).fill('Demo-pass-2026');
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await pastSignIn(page).waitFor();
    await context.close();
  });
});
