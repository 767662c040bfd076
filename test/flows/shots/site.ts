/** Serves the built app to a page without any server. */
import { existsSync, readFileSync, statSync } from 'node:fs';
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
/** A localhost address, because browsers restrict pages of other hosts. No request leaves the browser. */
export const ORIGIN = 'http://localhost';
const TAPE = '/given.tape.jsonl';
export const ADDRESS = `${ORIGIN}/?tape=${TAPE}`;

export interface Site {
  /** Answers a request of the page. */
  readonly fulfill: (route: Route) => Promise<void>;
  /** Requests of the page that a replay should not need. */
  readonly strange: () => readonly string[];
}

/** Serves only the app's files and a tape. `folder` is the build for browsers. */
export function openSite(folder: string, tape: string, config: RuntimeConfig): Site {
  const strange: string[] = [];
  // Only the demo can replay.
  const page = pageOf(folder, { ...config, mode: 'demo' });
  return {
    strange: () => strange,
    fulfill(route) {
      const { origin, pathname } = new URL(route.request().url());
      if (origin === ORIGIN && pathname === '/') return route.fulfill({ contentType: TYPES['.html']!, body: page });
      if (origin === ORIGIN && pathname === TAPE) return route.fulfill({ body: tape });
      const file = origin === ORIGIN ? fileOf(folder, pathname) : null;
      if (file !== null) return route.fulfill(file);
      strange.push(`${route.request().method()} ${origin === ORIGIN ? pathname : origin}`);
      return route.abort();
    },
  };
}

/** A file of the build; null for any other address. */
export function fileOf(
  folder: string,
  pathname: string,
): { readonly contentType: string; readonly body: Buffer } | null {
  const file = path.join(folder, pathname);
  if (pathname.startsWith('/api') || !existsSync(file) || !statSync(file).isFile()) return null;
  const contentType = TYPES[path.extname(file)] ?? 'application/octet-stream';
  return { contentType, body: readFileSync(file) };
}

/** The page of the app as the server fills it in. */
export function pageOf(
  folder: string,
  config: RuntimeConfig,
  name: 'index.html' | 'starting.html' = 'index.html',
): string {
  const { productName, variant } = config.branding;
  const data = JSON.stringify(config).replaceAll('<', '\\u003c');
  return readFileSync(path.join(folder, name), 'utf8')
    .replaceAll('%PRODUCT_NAME%', () => productName)
    .replaceAll('%TAGLINE%', '')
    .replaceAll('%BRAND%', () => variant)
    .replace(/(id="runtime-config">)[^<]*/, (_, open: string) => open + data);
}
