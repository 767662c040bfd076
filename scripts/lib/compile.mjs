/**
 * How jest compiles TypeScript and ES modules: by ts-jest, with our own cache key. The cache key of ts-jest contains
 * the settings of a test's project, so each project would compile every file again.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN_FILE = fileURLToPath(import.meta.url);
const require = createRequire(OWN_FILE);

/** Turns each file into CommonJS by itself; the types are checked once, by tsc. */
export const COMPILER_OPTIONS = {
  rootDir: path.resolve(path.dirname(OWN_FILE), '../..'),
  target: 'ES2022',
  module: 'CommonJS',
  jsx: 'react-jsx',
  esModuleInterop: true,
  isolatedModules: true,
  allowJs: true,
};

let transformer;
/** Loaded only for files that are not compiled yet, because it loads all of TypeScript. */
function tsJest() {
  const { TsJestTransformer } = require('ts-jest');
  return (transformer ??= new TsJestTransformer({ tsconfig: COMPILER_OPTIONS }));
}

const { version } = JSON.parse(readFileSync(require.resolve('ts-jest/package.json'), 'utf8'));
const KEY = createHash('sha256').update(readFileSync(OWN_FILE)).update(version).digest('hex');

export default {
  getCacheKey: (source, file) =>
    createHash('sha256').update(KEY).update(file).update('\0').update(source).digest('hex').slice(0, 32),
  process: (source, file, options) => tsJest().process(source, file, options),
};
