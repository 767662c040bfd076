import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { cases } from '../../support/cases';

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Anything on a page that takes longer hangs, also on a busy machine. */
export const TIMEOUT_MS = 60_000;

/**
 * On a very busy machine Chromium may never report that a context is closed; closing the browser then removes the rest.
 */
const CLOSES_WITHIN_MS = 20_000;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS });
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface PersonOptions extends ContextOptions {
  /** Loads the screens on first use only, as most tests do: prefetching all of them is a fifth of a page's cost. */
  readonly savesData?: boolean;
}

/** Animations are off unless a test turns them on: drawing them is a tenth of the tests' CPU time. */
const MOVES = cases('screens that move', { usual: 0, long: 1 }) > 0;
const MOTION = { reducedMotion: MOVES ? 'no-preference' : 'reduce' } as const;

/** A separate browser context for one user. Errors in its pages are collected. */
export async function newPerson(browser: Browser, { savesData = true, ...options }: PersonOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...MOTION, ...options });
  if (savesData) await context.addInitScript(saveData);
  context.setDefaultTimeout(TIMEOUT_MS);
  const close = context.close.bind(context);
  context.close = async () => {
    let givenUp: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (givenUp = setTimeout(resolve, CLOSES_WITHIN_MS)));
    await Promise.race([close(), late]);
    clearTimeout(givenUp);
  };
  const troubles: string[] = [];
  const open = async (url: string): Promise<Page> => {
    const page = await newPage(context, troubles);
    await page.goto(url);
    return page;
  };
  return { context, troubles, open };
}

/** Runs in every page: as if the user had chosen it in the settings. */
function saveData(): void {
  const { connection } = navigator as Navigator & { readonly connection?: object };
  if (connection !== undefined) Object.defineProperty(connection, 'saveData', { value: true });
}

async function newPage(context: BrowserContext, troubles: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // The browser reports each refused request; the tests provoke them on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text());
  });
  return page;
}
