/**
 * Four tabs of one user with a real server: one socket, one set of toasts, the same count in all tabs; and the document
 * of the release notes.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { cases } from '../support/cases';
import { asOwner } from './support/asOwner';
import { signedInCaller } from './support/caller';
import { enterAs, signedInPerson } from './support/enterAs';
import { goTo } from './support/goTo';
import { useWorld } from './support/world';

const world = useWorld();
const READER = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const BURST = 200;
const AT_ONCE = 10;
/** The bar and the panel are the same on every page; this one loads little. */
const PAGE = '/facility/profile/notifications';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
/** The badge caps the number; the accessible name has the full count. */
const nameOf = (unread: number) =>
  unread === 0 ? 'Notifications' : `Notifications, ${unread.toLocaleString('en-US')} unread`;
const untilUnread = (page: Page, count: number) =>
  page.getByRole('button', { name: nameOf(count), exact: true }).waitFor();

/** Notifies all users, without a browser. */
async function sender(): Promise<(subject: string) => Promise<unknown>> {
  const post = await signedInCaller(world.product.url, { userName: 'msp.manager', organizationCode: 'MERIDIAN' });
  return (subject) =>
    post('/api-user/v1/notifications/company', {
      subject,
      template: 'For everybody.',
      requestId: crypto.randomUUID(),
    });
}

/** Records the largest number of simultaneous toasts, and whether there was a summary. */
const watchToasts = (page: Page) =>
  page.evaluate(() => {
    const seen = { most: 0, summary: false };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.most = Math.max(seen.most, document.querySelectorAll('.toast:not(.is-summary)').length);
      seen.summary ||= document.querySelector('.toast.is-summary') !== null;
    }).observe(document.body, { childList: true, subtree: true });
  });
const toastsSeen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { most: number; summary: boolean } }).seen);

it('one socket; 200 simultaneous notifications show three toasts and a summary in one tab; all tabs have the same count, show a killed server, and lose nothing', async () => {
  const { context, troubles, open, page: first } = await enterAs(world, READER, PAGE);
  const tabs = [first];
  for (let count = 0; count < 3; count += 1) tabs.push(await open(world.product.url + PAGE));
  for (const tab of tabs) await bell(tab).waitFor();
  await bell(first).click();
  await first.getByRole('tab', { name: /Submissions/ }).waitFor();
  await first.keyboard.press('Escape');
  for (const tab of tabs) await untilUnread(tab, 0);
  expect(await world.product.metric('vms_sockets')).toBe(1);

  for (const tab of tabs) await watchToasts(tab);
  const send = await sender();
  let next = 0;
  const worker = async () => {
    while (next < BURST) await send(`News ${(next += 1)}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const tab of tabs) await untilUnread(tab, BURST);
  const seen = await Promise.all(tabs.map(toastsSeen));
  expect(seen.filter(({ most }) => most > 0)).toEqual([{ most: 3, summary: true }]);
  expect(await world.product.metric('vms_sockets')).toBe(1);

  const reading = tabs[2]!;
  await bell(reading).click();
  await reading.getByRole('tab', { name: /Nexus VMS/ }).click();
  await reading
    .getByRole('article')
    .filter({ hasText: `News ${BURST}` })
    .first()
    .waitFor();
  for (const tab of tabs) await untilUnread(tab, 0);
  await reading.keyboard.press('Escape');

  // A follower tab with the live board is updated as soon as the tab that holds the socket.
  const board = tabs[3]!;
  await goTo(board, '/facility/notifications/live');
  await board.getByRole('status').getByText('Live', { exact: true }).waitFor();
  const heightsOfBar = async () => {
    const heights = [];
    for (const width of [1440, 1700]) {
      await first.setViewportSize({ width, height: 900 });
      heights.push((await first.getByRole('banner').boundingBox())?.height);
    }
    return heights;
  };
  const heightsBefore = await heightsOfBar();
  await world.product.kill();
  await board
    .getByRole('status')
    .getByText(/^Reconnecting, data from \d+:\d\d [AP]M/)
    .waitFor();
  await first
    .getByRole('status')
    .getByText(/^Reconnecting/)
    .waitFor();
  expect(await board.getByText('Live', { exact: true }).count()).toBe(0);
  // The layout does not move.
  expect(await heightsOfBar()).toEqual(heightsBefore);
  // Without user input, the tabs retry and recover when the server is back.
  await world.product.restart();
  await board.getByRole('status').getByText('Live', { exact: true }).waitFor();
  await first
    .getByRole('status')
    .getByText(/^Reconnecting/)
    .waitFor({ state: 'detached' });
  await goTo(board, PAGE);
  await (
    await sender()
  )('After the restart');
  for (const tab of tabs) await untilUnread(tab, 1);
  await first.reload();
  await untilUnread(first, 1);
  expect(troubles.filter((text) => !/WebSocket|fetch/.test(text))).toEqual([]);
  await context.close();
});

it('release notes with a document download it', async () => {
  const { context, page } = await enterAs(
    world,
    { userName: 'agency.sales', organizationCode: 'SUMMIT' },
    '/supplier/profile/notifications',
  );
  await bell(page).click();
  await page.getByRole('tab', { name: /Nexus VMS/ }).click();
  const search = page.getByRole('search').getByRole('searchbox');
  await search.fill('What is new this month');
  await search.press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download What is new this month.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('What is new this month.pdf');
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  await page.route('**/notifications/*/document', (route) =>
    route.fulfill({ status: 503, json: { errorCode: 'service.unavailable', errorMessage: 'Busy.' } }),
  );
  await page.getByRole('button', { name: 'Download What is new this month.pdf' }).click();
  await page.getByText(/^The document was not downloaded\. .+ try again\.$/).waitFor();
  await context.close();
});

const ROUNDS = cases('times a browser opens four tabs at once', { usual: 1, long: 2 });

it('a browser that opened its four tabs at the same time, as after a restart, is still signed in when the next one opens', async () => {
  const { context, open } = await signedInPerson(world, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  const openTab = () => open(`${world.product.url}/vms/profile/notifications`);
  for (let round = 0; round < ROUNDS; round += 1) {
    const tabs = await Promise.all(Array.from({ length: 4 }, openTab));
    for (const tab of tabs) await bell(tab).waitFor();
    for (const tab of tabs) await tab.close();
  }
  // Hours later, a replaced token ends the session.
  await asOwner(world.product, ["update refresh_tokens set replaced_at = replaced_at - interval '9 hours'"]);
  await bell(await openTab()).waitFor();
  await context.close();
});
