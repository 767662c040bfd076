/** How soon the cards of the supplier ranking are painted after a filter, in a real browser over the demo's data. */
import { chooseOtherFrame } from '../lib/chooseFrame';
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { skipped } from '../lib/row';
import type { Section } from '../lib/section';
import { goTo, signedIn } from '../lib/signedIn';
import { waitsRow } from '../lib/waits';

const ID = 'kpi.painted';
const CARDS = 13;
const WHAT = `all ${CARDS} cards of the supplier ranking painted after a filter`;
const LIMIT_MS = 900;
const FRAMES = ['QUARTERLY_LAST_NINETY_DAYS', 'YEARLY_LAST_TWELVE_MONTHS'] as const;

export const kpiPaint: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) return [skipped(ID, WHAT, `< ${LIMIT_MS} ms`, 'no Chromium')];
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const { page } = await signedIn(browser, server.base, 'vms.manager', 'MERIDIAN');
    await goTo(page, '/vms/supplierbidashboard/top-supplier');
    await page
      .locator('section.card[aria-busy="false"]')
      .nth(CARDS - 1)
      .waitFor();
    const waits: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      note(`kpi-paint: round ${round + 1}`);
      const { begun, painted } = await chooseOtherFrame(page, FRAMES);
      const cards = await page.locator('section.card').count();
      if (cards < CARDS) throw new Error(`The supplier ranking has ${cards} cards, not ${CARDS}.`);
      if (round >= 0) waits.push(painted - begun);
    }
    return [waitsRow(ID, WHAT, waits, LIMIT_MS)];
  } finally {
    await browser.close();
    await server.stop();
  }
};
