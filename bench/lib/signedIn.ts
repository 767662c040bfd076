/** A person of the demo in a browser, past the sign-in form. */
import type { Browser, BrowserContext, Page } from 'playwright-core';

const PASSWORD = 'Demo-pass-2026';
const SIZE = { width: 1440, height: 900 };

export interface SignedIn {
  readonly context: BrowserContext;
  readonly page: Page;
}

export async function signedIn(browser: Browser, base: string, who: string, organization: string): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, base, who, organization);
  return { context, page };
}

export async function signIn(page: Page, base: string, who: string, organization: string): Promise<void> {
  await page.goto(`${base}/signin`);
  await page.getByLabel('Username').fill(who);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Organization Code').fill(organization);
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await page.locator('.shell-page h1').waitFor();
}

/** Navigates within the app, without requesting the page from the server again. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
