/** The panel and the preferences at a real server, and HTML of others in the real component. */
import type { Page } from 'playwright-core';
import { overflows, violations } from './support/axe';
import { newPerson } from './support/chromium';
import { hostilePayloads } from './support/hostileHtml';
import { signIn } from './support/signIn';
import { useWorld } from './support/world';

jest.setTimeout(240_000);

const world = useWorld({ SIMULATOR: 'off' });
const READER = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const SENDER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const unread = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);

/** The panel of somebody to whom all these were told. */
async function panelOf(page: Page, templates: readonly string[]): Promise<void> {
  await page.route('**/api-user/v1/notifications', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as {
      notificationCategoryTemplateDTOs: { categoryCode: string; more: boolean; notifications: { id: string }[] }[];
    };
    const some = body.notificationCategoryTemplateDTOs.flatMap(({ notifications }) => notifications)[0]!;
    for (const tab of body.notificationCategoryTemplateDTOs) {
      tab.more = false;
      tab.notifications =
        tab.categoryCode === 'SUBMISSIONS'
          ? templates.map((template, index) => ({ ...some, id: `${index}`, template, subject: `Number ${index}` }))
          : [];
    }
    await route.fulfill({ response: answer, json: body });
  });
  await signIn(page, READER);
  await bell(page).click();
  await page.locator('.note').first().waitFor();
}

it('2,220 hostile payloads are inert in the panel without the content policy', async () => {
  const payloads = hostilePayloads(2_220);
  const { context, open } = await newPerson(world.browser, { bypassCSP: true, reducedMotion: 'reduce' });
  const page = await open(`${world.product.url}/signin`);
  const left: string[] = [];
  page.on('dialog', (dialog) => void (left.push('dialog'), dialog.dismiss()));
  page.on('request', (request) => request.url().includes('evil.example') && left.push(request.url()));
  await panelOf(page, payloads);
  const seen = await page.evaluate(async () => {
    const list = document.querySelector('.virtual-list')!;
    const rows = new Set<string>();
    const bad: string[] = [];
    for (let top = 0; ; top += 1_500) {
      list.scrollTop = top;
      list.dispatchEvent(new Event('scroll'));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
        rows.add(row.dataset['row']!);
        for (const element of row.querySelectorAll('.note-text *')) {
          const names = element.getAttributeNames().filter((name) => !['href', 'target', 'rel'].includes(name));
          const href = element.getAttribute('href') ?? '/';
          if (names.length > 0 || !/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(href)) bad.push(element.outerHTML);
          if (/^(script|img|svg|math|iframe|object|embed|style|link|base|meta|form|input)$/i.test(element.tagName))
            bad.push(element.outerHTML);
        }
      }
      if (top > list.scrollHeight) break;
    }
    return { rows: rows.size, bad, hit: (window as { hit?: unknown }).hit ?? null };
  });
  expect({ ...seen, left }).toEqual({ rows: payloads.length, bad: [], hit: null, left: [] });
  await context.close();
});

it('the same payloads are inert without the sanitiser, by the content policy alone', async () => {
  const { context, open } = await newPerson(world.browser);
  const page = await open(`${world.product.url}/signin`);
  const hit = await page.evaluate(async (payloads) => {
    const place = document.createElement('div');
    document.body.append(place);
    for (const payload of payloads) {
      place.innerHTML = payload;
      for (const link of place.querySelectorAll('a[href^="javascript" i]'))
        if (link instanceof HTMLElement) link.click();
    }
    place.remove();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (window as { hit?: unknown }).hit ?? null;
  }, hostilePayloads(2_220));
  expect(hit).toBeNull();
  await context.close();
});

it('at three widths, light and dark: nothing for axe to find in the panel and the preferences, nothing cut off', async () => {
  const { context, open } = await newPerson(world.browser, { bypassCSP: true, reducedMotion: 'reduce' });
  const page = await open(`${world.product.url}/signin`);
  await signIn(page, SENDER);
  const found: Record<string, readonly string[]> = {};
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [820, 1180],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await bell(page).click();
      await page.locator('.note').first().waitFor();
      found[`panel ${colorScheme} ${width}`] = await violations(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Profile of/ }).click();
      await page.getByRole('button', { name: 'Notification Preferences' }).click();
      await page.getByRole('region', { name: 'Preferences' }).waitFor();
      found[`preferences ${colorScheme} ${width}`] = await violations(page);
      if (await overflows(page)) found[`cut off ${colorScheme} ${width}`] = ['wider than the window'];
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
  expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
  expect(await unread(page)).toBe(0);
  await context.close();
});
