/**
 * Two people of an organization and one of the supplier talk with a candidate: by keyboard, live, with a file, at every
 * width.
 */
import type { Page } from 'playwright-core';
import { flaws } from './support/axe';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { useWorld } from './support/world';

const world = useWorld();
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const COLLEAGUE = { userName: 'msp.manager', organizationCode: 'MERIDIAN' };
const RECRUITER = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
const HOSTILE = '<img src=x onerror="document.title=1"><b>Monday</b> at seven';
const PAGE = { reducedMotion: 'reduce', bypassCSP: true } as const;

/** The manager's page, shared by all tests. */
let page: Page;
let troubles: string[];
beforeAll(async () => ({ page, troubles } = await enterAs(world, MANAGER, '/vms/profile/security', PAGE)));
beforeEach(() => void troubles.splice(0));

const messages = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('listitem');
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to / });
/** The number of chats in the list, once it has loaded. */
const count = async (page: Page): Promise<number> => {
  const text = await page.locator('.chat-list [role="status"]').filter({ hasText: /^\d/ }).innerText();
  return Number.parseInt(text, 10);
};
/** The chat without an open thread and without the search of an earlier test. */
async function openChat(): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, '/vms/chat');
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('');
  await page
    .locator('.chat-list [role="status"]')
    .filter({ hasText: /^\d+ chats?$/ })
    .waitFor();
  await composer(page).waitFor({ state: 'detached' });
}
const messageWith = (page: Page, text: string) => messages(page).filter({ hasText: text }).last();

test('a thread is opened from the bar and answered by keyboard, and a colleague who has it open sees the answer immediately', async () => {
  await goTo(page, '/vms/profile/security');
  const button = page.getByRole('button', { name: /^Chat/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Chat' });
  const first = panel.locator('.chat-row').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await composer(page).waitFor();

  const address = await panel.getByRole('link', { name: 'Open as a page' }).getAttribute('href');
  const other = await enterAs(world, COLLEAGUE, address ?? '', PAGE);
  await composer(other.page).waitFor();

  await composer(page).focus();
  await page.keyboard.type('Can you start on');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type(HOSTILE);
  await page.keyboard.press('Enter');
  await messageWith(page, 'at seven')
    .getByText(/ · (Sent|Delivered|Read)$/)
    .waitFor();
  const seen = messageWith(other.page, 'at seven');
  await seen.waitFor();
  expect(await seen.locator('.chat-text').innerText()).toBe(`Can you start on\n${HOSTILE}`);
  expect(await other.page.locator('.chat-thread img').count()).toBe(0);
  expect(await composer(page).inputValue()).toBe('');

  await composer(other.page).fill('Or on Tuesday.');
  await other.page.getByRole('button', { name: 'Send' }).click();
  await messageWith(page, 'Or on Tuesday.').waitFor();

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('Chat with candidates');
  expect([troubles, other.troubles]).toEqual([[], []]);
});

test('a file is sent with a message and downloaded under its name; an executable is refused and the draft is not lost', async () => {
  await openChat();
  await page.locator('.chat-row').first().click();
  await composer(page).fill('Your badge is attached.');
  const choose = page.locator('.chat-composer input[type="file"]');
  await choose.setInputFiles({
    name: 'tool.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from([0x4d, 0x5a, 0x90, 0, 3]),
  });
  await page
    .locator('.chat-composer')
    .getByText(/^tool\.txt: .+\./)
    .waitFor();
  expect(await composer(page).inputValue()).toBe('Your badge is attached.');

  await choose.setInputFiles({ name: 'Badge.txt', mimeType: 'text/plain', buffer: Buffer.from('Badge 17') });
  await page.locator('.chat-attached').getByText('Badge.txt').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  const sent = messageWith(page, 'Your badge is attached.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sent.getByRole('button', { name: /Badge\.txt/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Badge.txt');
  expect(troubles.filter((trouble) => !/400|415/.test(String(trouble)))).toEqual([]);
});

test('a draft survives a reload; a thread is found by its text; a supplier sees the chats of its own candidates', async () => {
  await openChat();
  const total = await count(page);
  await page.locator('.chat-row').first().click();
  await composer(page).fill('Half a thought');
  await page.reload();
  await composer(page).waitFor();
  expect(await composer(page).inputValue()).toBe('Half a thought');

  const name = await page.getByRole('heading', { level: 2 }).innerText();
  await page.getByRole('searchbox', { name: 'Search chats' }).fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(`with “${name}”`).waitFor();
  await page.locator('.chat-row strong', { hasText: name }).first().waitFor();
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('nobody of this name');
  await page.keyboard.press('Enter');
  await page.getByText('No chat matches. Please search for something else, or show all.').waitFor();

  const supplier = await enterAs(world, RECRUITER, '/supplier/chat', PAGE);
  await supplier.page.getByRole('heading', { name: 'Chat', level: 1 }).waitFor();
  const own = await count(supplier.page);
  expect(own).toBeGreaterThan(0);
  expect(own).toBeLessThan(total);
  expect([troubles, supplier.troubles]).toEqual([[], []]);
});

test('axe finds nothing in the list, a thread and the panel, and nothing is cut off, at any width, light and dark', async () => {
  await openChat();
  await page.locator('.chat-row').first().waitFor();
  const found: Record<string, unknown> = { list: await flaws(page, '#root') };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('.chat-row').first().click();
  await composer(page).waitFor();
  found['thread'] = await flaws(page, '#root');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Chat/ }).click();
  await page.getByRole('dialog', { name: 'Chat' }).locator('.chat-row').first().waitFor();
  found['panel'] = await flaws(page, '[role="dialog"]');
  expect(found).toEqual({ list: {}, thread: {}, panel: {} });
});
