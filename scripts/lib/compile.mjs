/**
 * Makes CommonJS of TypeScript and of ES modules, for jest and for the runner of mutants. Only the syntax changes: the
 * types are checked once, by tsc.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

/** Exports are getters that call the binding; a spy must be able to take their place. */
const FIXED_EXPORT = /enumerable: true,(?=\s*get\b)/g;

/** @param {string} file decides the syntax by its ending */
export function compile(source, file) {
  const { code } = transformSync(source, {
    filename: file,
    configFile: false,
    swcrc: false,
    sourceMaps: 'inline',
    inlineSourcesContent: false,
    jsc: {
      parser: /\.tsx?$/.test(file)
        ? { syntax: 'typescript', tsx: file.endsWith('x') }
        : { syntax: 'ecmascript', jsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic' }, hidden: { jest: true } },
    },
    module: { type: 'commonjs' },
  });
  return code.replace(FIXED_EXPORT, 'enumerable: true, configurable: true,');
}

const OWN = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .update(version)
  .digest('hex');

/** What jest calls. What is compiled is kept under this key, whichever part of the tests asks for it. */
export default {
  getCacheKey: (source, file) =>
    createHash('sha256').update(OWN).update(file).update(source).digest('hex').slice(0, 32),
  process: (source, file) => ({ code: compile(source, file) }),
};
