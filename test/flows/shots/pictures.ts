/** Pictures of the built app as it replays a tape. */
import type { Browser, Locator, Page } from 'playwright-core';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { linesOf, portOf, readTape, type Entry } from '../../../tape';
import { ADDRESS, openSite } from './site';
import type { Stop } from './steps';

export interface View {
  /** Of the page, in pixels. */
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

export interface Picture extends View {
  readonly flow: string;
  readonly step: string;
  readonly png: Buffer;
}

const HEIGHT = 900;
/** It takes long only where something hangs. */
const PATIENCE_MS = 120_000;
/** Between two looks at a page that may not be drawn yet. */
const LOOK_AGAIN_MS = 50;
/** The panel is no part of the app. */
const WITHOUT_PANEL = '.tape-panel { display: none !important; }';

/** `folder`: the build for browsers. Throws where the page does not show the flow, or asks for more than the tape has. */
export async function takePictures(
  browser: Browser,
  folder: string,
  { name, text }: { readonly name: string; readonly text: string },
  stops: readonly Stop[],
  view: View,
): Promise<readonly Picture[]> {
  const { header, entries } = readTape(name, linesOf(text));
  const all = [...entries];
  const site = openSite(folder, text, header.given as unknown as RuntimeConfig);
  const context = await browser.newContext({
    viewport: { width: view.width, height: HEIGHT },
    colorScheme: view.scheme,
    reducedMotion: 'reduce',
    timezoneId: header.zone,
    locale: header.locale,
    serviceWorkers: 'block',
  });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    await context.route('**/*', site.fulfill);
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    await page.goto(ADDRESS);
    const pictures: Picture[] = [];
    for (const { step, at } of stops) {
      await page.clock.setFixedTime(timeAt(all, at));
      await goTo(page, at);
      pictures.push({ ...view, flow: name, step, png: await settled(page) });
    }
    const [trouble] = [...troubles, ...site.strange().map((one) => `it asked for ${one}`)];
    if (trouble !== undefined) throw new Error(`${name} did not replay in the page alone: ${trouble}`);
    return pictures;
  } finally {
    await context.close();
  }
}

/** What the clock said last: views tell how long ago something was. */
function timeAt(entries: readonly Entry[], at: number): number {
  const times = entries.flatMap((entry, nth) =>
    'call' in entry && portOf(entry.call) === 'clock.now' ? [{ nth, time: Number(entry.value) }] : [],
  );
  return (times.filter(({ nth }) => nth < at).at(-1) ?? times[0])?.time ?? 0;
}

/** By the slider, as a person does. The panel says where it is and, if it came no further, why. */
async function goTo(page: Page, at: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Entry' });
  await unlessRefused(page, slider);
  await slider.fill(String(at));
  await unlessRefused(page, page.locator('.tape-count', { hasText: new RegExp(`^${at} of `) }));
}

async function unlessRefused(page: Page, wanted: Locator): Promise<void> {
  const refused = page.locator('[data-tone="negative"]');
  await wanted.or(refused).first().waitFor();
  if ((await refused.count()) > 0) throw new Error(await refused.innerText());
}

/** Drawn to the end: the second of two pictures that are the same. */
async function settled(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const look = () => page.screenshot({ animations: 'disabled', style: WITHOUT_PANEL });
  const deadline = performance.now() + PATIENCE_MS;
  for (let before = await look(); performance.now() < deadline;) {
    await page.waitForTimeout(LOOK_AGAIN_MS);
    const now = await look();
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The page does not come to rest: something on it moves without an end.');
}
