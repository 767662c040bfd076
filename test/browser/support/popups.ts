/** Checks that everything that opens in a part of the page opens inside the window. */
import type { Locator, Page } from 'playwright-core';
import { settled } from './axe';

interface Opened {
  /** Names of what was opened. */
  readonly names: readonly string[];
  /** The elements outside the window, with their boxes. */
  readonly outside: readonly unknown[];
}

const POPUPS = '[aria-haspopup][aria-expanded]:visible';

/** Names of the buttons that open a menu or popover in the part, in a window of this width. */
export async function popupsOf(page: Page, part: string, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: HEIGHT });
  await settled(page);
  return page.locator(`${part} ${POPUPS}`).evaluateAll(namesOf);
}

/** Runs in the page. */
const namesOf = (all: readonly Element[]): readonly string[] =>
  all.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? '');

/** Opens every menu, popover and hint in the part, one after the other, in a window of this width. */
export async function openAll(page: Page, part: string, width: number): Promise<Opened> {
  await page.setViewportSize({ width, height: HEIGHT });
  await settled(page);
  const names: string[] = [];
  const outside: unknown[] = [];
  const look = async (button: Locator, panel: Locator): Promise<void> => {
    const [name = ''] = await button.evaluateAll(namesOf);
    names.push(name);
    const problem = await outsideOf(panel, width);
    if (problem !== null) outside.push({ name, width, ...problem });
  };
  for (const button of await page.locator(`${part} ${POPUPS}`).all()) {
    await button.click();
    const panel = page.locator('.anchored-panel');
    await look(button, panel);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  }
  // Otherwise a hint that is scrolled below the pointer would open as well.
  await page.mouse.move(0, 0);
  for (const button of await page.locator(`${part} .hint-button:visible`).all()) {
    await button.focus();
    const hint = page.locator('.hint-text');
    await look(button, hint);
    await button.blur();
    await hint.waitFor({ state: 'detached' });
  }
  return { names, outside };
}

/** Null if all of it lies inside the window. */
export async function outsideOf(panel: Locator, width: number): Promise<{ readonly box: unknown } | null> {
  await panel.waitFor();
  await panel.evaluate(untilStill);
  const box = await panel.boundingBox();
  const isInside =
    box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= HEIGHT;
  return isInside ? null : { box };
}

/** Drawers slide in. Animations that follow a scroll position never end. */
async function untilStill(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(
      ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

const HEIGHT = 900;
