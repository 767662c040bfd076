/** How jest compiles TypeScript and ES modules: by SWC, each file into CommonJS by itself. The types are checked once, by tsc. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const OWN_FILE = fileURLToPath(import.meta.url);
const KEY = createHash('sha256').update(readFileSync(OWN_FILE)).update(version).digest('hex');

const parserOf = (file) =>
  /\.tsx?$/.test(file) ? { syntax: 'typescript', tsx: file.endsWith('x') } : { syntax: 'ecmascript' };

export default {
  getCacheKey: (source, file) =>
    createHash('sha256').update(KEY).update(file).update('\0').update(source).digest('hex').slice(0, 32),
  process: (source, file) =>
    transformSync(source, {
      filename: file,
      configFile: false,
      swcrc: false,
      sourceMaps: 'inline',
      jsc: {
        parser: parserOf(file),
        target: 'es2022',
        // Puts `jest.mock` before the imports of its file.
        transform: { react: { runtime: 'automatic' }, hidden: { jest: true } },
      },
      module: { type: 'commonjs' },
    }),
};
