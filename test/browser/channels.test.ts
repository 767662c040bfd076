/** Channels besides the panel, in the built product: browser push, the page it opens, and the link in a mail. */
import type { BrowserContext, Page } from 'playwright-core';
import { VIEWS, overflows, violations } from './support/axe';
import { signedInCaller } from './support/caller';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { newPerson } from './support/chromium';
import { useWorld } from './support/world';

const world = useWorld();
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const COLLEAGUE = { userName: 'msp.manager', organizationCode: 'MERIDIAN' };
/** A user whose mail is sent immediately, because its delivery times are unchanged. */
const FACILITY = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const PAGE = '/vms/profile/notifications';

/** Delivers to the service worker what a push service would. */
async function pusher(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  return (message: object | string): Promise<unknown> =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: world.product.url,
      registrationId,
      data: typeof message === 'string' ? message : JSON.stringify(message),
    });
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: { readonly url: string };
}

/**
 * The notifications that the worker requests the browser to show. A headless Chromium shows nothing, so the calls are
 * recorded instead, by tag.
 */
async function noted(context: BrowserContext) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const scope = self as unknown as { noted: Record<string, object>; registration: ServiceWorkerRegistration };
    scope.noted = {};
    scope.registration.showNotification = async (title, options) => {
      scope.noted[options?.tag ?? ''] = { title, ...options };
    };
  });
  return async (count: number): Promise<Shown[]> => {
    for (;;) {
      const shown = await worker.evaluate(() =>
        Object.values((self as unknown as { noted: Record<string, Shown> }).noted),
      );
      if (shown.length >= count) return shown;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
}

/** The manager's page, shared by the tests about them. */
let page: Page;
let context: BrowserContext;
let troubles: readonly string[];
beforeAll(async () => {
  const options = { bypassCSP: true, reducedMotion: 'reduce' } as const;
  ({ page, context, troubles } = await enterAs(world, MANAGER, PAGE, options));
});

it('the service worker shows a push as text, only once if it is repeated, and a click opens its record', async () => {
  const push = await pusher(context, page);
  const shownAtLeast = await noted(context);
  const id = 'b0000000-0000-4000-8000-000000000001';
  const message = {
    ...{ id, title: '<img src=x onerror=alert(1)> Timesheet 7', body: 'A & B <script>1</script>', isSticky: false },
    url: `${world.product.url}/open?notification=${id}`,
  };
  await push(message);
  await push(message);
  await push({ ...message, id: 'b0000000-0000-4000-8000-000000000002', title: 'Another' });
  const shown = await shownAtLeast(2);
  expect(shown.map(({ title }) => title).sort()).toEqual(['<img src=x onerror=alert(1)> Timesheet 7', 'Another']);
  expect(shown.find(({ tag }) => tag === id)).toMatchObject({
    ...{ title: message.title, body: message.body, tag: id, data: { url: message.url } },
  });
  // An unreadable push must still show something, or the browser revokes the permission.
  await push('not json');
  expect((await shownAtLeast(3)).map(({ title }) => title)).toContain('New notification');
});

it('the app can be installed: its manifest and icons exist', async () => {
  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const manifest = (await (await context.request.get(world.product.url + href)).json()) as {
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly type: string }[];
  };
  expect(manifest.display).toBe('standalone');
  for (const { src, type } of manifest.icons) {
    const answer = await context.request.get(world.product.url + src);
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type]);
  }
});

