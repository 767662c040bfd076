/** The panel, toasts, the unread count and the preferences at a real server, on a phone and on larger screens. */
import type { CDPSession, Page } from 'playwright-core';
import { flaws, overflows, settled } from './support/axe';
import { broadcaster } from './support/broadcast';
import { signedInCaller } from './support/caller';
import { enterAs, signedInPerson } from './support/enterAs';
import { goTo } from './support/goTo';
import { logOut } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();
const SENDER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const READER = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
/** The panel is the same on every page; this one loads little. */
const PAGE = '/vms/profile/notifications';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const unread = async (page: Page) =>
  Number(/([\d,]+) unread$/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1]?.replaceAll(',', '') ?? 0);

/** Sends everybody a notification with this subject. */
async function companySender() {
  const post = await signedInCaller(world.product.url, SENDER);
  return (subject: string) =>
    post('/api-user/v1/notifications/company', { requestId: crypto.randomUUID(), subject, template: subject });
}

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

const rowOf = (page: Page, subject: string) => page.locator('.note', { hasText: subject });

interface Stroke {
  readonly x: number;
  readonly y: number;
}

/**
 * Moves a finger on the row and rests it before lifting: a finger lifted while moving starts a fling, and the browser
 * takes the next tap as the end of the fling.
 */
async function swipe(page: Page, touch: CDPSession, subject: string, by: Stroke): Promise<void> {
  const box = await rowOf(page, subject).boundingBox();
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

it('on a phone a swipe right marks as done, a swipe left snoozes for an hour, both can be undone, and scrolling does neither', async () => {
  const send = await companySender();
  const { page, context, troubles } = await enterAs(world, READER, '/facility/profile/notifications', PHONE);
  await bell(page).waitFor();
  for (const subject of ['Lift is out of order', 'Parking is full', 'Badges are renewed']) await send(subject);
  const touch = await context.newCDPSession(page);
  await bell(page).tap();
  await page.getByRole('tab', { name: /Nexus VMS/ }).tap();
  await rowOf(page, 'Badges are renewed').waitFor();

  const done = page.getByText('Done: Parking is full', { exact: true });
  await swipe(page, touch, 'Parking is full', { x: 160, y: 6 });
  await done.waitFor();
  await rowOf(page, 'Parking is full').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).tap();
  await rowOf(page, 'Parking is full').waitFor();

  await swipe(page, touch, 'Parking is full', { x: -160, y: -6 });
  await page.getByText(/^Snoozed until .+: Parking is full$/).waitFor();
  await rowOf(page, 'Parking is full').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).tap();
  await rowOf(page, 'Parking is full').waitFor();

  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/notifications/states') && calls.push(request.url()));
  const list = rowOf(page, 'Parking is full').locator('xpath=ancestor::*[self::ul or self::ol]/..');
  const scrolled = () => list.evaluate((element) => element.scrollTop + (element.parentElement?.scrollTop ?? 0));
  const before = await scrolled();
  // Upwards at a slight angle; then a sideways stroke that is too short.
  await swipe(page, touch, 'Parking is full', { x: 60, y: -200 });
  await page.waitForFunction(
    ([then]) => [...document.querySelectorAll('[role="dialog"] *')].some(({ scrollTop }) => scrollTop > (then ?? 0)),
    [before],
  );
  await rowOf(page, 'Badges are renewed').scrollIntoViewIfNeeded();
  await swipe(page, touch, 'Badges are renewed', { x: 60, y: 2 });
  // Any request of the swipe would have arrived before the answer to the next one.
  await swipe(page, touch, 'Lift is out of order', { x: 160, y: 0 });
  await page.getByText('Done: Lift is out of order', { exact: true }).waitFor();
  expect(calls.length).toBe(1);
  for (const subject of ['Parking is full', 'Badges are renewed']) expect(await rowOf(page, subject).count()).toBe(1);
  expect(troubles).toEqual([]);
  await context.close();
});

