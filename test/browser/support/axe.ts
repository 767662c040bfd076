import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { cases } from '../../support/cases';

/** Colors change a little later than the color scheme. */
const AT_REST_MS = 500;
/** Longer on a busy machine; real violations persist. */
const MAX_AGAIN = 10;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

type Rules = 'all' | 'colors' | 'all but colors';
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const OPTIONS: Readonly<Record<Rules, object>> = {
  all: {},
  colors: { runOnly: COLOR_RULES },
  'all but colors': { rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) },
};

/**
 * What axe finds in the page, or within a part of it, as one readable line each. A violation found only once was an
 * intermediate state.
 */
export async function violations(page: Page, rules: Rules = 'all', within?: string): Promise<string[]> {
  // The script stays in the page, because it is half a megabyte to send and parse.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  let found = await run(page, rules, within);
  for (let again = 0; found.length > 0 && again < MAX_AGAIN; again += 1) {
    await page.waitForTimeout(AT_REST_MS);
    await page.evaluate(finishAnimations);
    found = await run(page, rules, within);
  }
  return found;
}

/** On a busy machine or in a background tab, animations take longer than declared. */
function finishAnimations(): void {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}

/** Rows differ only by their values, and they are most of what axe checks. */
const ROWS = cases('rows of a table that axe looks at', { usual: 12, long: 500 });

async function run(page: Page, rules: Rules, within = 'html'): Promise<string[]> {
  const context = { include: within, exclude: `.data-table tbody tr:nth-child(n + ${ROWS + 1})` };
  const options = { resultTypes: ['violations'], ...OPTIONS[rules] };
  const results = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`,
  );
  return results.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

const IN_FULL = cases('widths at which axe judges colors, in light and in dark', { usual: 3, long: 6 }) === 6;
const isOf =
  (...widths: readonly number[]) =>
  (size: { readonly width: number }) =>
    IN_FULL || widths.includes(size.width);

/**
 * Light and dark differ only in colors, which hardly depend on the width: regular runs check two widths in light and
 * one in dark.
 */
export const VIEWS = [
  ...SIZES.map((size) => {
    const rules: Rules = isOf(1440, 390)(size) ? 'all' : 'all but colors';
    return { colorScheme: 'light', size, rules } as const;
  }),
  ...SIZES.filter(isOf(1440)).map((size) => ({ colorScheme: 'dark', size, rules: 'colors' }) as const),
];

/** What axe finds and what is cut off, at all widths, light and dark; empty if there is nothing. */
export async function flaws(page: Page, within?: string): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const { colorScheme, size, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settled(page);
    const all = await violations(page, rules, within);
    if (await overflows(page)) all.push('wider than the window');
    if (all.length > 0) found[`${colorScheme} ${size.width}`] = all;
  }
  return found;
}

/** Waits until the change has been drawn. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))));

export const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
