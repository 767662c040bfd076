/**
 * `npm run mutate -- PATH...`: changes the code under these paths one small step at a time and counts how many of the
 * changes the tests notice. A path is a file, a folder or `file:from-to` in lines. With `--sample 0.2` a fifth of the
 * changes is tried, with `--tests PATH,...` other tests run than scripts/lib/mutationTests.mjs names.
 * docs/testing.md says how to read the result.
 */
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { testFiles, testsOf } from './lib/mutationTests.mjs';
import { inRoot, main, Problem, runNode } from './lib/process.mjs';

const USAGE = 'npm run mutate -- PATH... [--sample 0.2] [--concurrency 1] [--tests PATH,...]';

/** The Stryker pattern for a path: all code of a folder except its tests. */
function pattern(given) {
  const [file] = given.split(':');
  if (!existsSync(inRoot(file))) throw new Problem(`There is no ${file}.`);
  if (!statSync(inRoot(file)).isDirectory()) return given;
  // Stryker splits this at its commas.
  return ['ts', 'tsx'].map((ending) => `${file.replace(/\/$/, '')}/**/!(*.test).${ending}`).join(',');
}

/** Passes the cluster to the tests in the environment, as jest's setup of the server tests does. */
async function startCluster() {
  // For the whole process: the database imports its migrations when it runs them.
  await import('tsx');
  const { startCluster: start } = createRequire(import.meta.url)('../test/server/support/cluster.ts');
  return start();
}

await main(async () => {
  const given = readOptions(USAGE, {
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '1' },
      tests: { type: 'string' },
      runner: { type: 'string', default: 'warm' },
    },
  });
  if (given === undefined) return 0;
  const { values, positionals } = given;
  const part = Number(values.sample);
  if (positionals.length === 0 || !(part > 0 && part <= 1)) throw new Problem(`Name what to change: ${USAGE}`);
  await ensureInstalled();
  const server = positionals.filter((given) => given.startsWith('server/')).length;
  if (server > 0 && server < positionals.length)
    throw new Problem('The server has tests of its own: change either the server or the rest.');
  const files = testFiles(values.tests?.split(',') ?? positionals.flatMap(testsOf));
  console.log(`The tests are ${files.join(' ')}`);
  // One PostgreSQL for the whole run; it is stopped even if Stryker's processes fail.
  const stopCluster = server > 0 ? await startCluster() : undefined;
  return runNode(
    [
      inRoot('node_modules/@stryker-mutator/core/bin/stryker.js'),
      'run',
      '--mutate',
      positionals.map(pattern).join(','),
      '--concurrency',
      values.concurrency,
      '--testRunner',
      values.runner,
    ],
    {
      env: {
        ...process.env,
        MUTATION_SAMPLE: String(part),
        MUTATION_TESTS: server > 0 ? 'server' : 'fast',
        MUTATION_FILES: files.join(','),
      },
    },
  ).finally(() => stopCluster?.());
});
