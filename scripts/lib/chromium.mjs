/** Finds a working Chromium, or installs one with this machine's package manager. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installWithApt } from './apt.mjs';
import { Problem, capture } from './process.mjs';

/** The first one opens no window; besides its pages it takes a third of the processor time of the others. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  ...NAMES.map((name) => `/usr/bin/${name}`),
  ...(process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @returns {Promise<string | undefined>} the path of the first Chromium that answers `--version` */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (await works(named)) return named;
    throw new Problem(`CHROMIUM_PATH names ${named}, which is no Chromium that runs. Correct it or unset it.`);
  }
  for (const place of new Set(PLACES)) {
    if (existsSync(place) && (await works(place))) return place;
  }
  return undefined;
}

/** Like findChromium, installing it with apt-get where needed and allowed. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  // Without any font, text has no width in a headless page.
  const packages = ['chromium-headless-shell', 'chromium'].map((name) => [name, 'fonts-liberation']);
  if (await installWithApt('Chromium for the browser tests', packages)) {
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Problem(
    'The browser tests need Chromium or Google Chrome, and none was found.\n' +
      'Install one (Debian: `sudo apt-get install chromium-headless-shell`) or set CHROMIUM_PATH to its program file.',
  );
}

// Some distributions have a stub that only explains how to install the browser: it exists but does not run.
async function works(program) {
  const { code, output } = await capture(program, ['--version', '--no-sandbox']);
  return code === 0 && /chrom/i.test(output);
}
