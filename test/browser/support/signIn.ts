import type { Page } from 'playwright-core';

export const PASSWORD = 'Demo-pass-2026';

export interface Person {
  readonly userName: string;
  readonly organizationCode: string;
  readonly password?: string;
}

export async function fillSignIn(
  page: Page,
  { userName, organizationCode, password = PASSWORD }: Person,
): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Organization Code').fill(organizationCode);
}

export async function submitSignIn(page: Page, person: Person): Promise<void> {
  await fillSignIn(page, person);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

/** In the bar of every signed-in user, on any screen. */
export const profile = (page: Page) => page.getByRole('button', { name: /^Profile of/ });

export async function logOut(page: Page): Promise<void> {
  await profile(page).click();
  await page.getByRole('button', { name: 'LogOut' }).click();
}

/** Signs in with the form up to the first screen; ends another session if there is one. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await submitSignIn(page, person);
  const takeover = page.getByRole('button', { name: 'End the other session and continue' });
  const home = profile(page);
  await takeover.or(home).waitFor();
  if (await takeover.isVisible()) await takeover.click();
  await home.waitFor();
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** After the form: signed in, or at the takeover question. */
export const pastSignIn = (page: Page) =>
  profile(page).or(page.getByRole('button', { name: 'End the other session and continue' }));
