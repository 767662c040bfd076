/**
 * A user signs in with a code, changes the password and signs out; then the test searches everything for the secrets.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium, newPerson } from './support/chromium';
import { startProduct } from './support/product';
import { heading, logOut, profile, submitSignIn } from './support/signIn';

const WRONG = 'Canary-wrong-7Qx2vT';
const RIGHT = 'Demo-pass-2026';
const FRESH = 'Plain-words-for-tests-4';

/** Every byte of every file below the folder. */
function searchFiles(folder: string, secrets: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = path.join(folder, name);
    if (!statSync(file).isFile()) return [];
    const content = readFileSync(file);
    return secrets.filter((secret) => content.includes(secret)).map((secret) => `${secret} in ${name}`);
  });
}

/** What a script on the page could find without the secrets: storage, address, history state, the whole document. */
const whatThePageHolds = (page: Page) =>
  page.evaluate(() =>
    [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      location.href,
      JSON.stringify(history.state),
      document.documentElement.outerHTML,
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    ].join('\n'),
  );

describe('secrets', () => {
  it('of a user who signs in with a code, changes the password and signs in with the new one are found nowhere: not in the page, the addresses, the log or the database files', async () => {
    const product = await startProduct({ env: { LOG_LEVEL: 'debug' } });
    const browser = await launchChromium();
    const grants: Promise<{ readonly access_token: string }>[] = [];
    const held: string[] = [];
    const addresses: string[] = [];
    try {
      const { context, open } = await newPerson(browser);
      context.on('request', (request) => void addresses.push(request.url()));
      context.on('response', (response) => {
        if (response.url().endsWith('/oauth2/token') && response.ok()) grants.push(response.json());
      });
      const page = await open(`${product.url}/signin`);
      const person = { userName: 'vms.twofactor', organizationCode: 'MERIDIAN' };
      await submitSignIn(page, { ...person, password: WRONG });
      await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
      held.push(await whatThePageHolds(page));
      const codes = async () => (await product.mails()).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
      const refreshes: string[] = [];
      const enterWith = async (password: string) => {
        await submitSignIn(page, { ...person, password });
        const field = page.getByLabel('Authentication Code');
        await field.waitFor();
        await field.fill((await codes())[0]!);
        await page.keyboard.press('Enter');
        await profile(page).waitFor();
        held.push(await whatThePageHolds(page));
        const cookies = await context.cookies();
        refreshes.push(cookies.find(({ name }) => name === 'vms_refresh')!.value);
      };
      await enterWith(RIGHT);
      await profile(page).click();
      await page.getByRole('button', { name: 'Change Password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change Password' });
      const change = async (from: string) => {
        await dialog.getByLabel('Old Password', { exact: true }).fill(from);
        await dialog.getByLabel('New Password', { exact: true }).fill(FRESH);
        await dialog.getByLabel('Confirm New Password', { exact: true }).fill(FRESH);
        await dialog.getByRole('button', { name: 'Change Password' }).click();
      };
      await change(WRONG);
      await page.getByText('The old password is not correct. Please try again.').waitFor();
      await change(RIGHT);
      await page.getByText('Password has been updated successfully.').first().waitFor();
      await page.getByText('You were signed out because your password was changed.').waitFor();
      held.push(await whatThePageHolds(page));
      await enterWith(FRESH);
      await logOut(page);
      await heading(page, 'Sign in').waitFor();
      held.push(await whatThePageHolds(page));
      const tokens = (await Promise.all(grants)).map(({ access_token }) => access_token);
      await context.close();
      await product.stop();

      expect(existsSync(path.join(product.dataDir, 'postgres/cluster/PG_VERSION'))).toBe(true);
      const secrets = [WRONG, RIGHT, FRESH, ...refreshes, ...tokens];
      expect(secrets.length).toBeGreaterThanOrEqual(7);
      const found = (text: string) => secrets.filter((secret) => text.includes(secret));
      expect({
        // The demo passes its only password to the page on purpose.
        page: found(held.join('\n').replaceAll(/"demoPassword":"[^"]*"/g, '')),
        addresses: found(addresses.join('\n')),
        log: found(product.log()),
        database: searchFiles(product.dataDir, secrets),
      }).toEqual({ page: [], addresses: [], log: [], database: [] });
    } finally {
      await browser.close();
      await product.stop();
    }
  });
});
