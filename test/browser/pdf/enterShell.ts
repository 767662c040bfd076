import type { Page } from 'playwright-core';
import { submitSignIn, type Person } from '../support/signIn';

/** Through the form to whatever page is this person's first; where another session is alive, it is ended. */
export async function enterShell(page: Page, person: Person): Promise<void> {
  await submitSignIn(page, person);
  const takeover = page.getByRole('button', { name: 'End the other session and continue' });
  const main = page.locator('#page');
  await takeover.or(main).first().waitFor();
  if (await takeover.isVisible()) await takeover.click();
  await main.waitFor();
}
