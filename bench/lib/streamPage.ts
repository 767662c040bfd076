/**
 * The built app, signed in, over a socket of the bench instead of the server's, with measurements of how it handles
 * messages.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { notificationOf, type StreamServer } from './streamServer';
import { BELL, watch, type Watched } from './watchPage';

export interface StreamPage {
  readonly page: Page;
  /** Frames drawn during the work, and the longest task. */
  watch<T>(work: () => Promise<T>): Promise<Watched>;
  unread(): Promise<number>;
  /** Resolves when the bell shows this count. Throws if it never does. */
  untilUnread(count: number): Promise<void>;
  /** Bytes in use after garbage collection. */
  heap(): Promise<number>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;

export interface StreamOptions {
  /** The number of notifications that exist already, all in one tab. */
  readonly items?: number;
  /** Whether the flow is recorded from its first step. */
  readonly isRecorded?: boolean;
}

export async function openStreamPage(
  browser: Browser,
  base: string,
  stream: StreamServer,
  { items = 0, isRecorded = false }: StreamOptions = {},
): Promise<StreamPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  // The compiler of the bench wraps functions in this, which the page does not know.
  await page.addInitScript('globalThis.__name = (given) => given');
  if (isRecorded) await page.addInitScript("sessionStorage.setItem('vms.recorder', 'recording')");
  await page.addInitScript((address) => {
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
      constructor() {
        super(address);
      }
    };
  }, stream.address);
  await page.route('**/api-user/v1/notifications', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as {
      sequence: number;
      notificationCategoryTemplateDTOs: { categoryCode: string; notificationCount: number; notifications: unknown[] }[];
    };
    stream.begin(body.sequence);
    const tab = body.notificationCategoryTemplateDTOs.find(({ categoryCode }) => categoryCode === 'SUBMISSIONS');
    if (items > 0 && tab)
      tab.notifications = Array.from({ length: items }, (_, index) => notificationOf(1_000_000 - index, new Date(0)));
    for (const each of body.notificationCategoryTemplateDTOs) each.notificationCount = 0;
    await route.fulfill({ response: answer, json: body });
  });
  const connected = page.waitForEvent('websocket');
  await signIn(page, base);
  await connected;
  await page.waitForTimeout(3_000);
  await page.unrouteAll();
  await stopReporting(page);
  const session = await context.newCDPSession(page);
  const unread = async () =>
    Number(
      /([\d,]+) unread$/
        .exec((await page.locator(BELL).first().getAttribute('aria-label')) ?? '')?.[1]
        ?.replaceAll(',', '') ?? 0,
    );
  return {
    page,
    unread,
    async untilUnread(count) {
      await page
        .waitForFunction(
          ([bell, text]) => document.querySelector(bell)?.getAttribute('aria-label')?.includes(text),
          [BELL, `, ${count.toLocaleString('en-US')} unread`] as const,
          { timeout: TIMEOUT_MS },
        )
        .catch(async () => {
          throw new Error(`the bell shows ${await unread()} unread in place of ${count}`);
        });
    },
    watch: (work) => watch(page, work),
    heap: () => heapOf(session),
    close: () => context.close(),
  };
}

interface Internals {
  readonly _connection: {
    toImpl(page: Page): {
      readonly delegate: {
        readonly _mainFrameSession: { readonly _client: { send(method: string): Promise<unknown> } };
      };
    };
  };
}

/**
 * Turns off the browser's reports to Playwright of every socket message: with thousands a second they cost more than
 * the app, as an empty page shows. Only Playwright's internals can do that.
 */
async function stopReporting(page: Page): Promise<void> {
  const { delegate } = (page as unknown as Internals)._connection.toImpl(page);
  await delegate._mainFrameSession._client.send('Network.disable');
}

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/signin`);
  await page.waitForSelector('html[data-ready]');
  await page.getByLabel('Username').fill('client.manager');
  await page.getByLabel('Password', { exact: true }).fill('Demo-pass-2026');
  await page.getByLabel('Organization Code').fill('LAKESIDE');
  await page.getByRole('button', { name: 'LOGIN' }).click();
  const takeover = page.getByRole('button', { name: 'End the other session and continue' });
  const home = page.getByRole('button', { name: /^Profile of/ });
  await takeover.or(home).waitFor();
  if (await takeover.isVisible()) await takeover.click();
  await home.waitFor();
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
