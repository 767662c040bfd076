/** A real browser with the network and processor of a slow phone, and how a sign-in page performs in it. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../test/browser/support/chromium';

/** 150 ms round trip, 1.44 Mbit/s down, a processor four times slower than this one. */
const MOBILE = { latency: 150, downloadThroughput: (1.44 * 1_000_000) / 8, uploadThroughput: 675_000 / 8, slowdown: 4 };
const GIVE_UP_MS = 30_000;
const ASK_EVERY_MS = 50;

export interface Load {
  readonly firstPaintMs: number;
  /** Typed text stays, and a submit is caught, even if the app handles it only later. */
  readonly acceptedMs: number;
  /** Typed text stays, and a submit reaches the app itself. */
  readonly usableMs: number;
  readonly layoutShift: number;
  /** Compressed JavaScript that arrived before the form was usable: on the wire, and as gzip -9 would make it. */
  readonly scriptWireBytes: number;
  readonly scriptGzipBytes: number;
  /** Style that blocks the first paint: inline, or linked so that it blocks. */
  readonly styleGzipBytes: number;
}

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: CHROMIUM_FLAGS });

/** The figures that watchForm.js returns. */
interface PageFigures {
  readonly acceptedMs: number;
  readonly usableMs: number;
  readonly layoutShift: number;
  readonly firstPaintMs: number;
  readonly inlineScript: string;
  readonly inlineStyle: string;
  readonly blockingStyles: readonly string[];
}

interface Loaded {
  readonly url: string;
  readonly kind: string;
  readonly wireBytes: number;
  readonly finishedAt: number;
}

export function measureLoad(browser: Browser, address: string): Promise<Load> {
  return onSlowPhone(browser, async (page, session) => {
    const loaded = await recordLoads(session);
    await page.addInitScript({ path: path.join(__dirname, 'watchForm.js') });
    await page.goto(address, { waitUntil: 'commit', timeout: GIVE_UP_MS });
    const { inlineScript, inlineStyle, blockingStyles, ...figures } = await answerOf<PageFigures>(
      session,
      'globalThis.benchFigures?.()',
    );
    const scripts = loaded().filter(({ kind, finishedAt }) => kind === 'Script' && finishedAt <= figures.usableMs);
    return {
      ...figures,
      scriptWireBytes: scripts.reduce((sum, { wireBytes }) => sum + wireBytes, 0),
      scriptGzipBytes: gzipSize(inlineScript) + (await gzipBytes(scripts.map(({ url }) => url))),
      styleGzipBytes: gzipSize(inlineStyle) + (await gzipBytes(blockingStyles)),
    };
  });
}

/** Milliseconds to the first contentful paint of a page, without any input. */
export function measurePaint(browser: Browser, address: string): Promise<number> {
  return onSlowPhone(browser, async (page, session) => {
    await page.goto(address, { waitUntil: 'commit', timeout: GIVE_UP_MS });
    return answerOf<number>(session, `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`);
  });
}

/** In a fresh profile over the slow network. The first page of a profile is slower, so another one is opened before. */
async function onSlowPhone<T>(browser: Browser, measure: (page: Page, session: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await warmPage(context);
    const session = await context.newCDPSession(page);
    await slowDown(session);
    return await measure(page, session);
  } finally {
    await context.close();
  }
}

async function warmPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('data:text/html,<form><input></form>');
  return page;
}

async function slowDown(session: CDPSession): Promise<void> {
  const { slowdown, ...network } = MOBILE;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** @returns what has arrived so far, its moment in milliseconds since the navigation began */
async function recordLoads(session: CDPSession): Promise<() => readonly Loaded[]> {
  const requests = new Map<string, { url: string; kind: string }>();
  const done: { id: string; wireBytes: number; at: number }[] = [];
  let navigationAt = Number.NaN;
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (Number.isNaN(navigationAt)) navigationAt = timestamp;
    requests.set(requestId, { url: request.url, kind: type ?? 'Other' });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    done.push({ id: requestId, wireBytes: encodedDataLength, at: timestamp });
  });
  return () =>
    done.flatMap(({ id, wireBytes, at }) => {
      const request = requests.get(id);
      return request ? [{ ...request, wireBytes, finishedAt: (at - navigationAt) * 1000 }] : [];
    });
}

/**
 * Waits for the value of the expression. Evaluates through the debugger, because the page's policy forbids evaluating
 * text.
 */
async function answerOf<T>(session: CDPSession, expression: string): Promise<T> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (performance.now() < deadline) {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    if (result.value !== undefined) return result.value as T;
    await sleep(ASK_EVERY_MS);
  }
  throw new Error(`the page was not ready within ${GIVE_UP_MS / 1000} s`);
}

const gzipSize = (text: string | Buffer): number => (text.length === 0 ? 0 : gzipSync(text, { level: 9 }).length);

async function gzipBytes(urls: readonly string[]): Promise<number> {
  let sum = 0;
  for (const url of urls) sum += gzipSize(Buffer.from(await (await fetch(url)).arrayBuffer()));
  return sum;
}
