/** Faults of the layout: what of a page, or of what opens on it, cannot be read or pressed where it stands. */
import type { Locator, Page } from 'playwright-core';
import { settled } from './axe';

/** Findings on the page as it stands, as readable lines; nothing where all is well. */
export async function faultsAsItStands(page: Page, width: number, height = 900): Promise<readonly string[]> {
  await page.setViewportSize({ width, height });
  await settled(page);
  await page.evaluate(() => scrollTo(0, 0));
  return lasting(page, () => page.evaluate(look, null));
}

/** The same, and findings in whatever opens on it. */
export async function faultsOf(page: Page, width: number, height = 900): Promise<readonly string[]> {
  const found = [...(await faultsAsItStands(page, width, height))];
  for (const opener of await page.locator(OPENERS).all()) {
    if (!(await opener.isVisible())) continue;
    const name = await opener.evaluate((each) => each.getAttribute('aria-label') ?? each.textContent?.trim() ?? '');
    found.push(...(await opened(page, opener)).map((fault) => `${name} > ${fault}`));
  }
  return found;
}

/** Menus, popovers, dropdowns, drawers and dialogs say what they open; hints open by focus. Of rows the first stands for all. */
const OPENERS = 'button:is([aria-haspopup], [aria-expanded]):not(:disabled, .record ~ .record *), .hint-button';
const PANELS = '.anchored-panel, .hint-text, .drawer, .ui.modal, [role="dialog"]';

/** What is wrong with that which one control opens; it is closed again as people would close it. */
async function opened(page: Page, opener: Locator): Promise<readonly string[]> {
  const isHint = await opener.evaluate((each) => each.classList.contains('hint-button'));
  const before = await page.locator(PANELS).count();
  if (isHint) await opener.focus();
  else await opener.click();
  const panel = page.locator(PANELS).nth(before);
  const isPopup = isHint || (await opener.getAttribute('aria-haspopup')) !== null;
  const timeout = isPopup ? OPENS_WITHIN_MS : UNFOLDS_WITHIN_MS;
  const shown = await panel.waitFor({ state: 'visible', timeout }).then(
    () => true,
    () => false,
  );
  // A disclosure of the page opens in place, and was looked at with it.
  if (!shown) {
    if (!isHint) await opener.click();
    return [];
  }
  await page.evaluate(untilStill);
  const faults = await lasting(page, () => panel.evaluate(look));
  if (isHint) await opener.blur();
  else await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  return faults;
}

/**
 * Findings in the dialogs that buttons of the page open. All of its buttons are pressed, whatever else they do: the page is
 * opened anew after each that opened none.
 */
export async function faultsOfDialogs(page: Page, address: string): Promise<readonly string[]> {
  const found: string[] = [];
  const buttons = page.locator(PRESSED);
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const button = buttons.nth(at);
    if (!(await button.isVisible())) continue;
    const name = (await button.evaluate((each) => each.getAttribute('aria-label') ?? each.textContent ?? '')).trim();
    if (LEAVES.test(name)) continue;
    const before = await page.locator(PANELS).count();
    await button.click();
    const dialog = page.locator('[role="dialog"], .ui.modal').first();
    const shown = await dialog.waitFor({ state: 'visible', timeout: UNFOLDS_WITHIN_MS }).then(
      () => true,
      () => false,
    );
    if (shown && (await page.locator(PANELS).count()) > before) {
      await page.evaluate(untilStill);
      found.push(...(await lasting(page, () => dialog.evaluate(look))).map((fault) => `${name} > ${fault}`));
    }
    await page.goto(address);
    await page.locator('.shell-page h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
  }
  return found;
}
/** Of rows and cards the first stands for all. Tabs, openers and heads of columns open no dialogs. */
const PRESSED =
  '.shell-page button:not(:disabled, [aria-disabled="true"], [aria-haspopup], [aria-expanded], [role="tab"], [aria-pressed], .hint-button, .head-sort, .record ~ .record *, tr ~ tr *, .card ~ .card *)';
const LEAVES = /log ?out|sign out|print|download|export|refresh|previous|next|page/i;

/** How much of the page moved by itself since it was opened, as Chromium counts it. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((told) => {
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
          told(Math.round(sum * 10_000) / 10_000);
        }, 100);
      }),
  );

const OPENS_WITHIN_MS = 5_000;
const UNFOLDS_WITHIN_MS = 500;

/** Rows are measured once they are drawn, on a busy machine much later: what is found once and not again was on its way. */
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

