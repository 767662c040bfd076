/** Pictures of the parts page, one per state. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page, Route } from 'playwright-core';
import { WrongCall } from './command';
import { ORIGIN } from './site';
import { inContext, settled, viewByView, type Picture, type Subject } from './subject';

/** `folder` is where the parts page has been built. */
export const partsSubject = (folder: string): Subject =>
  viewByView((browser, view) => {
    if (!existsSync(path.join(folder, 'index.html')))
      throw new WrongCall('The parts page has not been built. Run node scripts/build.mjs --only parts first.');
    return inContext(browser, view, {}, async (page, troubles) => {
      await page.route('**/*', filesOf(folder));
      await page.goto(`${ORIGIN}/`);
      await page.locator('[data-own-page]').last().waitFor();
      await page.waitForLoadState('networkidle');
      // Charts are drawn after the page.
      await settled(page, { fullPage: true });
      const pictures: Picture[] = [];
      for (const state of await page.locator('[data-state]').all()) {
        const step = (await state.getAttribute('data-state')) ?? '';
        pictures.push({ ...view, step, png: await state.screenshot({ animations: 'disabled' }) });
      }
      const own = await page
        .locator('[data-own-page]')
        .evaluateAll((links) => links.map((link) => ({ ...(link as HTMLElement).dataset })));
      for (const { ownPage: step = '', kind, on } of own) {
        await page.goto(`${ORIGIN}/?state=${step}`);
        await page.locator(`[data-alone="${step}"]`).waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
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
