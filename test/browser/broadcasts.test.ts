/**
 * Broadcasts as readers see them: in every tab and after a reload, they cannot be bypassed until the server has the
 * acceptance.
 */
import type { Page } from 'playwright-core';
import { flaws, settled, violations } from './support/axe';
import { broadcaster, type SendBroadcast } from './support/broadcast';
import { newPerson } from './support/chromium';
import { beginSession, enterAs } from './support/enterAs';
import { heading, logOut, signIn } from './support/signIn';
import { useWorld } from './support/world';
import { broadcastDialog } from './support/broadcastDialog';

const world = useWorld();
const READER = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
/** Broadcasts show on every page; this one loads little. */
const PAGE = '/facility/profile/notifications';

let send: SendBroadcast;
beforeAll(async () => {
  send = await broadcaster(world.product.url);
});

/** The page of the signed-in user; other pages have a banner too. */
const shell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
/** Does what makes the page request its broadcasts, and waits until it has drawn the answer. */
async function untilAnswered(page: Page, step: () => Promise<unknown>): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse('**/broadcasts/immediate'), step()]);
  await answer.finished();
  await settled(page);
}
const accept = (page: Page, name: string) =>
  broadcastDialog(page, name).getByRole('button', { name: 'Accept' }).click();
/** A page that found messages on load reloads one second after the last of them. */
const untilReloaded = (page: Page, step: () => Promise<unknown>) => Promise.all([page.waitForEvent('load'), step()]);

/** Shared by the tests that leave its user signed in. */
let reader: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  reader = await enterAs(world, READER, PAGE, { reducedMotion: 'reduce' });
  await shell(reader.page).waitFor();
});

