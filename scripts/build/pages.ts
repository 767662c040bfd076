/** Prerenders the two pages and writes them beside their assets. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Branding, RuntimeConfig } from '../../contract/shell/runtimeConfig';
import type * as Prerender from '../../src/app/prerender';
import { criticalCss } from './criticalCss';
import { htmlDocument } from './document';
import { freshRequire } from './freshRequire';

const FILES = { 'sign-in': 'index.html', starting: 'starting.html' } as const;

interface Assets {
  /** File names in assets/, in the order in which the page names them. */
  readonly engine: readonly string[];
  readonly views: readonly string[];
  /** In assets/devtools/. */
  readonly devtools: readonly string[];
}

/**
 * For our own server, which fills them in and chooses between them. `forAnyHost` writes one page instead, filled in
 * from the runtime configuration; it requests a session itself.
 */
export async function writePages(folder: string, assets: Assets, early: string, forAnyHost: boolean): Promise<void> {
  // Either would end the script element, or hide its end.
  if (/<\/script|<!--/i.test(early)) throw new Error('early.ts cannot be written into a page as it is.');
  const { prerender } = freshRequire(path.join(__dirname, '../../src/app/prerender.tsx')) as typeof Prerender;
  const config = JSON.parse(readFileSync(path.join(folder, 'runtime-config.json'), 'utf8')) as RuntimeConfig;
  const template: RuntimeConfig = {
    ...config,
    branding: { ...config.branding, productName: '%PRODUCT_NAME%', tagline: '%TAGLINE%' },
  };
  const address = (name: string) => `/assets/${name}`;
  const scripts = (names: readonly string[]) => names.filter((name) => name.endsWith('.js')).map(address);
  const styles = assets.views.filter((name) => name.endsWith('.css'));
  const sheets = styles.map((name) => readFileSync(path.join(folder, 'assets', name), 'utf8'));

  for (const page of ['sign-in', 'starting'] as const) {
    const isForm = page === 'sign-in';
    const parts = {
      page,
      markup: prerender(page, template),
      config,
      early,
      engine: scripts(assets.engine),
      views: scripts(assets.views),
      devtools: scripts(assets.devtools.map((name) => `devtools/${name}`)),
      styles: styles.map(address),
      stylesLater: isForm,
    };
    const plain = htmlDocument({ ...parts, criticalCss: '' });
    const html = htmlDocument({ ...parts, criticalCss: await criticalCss(plain, sheets, isForm) });
    writeFileSync(path.join(folder, FILES[page]), html);
    if (forAnyHost && page === 'starting') {
      writeFileSync(path.join(folder, FILES['sign-in']), filledIn(html, config.branding));
    }
  }
}

function filledIn(html: string, { productName, tagline, variant }: Branding): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return html
    .replaceAll('%PRODUCT_NAME%', () => escaped(productName))
    .replaceAll('%TAGLINE%', () => escaped(tagline))
    .replaceAll('%BRAND%', variant);
}
