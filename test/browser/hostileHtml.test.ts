/** Hostile HTML in the real panel: the sanitizer alone makes it inert, and so does the content policy alone. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { cases } from '../support/cases';
import { newPerson } from './support/chromium';
import { hostilePayloads } from './support/hostileHtml';
import { PURIFY_FIXTURES } from './support/purifyFixtures';
import { beginSession } from './support/enterAs';
import { useWorld } from './support/world';

const world = useWorld();
const READER = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const MADE = cases('hostile payloads in the panel', { usual: 440, long: 2_220 });
const PAYLOADS = [...PURIFY_FIXTURES, ...hostilePayloads(MADE)];

/** A user who has all of these notifications open, and what their page did that it must not do. */
async function readerOfAll(options: BrowserContextOptions) {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce', ...options });
  const home = new URL(world.product.url).host;
  const did: string[] = [];
  await context.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print'])
      Object.assign(window, { [name]: () => Object.assign(window, { hit: name }) });
  });
  // After a navigation nothing can be said about scripts, so navigation by a payload is blocked.
  await context.route(
    (url) => url.protocol.startsWith('http') && url.host !== home,
    async (route) => {
      if (!route.request().isNavigationRequest() || options.bypassCSP) did.push(route.request().url());
      await route.abort('aborted');
    },
  );
  await reportAll(context);
  await beginSession(context, world.product.url, READER);
  const page = await open(`${world.product.url}/`);
  return { context, page, did };
}

async function reportAll(context: BrowserContext): Promise<void> {
  await context.route('**/api-user/v1/notifications', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as {
      notificationCategoryTemplateDTOs: { categoryCode: string; more: boolean; notifications: { id: string }[] }[];
    };
    const some = body.notificationCategoryTemplateDTOs.flatMap(({ notifications }) => notifications)[0]!;
    for (const tab of body.notificationCategoryTemplateDTOs) {
      tab.more = false;
      tab.notifications =
        tab.categoryCode === 'SUBMISSIONS'
          ? PAYLOADS.map((template, index) => ({
              ...some,
              recordKey: null,
              id: `${index}`,
              template,
              subject: `Number ${index}`,
            }))
          : [];
    }
    await route.fulfill({ response: answer, json: body });
  });
}

/** Scrolls through all rows; returns what they contain besides formatted text, and whether a script ran. */
async function readAll(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.locator('.note').first().waitFor();
  return page.evaluate(async (count) => {
    const list = document.querySelector('.virtual-list')!;
    const rows = new Set<string>();
    const bad: string[] = [];
    const places = () => Array.from(list.querySelectorAll('[data-row]'), (row) => Number(row.ariaPosInSet));
    // Scrolls from the last drawn row to the next, because heights are known only once rows are drawn. Ends when no row
    // is added for thousands of frames.
    for (let seen = 0, idle = 0; rows.size < count && idle < 5_000; idle += 1) {
      const last = list.querySelector<HTMLElement>(`[data-row][aria-posinset="${seen}"]`);
      if (last !== null) list.scrollTop = last.offsetTop;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      if (Math.max(...places()) <= seen) continue;
      seen = Math.max(...places());
      idle = 0;
      for (const row of list.querySelectorAll<HTMLElement>('[data-row]')) {
        rows.add(row.dataset['row']!);
        for (const element of row.querySelectorAll('.note-text *')) {
          const names = element.getAttributeNames().filter((name) => !['href', 'target', 'rel'].includes(name));
          const href = element.getAttribute('href') ?? '/';
          if (names.length > 0 || !/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(href)) bad.push(element.outerHTML);
          if (/^(script|img|svg|math|iframe|object|embed|style|link|base|meta|form|input)$/i.test(element.tagName))
            bad.push(element.outerHTML);
        }
      }
    }
    return { rows: rows.size, bad, hit: (window as { hit?: unknown }).hit ?? null };
  }, PAYLOADS.length);
}

it(`${PAYLOADS.length} hostile payloads are inert in the panel without the content policy`, async () => {
  const { context, page, did } = await readerOfAll({ bypassCSP: true });
  expect({ ...(await readAll(page)), did }).toEqual({ rows: PAYLOADS.length, bad: [], hit: null, did: [] });
  await context.close();
});

it('the content policy alone makes them inert in the panel, without the sanitizer', async () => {
  const { context, page, did } = await readerOfAll({});
  // The text enters the row without sanitizing.
  await page.evaluate((payloads) => {
    const { replaceChildren } = Element.prototype;
    Element.prototype.replaceChildren = function (...nodes) {
      const row = this.classList.contains('note-text') && this.closest<HTMLElement>('[data-row]')?.dataset['row'];
      if (typeof row !== 'string') return replaceChildren.apply(this, nodes);
      this.innerHTML = payloads[Number(row)]!;
      // Elements with a name shadow properties of the document, which crashes React and proves nothing about scripts.
      for (const named of this.querySelectorAll('[name], [id]'))
        for (const name of ['name', 'id']) Element.prototype.removeAttribute.call(named, name);
      for (const link of this.querySelectorAll<HTMLElement>('a[href^="javascript" i]')) link.click?.();
    };
  }, PAYLOADS);
  const { rows, bad, hit } = await readAll(page);
  expect({ rows, hit, did }).toEqual({ rows: PAYLOADS.length, hit: null, did: [] });
  // Otherwise the sanitizer was still active.
  expect(bad.length).toBeGreaterThan(PAYLOADS.length / 3);
  await context.close();
});