it('broadcasts show one after the other in every tab, also after a reload, and cannot be bypassed until accepted', async () => {
  const { open, page: first, troubles } = reader;
  const second = await open(world.product.url + PAGE);
  await shell(second).waitFor();

  await send('New closing time');
  await send('New form for expenses');
  for (const page of [first, second]) await broadcastDialog(page, 'New closing time').waitFor();
  await broadcastDialog(first, 'New closing time').getByText('From Meridian Workforce Partners').waitFor();
  expect(await violations(first, 'all', '[role="dialog"]')).toEqual([]);
  await first.keyboard.press('Escape');
  await first.evaluate(() => {
    history.pushState(null, '', '/facility/profile/security');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await broadcastDialog(first, 'New closing time').waitFor();
  await first.reload();
  await broadcastDialog(first, 'New closing time').waitFor();

  await accept(first, 'New closing time');
  for (const page of [first, second]) await broadcastDialog(page, 'New form for expenses').waitFor();
  await untilReloaded(first, () => accept(second, 'New form for expenses'));
  for (const page of [first, second])
    await broadcastDialog(page, 'New form for expenses').waitFor({ state: 'detached' });
  await untilAnswered(first, () => first.reload());
  expect(await first.getByRole('dialog').count()).toBe(0);
  await second.close();
  expect(troubles).toEqual([]);
});

it('each reader accepts for all of their own tabs, and neither Back nor a deep link bypasses the broadcast', async () => {
  const one = reader;
  const analyst = { userName: 'vms.analyst', organizationCode: 'MERIDIAN' };
  const other = await enterAs(world, analyst, '/vms/profile/notifications');
  await shell(other.page).waitFor();
  await send('For all of us', { organizationTypes: ['CLIENT', 'VMS'] });
  for (const { page } of [one, other]) await broadcastDialog(page, 'For all of us').waitFor();
  await accept(one.page, 'For all of us');
  await broadcastDialog(one.page, 'For all of us').waitFor({ state: 'detached' });

  await other.page.evaluate(() => history.pushState(null, '', '/vms/profile/notifications?x=1'));
  await other.page.goBack();
  await broadcastDialog(other.page, 'For all of us').waitFor();
  const linked = await other.open(`${world.product.url}/vms/profile/notifications?x=2`);
  await broadcastDialog(linked, 'For all of us').waitFor();
  await accept(linked, 'For all of us');
  for (const tab of [other.page, linked]) await broadcastDialog(tab, 'For all of us').waitFor({ state: 'detached' });
  expect([...one.troubles, ...other.troubles]).toEqual([]);
  await other.context.close();
});

it('a broadcast that forces a logout signs the user out after acceptance and shows why', async () => {
  const { page } = reader;
  await send('New terms of use', { forceLogout: true });
  await broadcastDialog(page, 'New terms of use')
    .getByText('Once you accept this message, you are signed out.')
    .waitFor();
  await accept(page, 'New terms of use');
  await page.getByText('Your organization has ended your session.').waitFor();
  await heading(page, 'Sign in').waitFor();
  await untilAnswered(page, () => signIn(page, READER));
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('broadcasts for the next or every sign-in wait for it, and the page reloads once after the last', async () => {
  const { context, page, troubles } = reader;
  const again = async () => {
    await logOut(page);
    await heading(page, 'Sign in').waitFor();
    await signIn(page, READER);
  };
  await send('For the next sign-in', { displayFrequency: 'NEXT_LOGIN' });
  const end = await send('For every sign-in', { displayFrequency: 'EVERY_LOGIN' });
  await send('For this moment');
  await broadcastDialog(page, 'For this moment').waitFor();
  await accept(page, 'For this moment');
  await broadcastDialog(page, 'For this moment').waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);

  await again();
  await broadcastDialog(page, 'For the next sign-in').waitFor();
  await accept(page, 'For the next sign-in');
  await broadcastDialog(page, 'For every sign-in').waitFor();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await untilAnswered(page, () => untilReloaded(page, () => accept(page, 'For every sign-in')));
  expect({ loads, dialogs: await page.getByRole('dialog').count() }).toEqual({ loads: 1, dialogs: 0 });

  await again();
  await broadcastDialog(page, 'For every sign-in').waitFor();
  await untilReloaded(page, () => accept(page, 'For every sign-in'));

  await end();
  await untilAnswered(page, again);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});

it('a failed acceptance keeps the message open; a browser without storage still shows it', async () => {
  const { context, open } = await newPerson(world.browser);
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
  });
  await beginSession(context, world.product.url, { userName: 'agency.sales', organizationCode: 'SUMMIT' });
  const page = await open(`${world.product.url}/supplier/profile/notifications`);
  await shell(page).waitFor();
  await send('For the suppliers', { organizationTypes: ['AGENCY'] });
  await broadcastDialog(page, 'For the suppliers').waitFor();
  const refused = '**/broadcasts/viewed';
  await page.route(refused, (route) =>
    route.fulfill({ status: 503, json: { errorCode: 'service.unavailable', errorMessage: 'Busy.' } }),
  );
  await accept(page, 'For the suppliers');
  await broadcastDialog(page, 'For the suppliers').getByRole('alert').filter({ hasText: /again/ }).waitFor();
  await page.reload();
  await broadcastDialog(page, 'For the suppliers').waitFor();
  await page.unroute(refused);
  await untilReloaded(page, () => accept(page, 'For the suppliers'));
  await untilAnswered(page, () => page.reload());
  expect(await page.getByRole('dialog').count()).toBe(0);
  await context.close();
});

it('a broadcast with a deadline counts down, then shows that it is overdue, without moving the layout', async () => {
  const now = new Date();
  const acceptBy = new Date(now.getTime() + (2 * 60 + 10) * 60_000 + 30_000);
  const { context, open, page, troubles } = await enterAs(world, READER, PAGE, {
    bypassCSP: true,
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
  });
  await shell(page).waitFor();
  const beside = await open(world.product.url + PAGE);
  await shell(beside).waitFor();
  for (const tab of [page, beside]) await tab.clock.install({ time: now });
  await send('Please sign', { acceptBy: acceptBy.toISOString() });
  const deadline = (tab: Page) => broadcastDialog(tab, 'Please sign').locator('.queue-deadline');
  const wall = acceptBy
    .toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/Chicago' })
    .replace(/\s/g, ' ');
  for (const tab of [page, beside])
    await deadline(tab)
      .filter({ hasText: new RegExp(`^Accept by ${wall} C[DS]T \\(in 2 h \\d\\d min\\)$`) })
      .waitFor();
  const boxes = async () => {
    const dialog = broadcastDialog(page, 'Please sign');
    const below = await dialog.getByText(/^Timesheets close on/).boundingBox();
    return [await dialog.boundingBox(), below, (await deadline(page).boundingBox())?.height];
  };
  expect(await flaws(page, '[role="dialog"]')).toEqual({});
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  const counting = await boxes();
  await page.clock.fastForward('02:10:00');
  await deadline(page).getByText('(in less than a minute)').waitFor();
  expect(await boxes()).toEqual(counting);
  await page.clock.fastForward('12:00:00');
  await deadline(page)
    .getByText(/^Overdue since$/)
    .waitFor();
  expect(await boxes()).toEqual(counting);
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await violations(page, rules, '[role="dialog"]')).toEqual([]);
  }
  await accept(beside, 'Please sign');
  await deadline(beside).waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await context.close();
});

