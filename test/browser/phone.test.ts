/**
 * Notifications on a phone: rows are swiped in both directions, scrolling does not swipe, and the app's icon has the
 * bell's count.
 */
import type { CDPSession, Page } from 'playwright-core';
import { signedInCaller } from './support/caller';
import { enterAs, signedInPerson } from './support/enterAs';
import { logOut } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();
const WHO = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const row = (page: Page, subject: string) => page.locator('.note', { hasText: subject });

interface Stroke {
  readonly x: number;
  readonly y: number;
}

/**
 * Moves a finger on the row and rests it before lifting: a finger lifted while moving starts a fling, and the browser
 * takes the next tap as the end of the fling.
 */
async function swipe(page: Page, touch: CDPSession, subject: string, by: Stroke): Promise<void> {
  const box = await row(page, subject).boundingBox();
  if (box === null) throw new Error(`the row is not there: ${subject}`);
  const from = { x: box.x + box.width / 2 - by.x / 2, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= 8; step += 1) {
    const at = { x: from.x + (by.x * step) / 8, y: from.y + (by.y * step) / 8 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  const timestamp = Date.now() / 1_000 + 1;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
}

it('a swipe right marks as done, a swipe left snoozes for an hour, both can be undone, and scrolling does neither', async () => {
  const post = await signedInCaller(world.product.url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  const { page, context, troubles } = await enterAs(world, WHO, '/facility/profile/notifications', PHONE);
  await bell(page).waitFor();
  for (const subject of ['Lift is out of order', 'Parking is full', 'Badges are renewed'])
    await post('/api-user/v1/notifications/company', { subject, template: subject, requestId: crypto.randomUUID() });
  const touch = await context.newCDPSession(page);
  await bell(page).tap();
  await page.getByRole('tab', { name: /Nexus VMS/ }).tap();
  await row(page, 'Badges are renewed').waitFor();

  const done = page.getByText('Done: Parking is full', { exact: true });
  await swipe(page, touch, 'Parking is full', { x: 160, y: 6 });
  await done.waitFor();
  await row(page, 'Parking is full').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).tap();
  await row(page, 'Parking is full').waitFor();

  await swipe(page, touch, 'Parking is full', { x: -160, y: -6 });
  await page.getByText(/^Snoozed until .+: Parking is full$/).waitFor();
  await row(page, 'Parking is full').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).tap();
  await row(page, 'Parking is full').waitFor();

  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/notifications/states') && calls.push(request.url()));
  const list = row(page, 'Parking is full').locator('xpath=ancestor::*[self::ul or self::ol]/..');
  const scrolled = () => list.evaluate((element) => element.scrollTop + (element.parentElement?.scrollTop ?? 0));
  const before = await scrolled();
  // Upwards at a slight angle; then a sideways stroke that is too short.
  await swipe(page, touch, 'Parking is full', { x: 60, y: -200 });
  await page.waitForFunction(
    ([then]) => [...document.querySelectorAll('[role="dialog"] *')].some(({ scrollTop }) => scrollTop > (then ?? 0)),
    [before],
  );
  await row(page, 'Badges are renewed').scrollIntoViewIfNeeded();
  await swipe(page, touch, 'Badges are renewed', { x: 60, y: 2 });
  // Any request of the swipe would have arrived before the answer to the next one.
  await swipe(page, touch, 'Lift is out of order', { x: 160, y: 0 });
  await page.getByText('Done: Lift is out of order', { exact: true }).waitFor();
  expect(calls.length).toBe(1);
  for (const subject of ['Parking is full', 'Badges are renewed']) expect(await row(page, subject).count()).toBe(1);
  expect(troubles).toEqual([]);
  await context.close();
});

it('every tab title and the icon show the unread count until sign-out', async () => {
  const post = await signedInCaller(world.product.url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  const { context, open, troubles } = await signedInPerson(world, WHO, PHONE);
  await context.addInitScript(() => {
    const set = (count: number) => {
      localStorage.setItem('test.badge', String(count));
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) });
  });
  const [first, second] = [
    await open(`${world.product.url}/`),
    await open(`${world.product.url}/facility/compliance/reviewdesk`),
  ];
  const unread = async (tab: Page) =>
    Number(/([\d,]+) unread$/.exec((await bell(tab).getAttribute('aria-label')) ?? '')?.[1] ?? 0);
  for (const tab of [first, second]) await bell(tab).waitFor();
  const badge = (tab: Page) => tab.evaluate(() => localStorage.getItem('test.badge'));
  await post('/api-user/v1/notifications/company', {
    ...{ subject: 'For the badge', template: 'For the badge', requestId: crypto.randomUUID() },
  });
  await first.waitForFunction(() => /^\(\d+\+?\) .+ · /.test(document.title));
  await second.waitForFunction(() => /^\(\d+\+?\) .+ · /.test(document.title));
  const count = await unread(first);
  expect(count).toBeGreaterThan(0);
  const [title, other] = [await first.title(), await second.title()];
  expect([title.replace(/^\(.*?\)/, ''), title === other]).toEqual([expect.stringMatching(/ · /), false]);
  expect(title.startsWith(`(${count > 99 ? '99+' : count}) `)).toBe(true);
  await first.waitForFunction((n) => localStorage.getItem('test.badge') === n, String(count));
  await bell(second).tap();
  await first.waitForFunction(() => !document.title.startsWith('('));
  await first.waitForFunction(() => localStorage.getItem('test.badge') === '0');
  await second.keyboard.press('Escape');
  await post('/api-user/v1/notifications/company', {
    ...{ subject: 'Once more', template: 'Once more', requestId: crypto.randomUUID() },
  });
  await first.waitForFunction(() => document.title.startsWith('(1) '));
  await first.waitForFunction(() => localStorage.getItem('test.badge') === '1');
  await first.setViewportSize({ width: 1440, height: 900 });
  await logOut(first);
  await first.waitForFunction(() => localStorage.getItem('test.badge') === '0');
  for (const tab of [first, second]) await tab.waitForFunction(() => !document.title.startsWith('('));
  expect(await badge(second)).toBe('0');
  expect(troubles).toEqual([]);
  await context.close();
});
