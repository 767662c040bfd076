/** Layout faults: content of a page, or of its menus and dialogs, that cannot be read or clicked. */
import type { Locator, Page } from 'playwright-core';
import { cases } from '../../support/cases';
import { settled } from './axe';
import { faultsInPage } from './faultsInPage';

/** Findings on the current page, light and dark, as readable lines; empty if there are none. */
export async function faultsAsItStands(page: Page, width: number, height = 900): Promise<readonly string[]> {
  await page.setViewportSize({ width, height });
  await settled(page);
  await page.evaluate(() => scrollTo(0, 0));
  return inBothSchemes(page, () => page.evaluate(faultsInPage, null), EVERYWHERE_IN_DARK || width === WIDTH_IN_DARK);
}

/**
 * The same, with findings in its menus and dialogs. The bar is the same on every page: if `turn` says that the page is
 * one of several, each page opens one part of the bar.
 */
export async function faultsOf(page: Page, width: number, turn?: number): Promise<readonly string[]> {
  const found = [...(await faultsAsItStands(page, width))];
  const inBar = await page.locator(`.shell-bar ${OPENERS}`).all();
  const ofBar = turn === undefined ? inBar : inBar.filter((_, at) => at === turn % inBar.length);
  const ofPage = await page.locator(`${OPENERS}:not(.shell-bar *)`).all();
  for (const opener of [...ofBar, ...ofPage]) {
    if (!(await opener.isVisible())) continue;
    const name = await nameOf(opener);
    found.push(...(await opened(page, opener)).map((fault) => `${name} > ${fault}`));
  }
  return found;
}

/**
 * The controls of menus, popovers, dropdowns, drawers and dialogs declare what they open; hints open by focus. Only the
 * first row is checked.
 */
const OPENERS =
  'button:is([aria-haspopup], [aria-expanded], .hint-button):not(:disabled, .record ~ .record *, tbody tr ~ tr *)';
const PANELS = '.anchored-panel, .hint-text, .drawer, .ui.modal, [role="dialog"]';

const nameOf = (control: Locator): Promise<string> =>
  control.evaluate((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim());

const isShownWithin = (panel: Locator, timeout: number): Promise<boolean> =>
  panel.waitFor({ state: 'visible', timeout }).then(
    () => true,
    () => false,
  );

/** Everything that opens from now on. */
async function nextPanel(page: Page): Promise<Locator> {
  await page
    .locator(PANELS)
    .evaluateAll((panels) => panels.forEach((each) => each.toggleAttribute('data-known', true)));
  return page.locator(NEXT_PANEL).first();
}
const NEXT_PANEL = `:is(${PANELS}):not([data-known])`;

/** Findings in what one control opens; it is closed again as a user would close it. */
async function opened(page: Page, opener: Locator): Promise<readonly string[]> {
  const isHint = await opener.evaluate((each) => each.classList.contains('hint-button'));
  const panel = await nextPanel(page);
  if (isHint) await opener.focus();
  else await opener.click();
  const isPopup = await opener.evaluate((each) => each.matches('.hint-button, .disclosure-button, [aria-haspopup]'));
  if (!(await isShownWithin(panel, isPopup ? OPENS_WITHIN_MS : UNFOLDS_WITHIN_MS))) {
    // Content that unfolds in place is checked with its page.
    const faults = isPopup ? ['opens nothing'] : await inBothSchemes(page, () => page.evaluate(faultsInPage, null));
    if (!isHint && (await opener.isVisible())) await opener.click();
    return faults;
  }
  await page.evaluate(untilStill);
  const faults = await inBothSchemes(page, () => panel.evaluate(faultsInPage));
  if (isHint) await opener.blur();
  else await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  return faults;
}

/**
 * Findings in what the buttons of the page open or change. All of them are clicked; `reopen` restores the page if a
 * click has left it or removed a button.
 */
export async function faultsOfDialogs(page: Page, reopen: () => Promise<void>): Promise<readonly string[]> {
  return faultsOfPresses(page, `.shell-page ${PRESSED}`, reopen);
}

/** The same for the buttons in the bar's panels: the user menu, the notifications. */
export async function faultsBehindBar(page: Page, reopen: () => Promise<void>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const opener of BEHIND_BAR) {
    const name = await nameOf(page.locator(opener));
    const open = async (): Promise<void> => {
      await reopen();
      await page.locator(opener).click();
      await page.locator(PANELS).first().waitFor();
      await page.evaluate(untilStill);
    };
    await open();
    const inPanel = await faultsOfPresses(page, `:is(${PANELS}) ${PRESSED_IN_PANEL}`, open);
    found.push(...inPanel.map((fault) => `${name} > ${fault}`));
  }
  await reopen();
  return found;
}
const BEHIND_BAR = ['.profile > button', '.bell > button'];

