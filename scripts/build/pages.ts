/** Renders the two pages ahead and writes them beside the assets they name. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RuntimeConfig } from '../../contract';
import { criticalCss } from './criticalCss';
import { htmlDocument } from './document';

const FILES = { 'sign-in': 'index.html', starting: 'starting.html' } as const;

interface Assets {
  /** File names in assets/, in the order in which the page names them. */
  readonly main: readonly string[];
  readonly early: readonly string[];
}

export async function writePages(folder: string, assets: Assets): Promise<void> {
  // Loaded late: the sources may have changed since a watching build began.
  const { prerender } = await import('../../src/app/prerender');
  const config = JSON.parse(readFileSync(path.join(folder, 'runtime-config.json'), 'utf8')) as RuntimeConfig;
  const template: RuntimeConfig = {
    ...config,
    branding: { ...config.branding, productName: '%PRODUCT_NAME%', tagline: '%TAGLINE%' },
  };
  const address = (name: string) => `/assets/${name}`;
  const styles = assets.main.filter((name) => name.endsWith('.css'));
  const sheets = styles.map((name) => readFileSync(path.join(folder, 'assets', name), 'utf8'));

  for (const page of ['sign-in', 'starting'] as const) {
    const parts = {
      page,
      markup: prerender(page, template),
      config,
      early: address(assets.early.find((name) => name.endsWith('.js')) ?? ''),
      scripts: assets.main.filter((name) => name.endsWith('.js')).map(address),
      styles: styles.map(address),
    };
    const plain = htmlDocument({ ...parts, criticalCss: '' });
    writeFileSync(
      path.join(folder, FILES[page]),
      htmlDocument({ ...parts, criticalCss: await criticalCss(plain, sheets) }),
    );
  }
}
