/** The built app for a page without any server: its files, a tape, and nothing else. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Route } from 'playwright-core';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
/** Of this machine, for browsers give pages of other hosts less. No request leaves the browser. */
const ORIGIN = 'http://localhost';
const TAPE = '/given.tape.jsonl';
export const ADDRESS = `${ORIGIN}/?tape=${TAPE}`;

export interface Site {
  /** Answers a request of the page. */
  readonly fulfill: (route: Route) => Promise<void>;
  /** What the page asked for and a replay has no need of. */
  readonly strange: () => readonly string[];
}

/** `folder` is what the build writes for browsers. Throws where there is no build. */
export function openSite(folder: string, tape: string, config: RuntimeConfig): Site {
  const strange: string[] = [];
  const page = filled(readFileSync(path.join(folder, 'index.html'), 'utf8'), config);
  return {
    strange: () => strange,
    fulfill(route) {
      const { origin, pathname } = new URL(route.request().url());
      const file = path.join(folder, pathname);
      if (origin === ORIGIN && pathname === '/') return route.fulfill({ contentType: TYPES['.html']!, body: page });
      if (origin === ORIGIN && pathname === TAPE) return route.fulfill({ body: tape });
      if (origin === ORIGIN && !pathname.startsWith('/api') && existsSync(file)) {
        const contentType = TYPES[path.extname(file)] ?? 'application/octet-stream';
        return route.fulfill({ contentType, body: readFileSync(file) });
      }
      strange.push(`${route.request().method()} ${origin === ORIGIN ? pathname : origin}`);
      return route.abort();
    },
  };
}

/** As the server of the demo fills it in: only there a page replays. */
function filled(template: string, config: RuntimeConfig): string {
  const { productName, variant } = config.branding;
  const data = JSON.stringify({ ...config, mode: 'demo' }).replaceAll('<', '\\u003c');
  return template
    .replaceAll('%PRODUCT_NAME%', () => productName)
    .replaceAll('%TAGLINE%', '')
    .replaceAll('%BRAND%', () => variant)
    .replace(/(id="runtime-config">)[^<]*/, (_, open: string) => open + data);
}