async function faultsOfPresses(page: Page, pressed: string, reopen: () => Promise<void>): Promise<readonly string[]> {
  const found: string[] = [];
  const { pathname } = new URL(page.url());
  const buttons = page.locator(pressed);
  const names = await buttons.evaluateAll(namesOfShown);
  for (const [at, name] of names.entries()) {
    if (name === '' || LEAVES.test(name)) continue;
    const nth = names.slice(0, at).filter((each) => each === name).length;
    if (nth >= SAME_NAME) continue;
    const find = async () => {
      const now = await buttons.evaluateAll(namesOfShown);
      const index = now.flatMap((each, index) => (each === name ? [index] : []))[nth];
      return index === undefined ? null : buttons.nth(index);
    };
    let button = await find();
    if (button === null) {
      await reopen();
      button = await find();
    }
    // An earlier click has settled its purpose.
    if (button === null) continue;
    const dialog = await nextPanel(page);
    await button.click();
    const isShown = await isShownWithin(dialog, OPENS_BY_PRESS_MS);
    await page.evaluate(untilStill);
    const judge = () => (isShown ? dialog.evaluate(faultsInPage) : page.evaluate(faultsInPage, null));
    const isThere = new URL(page.url()).pathname === pathname;
    if (isThere) found.push(...(await inBothSchemes(page, judge)).map((fault) => `${name} > ${fault}`));
    if (isShown) await page.keyboard.press('Escape');
    const isBack = await dialog.waitFor({ state: 'detached', timeout: CLOSES_WITHIN_MS }).then(
      () => true,
      () => false,
    );
    if (!isThere || !isBack) await reopen();
  }
  return found;
}
/** Only the first row and card are checked. Tabs, openers and column headers open no dialogs. */
const PRESSED =
  'button:not(:disabled, [aria-disabled="true"], [aria-haspopup], [aria-expanded], [role="tab"], [aria-pressed], .hint-button, .head-sort, .record ~ .record *, tr ~ tr *, .card ~ .card *)';
/** Content that unfolds in place there was not checked with the page. */
const PRESSED_IN_PANEL = 'button:not(:disabled, [aria-disabled="true"], [role="tab"], [aria-pressed], .note *)';
/** Rows that are not table rows. */
const SAME_NAME = 2;
const LEAVES = /log ?out|sign out|print|download|export|refresh|previous|next|page|close|show me around/i;

/** Runs in the page. '' for a hidden button. */
const namesOfShown = (buttons: readonly Element[]): readonly string[] =>
  buttons.map((each) =>
    each.checkVisibility({ visibilityProperty: true })
      ? (each.getAttribute('aria-label') ?? each.textContent ?? '').replace(/\s+/g, ' ').trim()
      : '',
  );

/** The layout shift since the page was opened, as Chromium counts it. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          add(observer.takeRecords());
          observer.disconnect();
          resolve(Math.round(sum * 10_000) / 10_000);
        }, 100);
      }),
  );

const OPENS_WITHIN_MS = 5_000;
const UNFOLDS_WITHIN_MS = 500;
/** Dialogs are loaded on first use. */
const OPENS_BY_PRESS_MS = 1_000;
const CLOSES_WITHIN_MS = 3_000;

/**
 * Light and dark differ in colors but not in layout: regular runs check pages at this width in dark, but not their
 * menus and dialogs.
 */
const WIDTH_IN_DARK = 1440;
const EVERYWHERE_IN_DARK = cases('widths at which the layout is searched in dark', { usual: 1, long: 4 }) > 1;

/** Light, then dark; findings in both are reported once. The page is light again afterwards. */
async function inBothSchemes(
  page: Page,
  find: () => Promise<readonly string[]>,
  alsoDark = EVERYWHERE_IN_DARK,
): Promise<readonly string[]> {
  const light = await lasting(page, find);
  if (!alsoDark) return light;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await lasting(page, find);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.filter((each) => !light.includes(each)).map((each) => `in the dark ${each}`)];
}

/**
 * Rows are measured once drawn, which is much later on a busy machine: a finding that is not repeated was an
 * intermediate state.
 */
async function lasting(page: Page, find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let found = await find();
  for (let again = 0; found.length > 0 && again < MAX_AGAIN; again += 1) {
    await page.waitForTimeout(AGAIN_AFTER_MS);
    found = await find();
  }
  return found;
}
const AGAIN_AFTER_MS = 500;
const MAX_AGAIN = 6;

/** Drawers slide in. Scroll-driven animations, such as the fading edge of tabs, never end. */
async function untilStill(): Promise<void> {
  const ends = ({ timeline, effect }: Animation) =>
    timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity;
  const moving = document.getAnimations().filter(ends);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}
