/** A real browser on a slow phone, and what a sign-in page does in it. */
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';

/** 150 ms round trip, 1.44 Mbit/s down, a processor four times slower than this one. */
const MOBILE = { latency: 150, downloadThroughput: (1.44 * 1_000_000) / 8, uploadThroughput: 675_000 / 8, slowdown: 4 };
const GIVE_UP_MS = 30_000;

export interface Load {
  readonly firstPaintMs: number;
  /** Text typed into the form stays, and submitting reaches the page's own handler. */
  readonly usableMs: number;
  readonly layoutShift: number;
  /** Compressed JavaScript that arrived before the form was usable: on the wire, and as gzip -9 would make it. */
  readonly scriptWireBytes: number;
  readonly scriptGzipBytes: number;
  readonly styleGzipBytes: number;
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What watchForm.js hands out. */
interface PageFigures {
  readonly usableMs: number;
  readonly layoutShift: number;
  readonly firstPaintMs: number;
  readonly inlineScript: string;
  readonly inlineStyle: string;
}

interface Loaded {
  readonly url: string;
  readonly kind: string;
  readonly wireBytes: number;
  readonly finishedAt: number;
}

/** Opens the address in a fresh profile over the slow network. The first page of a profile is slower, so it is another. */
export async function measureLoad(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await warmPage(context);
    const session = await context.newCDPSession(page);
    await slowDown(session);
    const loaded = await recordLoads(session);
    await page.addInitScript({ path: path.join(__dirname, 'watchForm.js') });
    await page.goto(address, { waitUntil: 'commit', timeout: GIVE_UP_MS });
    const { inlineScript, inlineStyle, ...figures } = await waitForFigures(page);
    const early = loaded().filter(({ finishedAt }) => finishedAt <= figures.usableMs);
    const scripts = early.filter(({ kind }) => kind === 'Script');
    return {
      ...figures,
      scriptWireBytes: scripts.reduce((sum, { wireBytes }) => sum + wireBytes, 0),
      scriptGzipBytes: (await gzipBytes(scripts)) + gzipSize(inlineScript),
      styleGzipBytes: (await gzipBytes(early.filter(({ kind }) => kind === 'Stylesheet'))) + gzipSize(inlineStyle),
    };
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

async function waitForFigures(page: Page): Promise<PageFigures> {
  // As text: a compiled function would call helpers that the page does not have.
  const figures = await page.waitForFunction('benchFigures()', undefined, { timeout: GIVE_UP_MS });
  return (await figures.jsonValue()) as PageFigures;
}

const gzipSize = (text: string | Buffer): number => (text.length === 0 ? 0 : gzipSync(text, { level: 9 }).length);

async function gzipBytes(files: readonly Loaded[]): Promise<number> {
  let sum = 0;
  for (const { url } of files) sum += gzipSize(Buffer.from(await (await fetch(url)).arrayBuffer()));
  return sum;
}