it('every tab title and the icon show the unread count until sign-out', async () => {
  const send = await companySender();
  const { context, open, troubles } = await signedInPerson(world, READER, PHONE);
  await context.addInitScript(() => {
    const set = (count: number) => {
      localStorage.setItem('test.badge', String(count));
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) });
  });
  const [first, second] = [
    await open(`${world.product.url}/facility/profile/notifications`),
    await open(`${world.product.url}/facility/profile/security`),
  ];
  for (const tab of [first, second]) await bell(tab).waitFor();
  const badge = (tab: Page) => tab.evaluate(() => localStorage.getItem('test.badge'));
  await send('For the badge');
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
  await send('Once more');
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

/** The style differences between the message field and the subject field beside it, while one types. */
async function unlikeSubject(page: Page): Promise<string[]> {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  const look = (field: Element): string[] => {
    const { color, backgroundColor } = getComputedStyle(field);
    return [color, backgroundColor];
  };
  const subject = await page.getByRole('textbox', { name: 'Subject' }).evaluate(look);
  return (await message.evaluate(look)).filter((color, index) => color !== subject[index]);
}

it('at three widths, light and dark: axe finds nothing in the panel and the preferences, and nothing is cut off', async () => {
  const { context, page } = await enterAs(world, SENDER, PAGE, { bypassCSP: true, reducedMotion: 'reduce' });
  const found: Record<string, unknown> = {};
  await bell(page).click();
  await page.locator('.note').first().waitFor();
  found['panel'] = await flaws(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Add notification' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    found[`message ${colorScheme}`] = await unlikeSubject(page);
  }
  found['company'] = await flaws(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close Notifications' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await bell(page).click();
  await page.locator('.note').first().waitFor();
  found['opened at 390'] = (await overflows(page)) ? ['wider than the window'] : [];
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('button', { name: 'Notification Preferences' }).click();
  await page.getByRole('region', { name: 'Preferences' }).waitFor();
  found['preferences'] = await flaws(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(found).toEqual({
    panel: {},
    'message light': [],
    'message dark': [],
    company: {},
    'opened at 390': [],
    preferences: {},
  });
  expect(await unread(page)).toBe(0);
  await context.close();
});

const SUPPLIER = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
const toast = (page: Page, subject: string) => page.locator('.toast', { hasText: subject });

/** Which of these elements a toast covers, once the page has its new size. */
async function covered(page: Page, controls: string): Promise<string[]> {
  await settled(page);
  return page.evaluate((selector) => {
    const toasts = [...document.querySelectorAll('.toast')].map((each) => each.getBoundingClientRect());
    // Elements scrolled out of a list cannot be clicked.
    const seen = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const frame = around.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return { left, right, top, bottom };
    };
    const isUnder = ({ left, right, top, bottom }: ReturnType<typeof seen>) =>
      right > left &&
      bottom > top &&
      toasts.some((over) => over.left < right && over.right > left && over.top < bottom && over.bottom > top);
    return [...document.querySelectorAll(selector)]
      .filter((element) => isUnder(seen(element)))
      .map((element) => element.outerHTML.slice(0, 80));
  }, controls);
}

/** Which controls of the page a toast covers although they have the focus. */
const coveredInFocus = (page: Page) =>
  page.evaluate(() => {
    const toasts = document.querySelector('.toasts')?.getBoundingClientRect();
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('.shell-page :is(a[href], button, input, select)')) {
      if (!control.checkVisibility() || control.matches(':disabled')) continue;
      control.focus();
      const { top, bottom } = control.getBoundingClientRect();
      if (document.activeElement === control && toasts && bottom > toasts.top && top < toasts.bottom)
        found.push(control.outerHTML.slice(0, 80));
    }
    return found;
  });

