/** Pictures of the built app as it replays a tape. */
import type { Locator, Page } from 'playwright-core';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { linesOf, portOf, readTape, type Entry } from '../../../tape';
import { ADDRESS, openSite } from './site';
import type { Stop } from './steps';
import { inContext, settled, viewByView, type Picture, type Subject } from './subject';

/** The panel is not part of the app. */
const WITHOUT_PANEL = '[data-saga-tapes] { display: none !important; }';

/** `folder`: the build for browsers. Throws if the page does not show the flow, or requests more than the tape has. */
export const flowSubject = (
  folder: string,
  { name, text }: { readonly name: string; readonly text: string },
  stops: readonly Stop[],
): Subject =>
  viewByView((browser, view) => {
    const { header, entries } = readTape(name, linesOf(text));
    const all = [...entries];
    const site = openSite(folder, text, header.given as unknown as RuntimeConfig);
    return inContext(browser, view, { timezoneId: header.zone, locale: header.locale }, async (page, troubles) => {
      await page.route('**/*', site.fulfill);
      await page.goto(ADDRESS);
      const pictures: Picture[] = [];
      for (const { step, at } of stops) {
        await page.clock.setFixedTime(timeAt(all, at));
        await goTo(page, at);
        pictures.push({ ...view, step, png: await settled(page, { style: WITHOUT_PANEL }) });
      }
      const [trouble] = [...troubles, ...site.strange().map((one) => `it requested ${one}`)];
      if (trouble !== undefined) throw new Error(`${name} did not replay in the page alone: ${trouble}`);
      return pictures;
    });
  });

/** The last clock reading, because views show relative times. */
function timeAt(entries: readonly Entry[], at: number): number {
  const times = entries.flatMap((entry, nth) =>
    'call' in entry && portOf(entry.call) === 'clock.now' ? [{ nth, time: Number(entry.value) }] : [],
  );
  return (times.filter(({ nth }) => nth < at).at(-1) ?? times[0])?.time ?? 0;
}

/** By the slider, as a user does. The panel shows the position and, if it got stuck, the reason. */
async function goTo(page: Page, at: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Entry' });
  await unlessRefused(page, slider);
  await slider.fill(String(at));
  await unlessRefused(page, page.locator('[data-saga-tapes] .count', { hasText: new RegExp(`^${at} of `) }));
}

async function unlessRefused(page: Page, wanted: Locator): Promise<void> {
  const refused = page.locator('[data-saga-tapes] .notice[data-bad]');
  await wanted.or(refused).first().waitFor();
  if ((await refused.count()) > 0) throw new Error(await refused.innerText());
}
