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

/** Nothing on a page takes longer unless it hangs, also on a busy machine. */
export const PATIENCE_MS = 60_000;

/** On a very busy machine Chromium may never say that a context is closed; what is left then goes with the browser. */
const CLOSES_WITHIN_MS = 20_000;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS });
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface PersonOptions extends ContextOptions {
  /**
   * Gets the screens with their first use only. Most people of the tests do: fetching all of them ahead is a fifth of what
   * a page costs.
   */
  readonly savesData?: boolean;
}

/** Nothing moves by itself unless a test asks for it: drawing each step of it is a tenth of what the tests compute. */
const MOVES = cases('screens that move', { usual: 0, long: 1 }) > 0;
const MOTION = { reducedMotion: MOVES ? 'no-preference' : 'reduce' } as const;

/** A person's browser of its own, without anything of another's. What goes wrong in its pages is collected. */
export async function newPerson(browser: Browser, { savesData = true, ...options }: PersonOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...MOTION, ...options });
  if (savesData) await context.addInitScript(saveData);
  context.setDefaultTimeout(PATIENCE_MS);
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

/** Runs in every page: as if the person had asked for it in the settings. */
function saveData(): void {
  const { connection } = navigator as Navigator & { readonly connection?: object };
  if (connection !== undefined) Object.defineProperty(connection, 'saveData', { value: true });
}

async function newPage(context: BrowserContext, troubles: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // The browser itself reports each refused request; the tests that provoke them know.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text());
  });
  return page;
}
