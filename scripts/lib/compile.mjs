/** How tests compile TypeScript and ES modules: each file by itself into CommonJS. The types are checked once, by tsc. */
import { version, transformSync } from '@swc/core';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const KEY = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .update(version)
  .digest('hex');

const parserFor = (file) =>
  /\.tsx?$/.test(file) ? { syntax: 'typescript', tsx: file.endsWith('x') } : { syntax: 'ecmascript' };

/** @returns {{ code: string }} with the map of its lines within */
export function compile(source, file) {
  const { code } = transformSync(source, {
    filename: file,
    configFile: false,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: parserFor(file),
      // Calls of jest.mock go before the imports.
      transform: { react: { runtime: 'automatic' }, hidden: { jest: true } },
    },
    module: { type: 'commonjs' },
  });
  return { code: code.replace(EXPORT, '$&configurable: true, ') };
}

/** What a module exports is defined by getters, which `jest.spyOn` replaces where that is allowed. */
const EXPORT = /Object\.defineProperty\((?:exports|target), (?:name|"\w+"), \{\s+(?=enumerable: true,\s+get:)/g;

export default {
  getCacheKey: (source, file) =>
    createHash('sha256').update(KEY).update(file).update('\0').update(source).digest('hex').slice(0, 32),
  process: compile,
};