it('sticky toasts stay over the panel, a reload and the next tab until dismissed, and cover no control in use', async () => {
  const send = await broadcaster(world.product.url);
  const { context, page, open, troubles } = await enterAs(world, READER, '/facility/facility/list', {
    reducedMotion: 'reduce',
  });
  await bell(page).waitFor();
  for (const subject of ['Flu shots', 'New badge', 'Parking', 'Elevators'])
    await send(subject, { displayFrequency: 'NEXT_LOGIN', stickyNotification: true });
  for (const subject of ['New badge', 'Parking', 'Elevators']) await toast(page, subject).waitFor();
  await page.getByText('1 more notification').waitFor();
  for (const size of [
    { width: 1440, height: 900 },
    { width: 820, height: 1100 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const tools = '.list-search, .list-tools button, .list-export button';
    expect([size.width, await covered(page, tools)]).toEqual([size.width, []]);
    expect([size.width, await coveredInFocus(page)]).toEqual([size.width, []]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  // A list that fills the window.
  await goTo(page, '/facility/jobs');
  await page.locator('.data-table tbody a').first().waitFor();
  expect(await covered(page, '.pager button, .pager select, .data-table tbody tr:first-child a')).toEqual([]);
  await bell(page).click();
  await page.getByRole('tab', { name: /^Nexus VMS\s?\d+ new$/ }).waitFor();
  await page.getByRole('tab', { name: /Nexus VMS/ }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await toast(page, 'Elevators').waitFor();
  const beside = await open(`${world.product.url}/facility/notifications/live`);
  await toast(beside, 'Elevators').waitFor();
  expect(await covered(beside, '.board button, .board-head a')).toEqual([]);
  await toast(beside, 'Elevators').getByRole('button', { name: 'Dismiss' }).click();
  await toast(beside, 'Flu shots').waitFor();
  await toast(beside, 'Elevators').waitFor({ state: 'detached' });
  await beside.reload();
  await toast(beside, 'Flu shots').waitFor();
  expect(await toast(beside, 'Elevators').count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});

it('by keyboard on a narrow screen: a row is saved, marked as done, restored and found in its view, after a reload', async () => {
  const who = { userName: 'msp.manager', organizationCode: 'MERIDIAN' };
  const { context, page, troubles } = await enterAs(world, who, PAGE, { reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await bell(page).click();
  const row = page.locator('.note').first();
  const subject = await row.locator('.note-subject').innerText();
  await row.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('s');
  await page.getByText(`Saved: ${subject}`).waitFor();
  await page.keyboard.press('e');
  await page.getByText(`Done: ${subject}`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`Done: ${subject}`).waitFor({ state: 'detached' });
  await page.locator('.note').first().filter({ hasText: subject }).waitFor();
  await page.locator('.note').first().getByLabel('Snooze').selectOption('tomorrow');
  await page.getByText(/^Snoozed until .+ 8:00\sAM: /).waitFor();
  await page.reload();
  await bell(page).click();
  for (const view of ['Saved', 'Snoozed']) {
    await page.getByRole('button', { name: view, exact: true }).first().click();
    await page.locator('.note', { hasText: subject }).first().waitFor();
  }
  expect(await overflows(page)).toBe(false);
  expect(troubles).toEqual([]);
  await context.close();
});

it('a notification that arrives while the list is scrolled does not move the rows that are read', async () => {
  const send = await companySender();
  const { context, page, troubles } = await enterAs(world, SUPPLIER, '/supplier/profile/notifications', {
    reducedMotion: 'reduce',
  });
  await page.setViewportSize({ width: 1440, height: 500 });
  await bell(page).click();
  await page.getByRole('tab', { name: /Nexus VMS/ }).click();
  const row = (subject: string) => page.locator('.note', { hasText: subject });
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await send(`Notice ${number}`);
    await row(`Notice ${number}`).waitFor();
  }
  const list = page.locator('.virtual-list');
  const drawn = list.locator('[data-row]');
  await list.evaluate((element) => void (element.scrollTop = 250));
  await settled(page);
  const place = () => row('Notice 5').evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  const count = Number(await drawn.first().getAttribute('aria-setsize'));
  await send('Notice 9');
  await list
    .locator(`[aria-setsize="${count + 1}"]`)
    .first()
    .waitFor();
  await settled(page);
  expect(Math.abs((await place()) - before)).toBeLessThan(1);
  await list.evaluate((element) => void (element.scrollTop = 0));
  await row('Notice 9').waitFor();
  expect(await drawn.first().innerText()).toContain('Notice 9');
  expect(troubles).toEqual([]);
  await context.close();
});