it('delivery times are set and a rule is tested and saved by keyboard; both survive a reload; axe finds nothing', async () => {
  await goTo(page, '/vms/profile/security');
  await page.getByRole('heading', { name: 'Notification Delivery' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Profile of/ }).press('Enter');
  await page.getByRole('button', { name: 'Notification Preferences' }).press('Enter');
  await page.getByRole('link', { name: 'Devices, email times, what you follow, and rules' }).press('Enter');
  await page.getByRole('heading', { name: 'Notification Delivery' }).waitFor();

  await page.getByLabel('Send emails').selectOption('MORNING');
  await page.getByLabel('At', { exact: true }).fill('06:45');
  await page.getByRole('checkbox', { name: /^Quiet hours/ }).press('Space');
  await page.getByRole('button', { name: 'Save times' }).press('Enter');
  await page.getByText('Your times have been saved.').waitFor();

  await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
  await page.getByRole('button', { name: /^Kinds of rule 1/ }).press('Enter');
  await page.keyboard.type('disputed');
  await page.keyboard.press('Enter');
  await page.getByLabel('Toast').selectOption('STICKY');
  await page.getByLabel('Push notification', { exact: true }).selectOption('yes');
  await page.getByRole('heading', { name: 'Timesheet Disputed: sticky toast, push notification' }).waitFor();
  await page.getByRole('button', { name: /^Try it: rule 1/ }).press('Enter');
  await page.getByText(/^Would have matched \d+ of the \d+ notifications/).waitFor();
  await page.getByRole('button', { name: 'Save rules' }).press('Enter');
  await page.getByText(/^Your rules have been saved\./).waitFor();

  await page.reload();
  await page.getByRole('heading', { name: 'Timesheet Disputed: sticky toast, push notification' }).waitFor();
  expect(await page.getByLabel('At', { exact: true }).inputValue()).toBe('06:45');
  const found: Record<string, readonly string[]> = {};
  for (const { colorScheme, size, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    found[`${colorScheme} ${size.width}`] = await violations(page, rules);
    if (await overflows(page)) found[`cut off ${colorScheme} ${size.width}`] = ['wider than the window'];
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
  expect(troubles).toEqual([]);
});

it('a job is followed from its page and a kind muted from a row; both take effect and are listed', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, '/vms/jobs');
  await page.getByRole('table').getByRole('link').first().press('Enter');
  const button = page.getByRole('button', { name: 'Follow or mute' });
  await button.press('Enter');
  await page.getByRole('radio', { name: 'Follow' }).press('Space');
  await page.getByText('You get everything about this job, including what is muted elsewhere.').waitFor();
  expect(await violations(page, 'all', '.follow-choices')).toEqual([]);

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('tab', { name: /^Back Office/ }).click();
  const row = page.locator('.note').first();
  // Nothing moves below the pressed mouse button, regardless of the length of the subject.
  for (let place = 0; place < 3; place += 1) {
    const choices = page.locator('.note').nth(place).locator('.follow-choices');
    const opener = page.locator('.note').nth(place).getByRole('button', { name: 'Follow or mute' });
    await opener.click();
    await choices.waitFor();
    await opener.click();
    await choices.waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await row.getByRole('button', { name: 'Follow or mute' }).press('Enter');
  const kind = row.locator('.follow-choice').last();
  await kind.getByRole('radio', { name: 'Mute' }).press('Space');
  await kind.getByText(/^You get nothing about notifications of this kind, except what is required/).waitFor();
  expect(await violations(page, 'all', '[role="dialog"]')).toEqual([]);
  expect(await overflows(page)).toBe(false);

  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, PAGE);
  const listed = page.getByRole('list', { name: 'What you follow and mute' }).getByRole('listitem');
  await listed.nth(1).waitFor();
  expect(await listed.count()).toBe(2);
  for (let left = 2; left > 0; left--) {
    await listed.first().getByRole('button').press('Enter');
    await page.waitForFunction(
      (count) => document.querySelectorAll('[aria-label="What you follow and mute"] li').length === count,
      left - 1,
    );
  }
  await page.getByText('You do not follow or mute anything yet.').waitFor();
});

it('the link in a mail stops that kind and undoes it, without signing in', async () => {
  const { url } = world.product;
  const { context, page } = await enterAs(world, FACILITY, '/facility/profile/notifications');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('button', { name: 'Notification Preferences' }).click();
  await page.getByRole('checkbox', { name: 'Company Notification, email' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your notification preferences have been saved.').waitFor();
  await context.close();
  const call = await signedInCaller(url, COLLEAGUE);
  await call('/api-user/v1/notifications/company', {
    ...{ subject: 'Flu season', template: 'Please plan ahead.', requestId: crypto.randomUUID() },
  });
  const link = async (): Promise<string> => {
    for (;;) {
      const mails = (await (await fetch(`${url}/demo/outbox.json`)).json()) as readonly {
        text: string;
        subject: string;
      }[];
      const mail = mails.find(({ subject, text }) => subject === 'Flu season' && text.includes('/unsubscribe'));
      if (mail) return /(\S+\/unsubscribe\S+)/.exec(mail.text)?.[1] ?? '';
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const { context: stranger, open } = await newPerson(world.browser, { bypassCSP: true, reducedMotion: 'reduce' });
  const opened = await open(await link());
  await opened.getByRole('heading', { name: 'Stop these emails?' }).waitFor();
  expect(await violations(opened)).toEqual([]);
  await opened.getByRole('button', { name: 'Stop these emails' }).press('Enter');
  await opened.getByRole('heading', { name: 'You no longer receive these emails' }).waitFor();
  expect(await violations(opened)).toEqual([]);
  await opened.getByRole('button', { name: 'Send them again' }).press('Enter');
  await opened.getByRole('heading', { name: 'Emails are sent as before' }).waitFor();
  await stranger.close();
});