/** Drawers slide in. What moves with the scrolling, as the fading edge of tabs, never ends. */
async function untilStill(): Promise<void> {
  const ends = ({ timeline, effect }: Animation) =>
    timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity;
  const moving = document.getAnimations().filter(ends);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/**
 * Runs in the page, over all of it or over a panel. Within what scrolls, only what is in view is judged; the rest can be
 * scrolled to.
 */
function look(panel: Element | null): string[] {
  const faults: string[] = [];
  const root = panel ?? document.body;
  const { clientWidth: width } = document.documentElement;
  const height = innerHeight;
  const nameOf = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
    return `<${element.tagName.toLowerCase()}${element.className ? `.${String(element.getAttribute('class')).split(' ')[0]}` : ''}> ${text.slice(0, 50)}`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.visually-hidden, .skip-link, [aria-hidden="true"], [inert]') === null;
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflow);
  const clips = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX);
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = [];
    for (let at = element.parentElement; at !== null && at !== document.documentElement; at = at.parentElement)
      all.push(at);
    return all;
  };
  /** What scrolls around an element, from the inside out. */
  const frames = (element: Element) => ancestors(element).filter((each) => each !== document.body && scrolls(each));
  const isInFrames = (element: Element, box: DOMRect) =>
    frames(element).every((frame) => {
      const around = frame.getBoundingClientRect();
      return (
        box.left >= around.left - 1 &&
        box.right <= around.right + 1 &&
        box.top >= around.top - 1 &&
        box.bottom <= around.bottom + 1
      );
    });

  if (panel === null) {
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  } else {
    const box = panel.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1)
      faults.push(`outside the window: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
  }

  // Texts: inside the window, and not cut unless they say so and can be read.
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (
      element === null ||
      node.textContent?.trim() === '' ||
      !isShown(element) ||
      element.closest('option, select') !== null
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if (frames(element).length === 0 && (box.left < -1 || box.right > width + 1)) {
      const cutter = [element, ...ancestors(element)].find(clips);
      if (cutter === undefined) faults.push(`text outside the window: ${nameOf(element)}`);
    }
    const cutter = [element, ...ancestors(element)].find((each) => {
      if (!clips(each) || each === document.body) return false;
      const around = each.getBoundingClientRect();
      return box.right > around.right + 1.5 || box.left < around.left - 1.5;
    });
    if (cutter === undefined || !isInFrames(cutter, cutter.getBoundingClientRect())) continue;
    if (getComputedStyle(cutter).textOverflow !== 'ellipsis') faults.push(`cut: ${nameOf(element)}`);
    else {
      // What is cut is said in full to those who point at it.
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      const said = [cutter, element, ...ancestors(element)].some(
        (each) => each.hasAttribute('title') || each.getAttribute('aria-label') !== null,
      );
      if (!said) faults.push(`cut, and nowhere in full: ${nameOf(element)}`);
    }
  }

  // What an empty field asks for: half of it is seen at least, or a dozen letters.
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (pen === null || field.value !== '' || !isShown(field)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const [all, some] = [field.placeholder, field.placeholder.slice(0, 12)].map((text) => pen.measureText(text).width);
    if (room < Math.min(all! / 2, some!)) faults.push(`hardly readable: ${field.placeholder}`);
  }

  // Controls: not under another layer, and none over another.
  const controls = [...root.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((each) => {
    const box = each.getBoundingClientRect();
    const isIn = box.left >= -1 && box.right <= width + 1 && box.top >= 0 && box.bottom <= height;
    return isShown(each) && box.width > 2 && box.height > 2 && isIn && isInFrames(each, box);
  });
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    const [first] = control.getClientRects();
    const at = control.tagName === 'A' && first !== undefined ? first : box;
    const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    if (top === null || control.contains(top) || top.contains(control) || top.closest('label')?.contains(control))
      continue;
    if ((control as HTMLInputElement).labels?.[0]?.contains(top)) continue;
    // What sticks to an edge lies over what passes under it.
    if ([top, ...ancestors(top)].some((each) => /sticky|fixed/.test(getComputedStyle(each).position)) && panel === null)
      continue;
    faults.push(`under another layer: ${nameOf(control)}, under ${nameOf(top)}`);
  }
  /** What is cut off of it cannot be pressed: a name that is longer than its cell does not reach into the next one. */
  const pressable = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (const each of ancestors(element)) {
      if (!clips(each) || each === document.body) continue;
      const around = each.getBoundingClientRect();
      [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    return { left, right, top, bottom };
  };
  for (const [index, one] of controls.entries()) {
    const a = pressable(one);
    for (const other of controls.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const b = pressable(other);
      const [over, down] = [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      ];
      if (over <= 2 || down <= 2) continue;
      // A button in the place that its field leaves free for it.
      if (one.tagName === 'INPUT' && over <= parseFloat(getComputedStyle(one).paddingRight)) continue;
      const isStuck = (each: Element) =>
        [each, ...ancestors(each)].some((at) => /sticky|fixed/.test(getComputedStyle(at).position));
      if (isStuck(one) !== isStuck(other)) continue;
      faults.push(`two controls overlap: ${nameOf(one)} and ${nameOf(other)}`);
    }
  }
  return [...new Set(faults)];
}