it('the sender sees live who has accepted, finds who has not, reminds them and sets a deadline, by keyboard', async () => {
  const reader = await enterAs(world, READER, PAGE, { reducedMotion: 'reduce' });
  await shell(reader.page).waitFor();
  await send('Followed up', { organizationTypes: ['CLIENT', 'AGENCY'] });
  await broadcastDialog(reader.page, 'Followed up').waitFor();
  // The API client sends as the same user: signing in here ends that session.
  const sender = await enterAs(
    world,
    { userName: 'vms.manager', organizationCode: 'MERIDIAN' },
    '/vms/admin/broadcasts',
    { bypassCSP: true, reducedMotion: 'reduce' },
  );
  const { page } = sender;
  // An earlier broadcast went to the sender's own organization.
  await untilReloaded(page, () => accept(page, 'For all of us'));
  await page.getByRole('link', { name: 'Followed up' }).click();
  const count = page.getByRole('heading', { name: /^\d+ of \d+ accepted$/ });
  await count.waitFor();
  const [accepted, all] = ((await count.textContent()) ?? '').match(/\d+/g)!.map(Number) as [number, number];
  const row = page.getByRole('row', { name: /client\.manager/ });
  await row.getByText(/\d:\d\d/).waitFor();
  await accept(reader.page, 'Followed up');
  await page.getByRole('heading', { name: `${accepted + 1} of ${all} accepted` }).waitFor();

  await page.getByRole('button', { name: 'Not yet' }).press('Enter');
  await page.getByRole('searchbox', { name: 'Search by name or organization' }).fill('agency.recruiter');
  await page.getByText('1 person found').waitFor();
  expect(new URL(page.url()).search).toBe('?show=waiting&q=agency.recruiter');
  await page.reload();
  await page.getByText('1 person found').waitFor();
  await page.getByRole('searchbox').press('Escape');
  await page.waitForURL((url) => url.search === '?show=waiting');

  await page.getByRole('button', { name: `Remind ${all - accepted - 1} people` }).press('Enter');
  await page.getByText(`${all - accepted - 1} people were reminded.`).waitFor();
  await page.getByRole('button', { name: 'Set a deadline' }).press('Enter');
  const by = page.getByLabel('Accept by');
  await by.waitFor();
  expect(await flaws(page)).toEqual({});
  await page.setViewportSize({ width: 1440, height: 900 });
  await by.fill('2020-01-01T10:00');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText(/^The deadline was not saved\./).waitFor();
  await by.fill('2199-01-05T10:00');
  await by.press('Enter');
  await page.getByText(/^Accept by Jan 5, 2199/).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Receipts (CSV)' }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Receipts Followed up .*\.csv$/);
  expect([...reader.troubles, ...sender.troubles.filter((each) => !each.includes('400'))]).toEqual([]);
  await Promise.all([reader.context.close(), sender.context.close()]);
});
