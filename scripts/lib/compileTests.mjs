/**
 * Compiles all files that tests may load into jest's cache, each file once: `node scripts/lib/compileTests.mjs SHARE
 * SHARES [OMITTED...]` compiles every SHARES-th file, except those in the omitted folders. Workers that begin together
 * on an empty cache load the same files, and each compiles them for itself.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createScriptTransformer } from '@jest/transform';
import { readConfigs } from 'jest-config';
import { ES_MODULES } from '../../jest.config.mjs';
import { inRoot, root } from './process.mjs';

const FOLDERS = ['contract', 'machines', 'sagas', 'src', 'server', 'tape', 'scripts', 'bench', 'test'];
const OTHERS = ['node_modules', '__snapshots__', '.built'];
/** How jest requests modules that are loaded by `require`. */
const REQUIRED = {
  supportsDynamicImport: false,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};
const NOT_COVERED = { collectCoverage: false, collectCoverageFrom: [], coverageProvider: 'v8' };

const filesIn = (folder, pattern) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return OTHERS.includes(entry.name) ? [] : filesIn(file, pattern);
    return pattern.test(entry.name) ? [file] : [];
  });

const [share, shares] = process.argv.slice(2, 4).map(Number);
const omitted = process.argv.slice(4).map((folder) => inRoot(folder, '/'));
const sources = FOLDERS.flatMap((folder) => filesIn(inRoot(folder), /(?<!\.d)\.tsx?$/)).filter(
  (file) => !omitted.some((folder) => file.startsWith(folder)),
);
const packages = ES_MODULES.map((name) => inRoot('node_modules', name)).filter((folder) => existsSync(folder));
const files = [...sources, ...packages.flatMap((folder) => filesIn(folder, /\.js$/))];

const { configs } = await readConfigs({ _: [], $0: '' }, [root]);
// All projects compile in the same way and share the result.
const transformer = await createScriptTransformer(configs[0], new Map());
for (const [index, file] of files.entries()) {
  if (index % shares !== share) continue;
  try {
    transformer.transform(file, { ...REQUIRED, ...NOT_COVERED });
  } catch {
    // The test that loads the file reports the error.
  }
}
