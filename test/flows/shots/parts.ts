/** Pictures of the parts page, one per state. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page, Route } from 'playwright-core';
import { WrongCall } from './command';
import { pngOf, urlOf } from './compare';
import { ORIGIN } from './site';
import { inContext, TIMEOUT_MS, settled, turnTo, viewByView, type Picture, type Subject } from './subject';

/** `folder` is where the parts page has been built. */
export const partsSubject = (folder: string): Subject =>
  viewByView((browser, view) => {
    if (!existsSync(path.join(folder, 'index.html')))
      throw new WrongCall('The parts page has not been built. Run node scripts/build.mjs --only parts first.');
    return inContext(browser, view, {}, async (page, troubles) => {
      await page.route('**/*', filesOf(folder));
      // A picture of more than the window would resize it, and its charts would be drawn again.
      await page.setViewportSize({ width: view.width, height: STRIP_HEIGHT });
      await page.goto(`${ORIGIN}/`);
      await page.locator('[data-own-page]').last().waitFor();
      await page.waitForLoadState('networkidle');
      await withCharts(page);
      const pictures: Picture[] = [];
      for (const states of stripsOf(await page.locator('[data-state]').evaluateAll(boxesOf))) {
        const strip = boundsOf(states);
        const scrolled = await page.evaluate((top) => (scrollTo(0, top), scrollY), strip.y);
        const png = await settled(page, { clip: { ...strip, y: strip.y - scrolled } });
        const cut = await page.evaluate(cutOut, {
          url: urlOf(png),
          boxes: states.map(({ x, y, width, height }) => ({ x: x - strip.x, y: y - strip.y, width, height })),
        });
        states.forEach(({ step }, at) => pictures.push({ ...view, step, png: pngOf(cut[at] ?? '') }));
      }
      const own = await page
        .locator('[data-own-page]')
        .evaluateAll((links) => links.map((link) => ({ ...(link as HTMLElement).dataset })));
      await turnTo(page, view);
      for (const { ownPage: step = '', kind, on } of own) {
        await page.goto(`${ORIGIN}/?state=${step}`);
        await page.locator(`[data-alone="${step}"]`).waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
        await withCharts(page);
        if (on !== undefined) await bring(page, kind, on);
        pictures.push({ ...view, step, png: await settled(page) });
      }
      if (troubles[0] !== undefined) throw new Error(`The parts page fails: ${troubles[0]}`);
      return pictures;
    });
  });

/** The same for the current sources: a build takes a few seconds if little has changed. */
export function builtPartsSubject(root: string): Subject {
  let subject: Subject | null = null;
  return (browser, views) => {
    if (subject === null) {
      const args = [path.join(root, 'scripts/build.mjs'), '--only', 'parts'];
      const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
      if (status !== 0) throw new WrongCall('The parts page could not be built; its own message is above.');
      subject = partsSubject(path.join(root, 'dist/parts'));
    }
    return subject(browser, views);
  };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface State extends Box {
  readonly step: string;
}

/**
 * Where each state is on the full page. Each is moved to a whole pixel: between two, one line of text may be drawn on
 * the upper pixel and the next one on the lower, depending on how the page was put together.
 */
const boxesOf = (states: readonly Element[]): State[] =>
  states.map((state) => {
    const { left, top } = state.getBoundingClientRect();
    const moved = { position: 'relative', left: `${Math.ceil(left) - left}px`, top: `${Math.ceil(top) - top}px` };
    Object.assign((state as HTMLElement).style, moved);
    const { x, y, width, height } = state.getBoundingClientRect();
    const step = state.getAttribute('data-state') ?? '';
    return { step, x: x + scrollX, y: y + scrollY, width: Math.ceil(width), height: Math.ceil(height) };
  });

/** Of the window for them; Chromium draws no picture that is higher than 16,384 pixels. */
const STRIP_HEIGHT = 4_000;

/** Neighboring states that fit into one picture; a picture for each state would take ten times as long. */
function stripsOf(states: readonly State[]): readonly State[][] {
  const strips: State[][] = [];
  for (const state of states) {
    const strip = strips.at(-1);
    if (strip !== undefined && boundsOf([...strip, state]).height <= STRIP_HEIGHT) strip.push(state);
    else strips.push([state]);
  }
  return strips;
}

function boundsOf(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  return { x, y, width: right - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** Runs in the page, so it must not use other modules. */
async function cutOut({ url, boxes }: { readonly url: string; readonly boxes: readonly Box[] }): Promise<string[]> {
  const image = await createImageBitmap(await (await fetch(url)).blob());
  return boxes.map(({ x, y, width, height }) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')!.drawImage(image, x, y, width, height, 0, 0, width, height);
    return canvas.toDataURL('image/png');
  });
}

/** Charts are drawn after the page, late on a busy machine; until then two empty pictures are equal. */
async function withCharts(page: Page): Promise<void> {
  let missing: readonly string[] = [];
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline;) {
    // A picture makes the browser draw a frame, for which charts wait.
    await settled(page);
    missing = await page.evaluate(undrawnCharts);
    if (missing.length === 0) {
      await settled(page);
      return;
    }
  }
  throw new Error(`Charts on the parts page are not drawn: ${missing.join(', ')}.`);
}

/** Runs in the page, so it must not use other modules. */
function undrawnCharts(): string[] {
  const charts = [...document.querySelectorAll('.chart')].filter((chart) => chart.querySelector('table') === null);
  const undrawn = charts.filter((chart) => {
    const canvas = chart.querySelector('canvas');
    const drawing = canvas?.getContext('2d');
    if (!canvas || !drawing || canvas.width === 0 || canvas.height === 0) return true;
    return drawing.getImageData(0, 0, canvas.width, canvas.height).data.every((value) => value === 0);
  });
  return undrawn.map(
    (chart) =>
      `${chart.closest('[data-state], [data-alone]')?.outerHTML.slice(0, 80)} (${chart.firstElementChild?.outerHTML.slice(0, 120)})`,
  );
}

async function bring(page: Page, kind: string | undefined, on: string): Promise<void> {
  const element = page.locator(on).first();
  if (kind === 'press') await element.click();
  else if (kind === 'hover') await element.hover();
  else await element.focus();
}

const filesOf = (folder: string) => (route: Route) => {
  const { pathname } = new URL(route.request().url());
  const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
  return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 });
};
