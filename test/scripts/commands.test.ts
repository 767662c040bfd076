/** The developers' commands in a clone: what they refuse, and what they do about what is already there. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cloneOfScripts } from './support/clone';

const clone = cloneOfScripts();
afterAll(clone.remove);
const inClone = (...parts: string[]) => path.join(clone.folder, ...parts);
const stamp = inClone('dist/.built-from');
const installed = inClone('node_modules/.package-lock.json');

const run = (args: readonly string[]) =>
  new Promise<{ code: number | null; out: string; errors: string }>((resolve) => {
    const child = execFile(process.execPath, args, { cwd: clone.folder }, (_error, out, errors) =>
      resolve({ code: child.exitCode, out, errors }),
    );
  });

describe('arguments', () => {
  beforeEach(() => {
    writeFileSync(stamp, 'the sources of the product that runs');
    // Whatever installs would begin with a line of its own.
    rmSync(installed);
  });
  afterEach(() => writeFileSync(installed, '{ "packages": {} }'));

  test.each([
    [['build', '--only', 'srever'], /^There is no part srever to build\. The parts are: app, server, parts\.\n$/],
    [['build', '--wach'], /^Unknown option '--wach'\.\nUsage: npm run build -- /],
    [['build', 'server'], /^Unexpected argument 'server'\.\nUsage: npm run build -- /],
    [['bench', '--section'], /^Option '--section <value>' argument missing\.\nUsage: npm run bench -- /],
    [['bench', '--rounds', 'ten'], /^--rounds takes a whole number from 1, not ten\.\n$/],
    [['mutate', '--smaple', '0.2'], /^Unknown option '--smaple'\.\nUsage: npm run mutate -- /],
    [['mutate'], /^Name what to change: npm run mutate -- PATH/],
  ])('%j are refused before anything is done', async ([command, ...args], says) => {
    const { code, out, errors } = await run([`scripts/${command}.mjs`, ...args]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toMatch(says);
    expect(existsSync(stamp)).toBe(true);
  });

  test.each(['build', 'bench', 'mutate'])(
    'npm run %s -- --help shows how it is used, and does nothing',
    async (command) => {
      expect(await run([`scripts/${command}.mjs`, '--help'])).toEqual({
        ...{ code: 0, errors: '' },
        out: expect.stringMatching(new RegExp(`^Usage: npm run ${command} -- .*\n$`)),
      });
      expect(existsSync(stamp)).toBe(true);
    },
  );
});

/** In place of eslint, whose cache of one file does not know that another has changed. */
const ESLINT = `process.exitCode = process.argv.some((word) => word.startsWith('--cache')) ? 0 : 1;`;

test('npm run lint checks every file again, as the types in one decide about others', async () => {
  for (const [program, script] of [
    ['eslint/bin/eslint.js', ESLINT],
    ...['prettier/bin/prettier.cjs', 'dependency-cruiser/bin/dependency-cruise.mjs', 'typescript-native/bin/tsc'].map(
      (name) => [name, ''],
    ),
  ] as [string, string][]) {
    mkdirSync(path.dirname(inClone('node_modules', program)), { recursive: true });
    writeFileSync(inClone('node_modules', program), script);
  }
  const { code, out } = await run(['scripts/lint.mjs']);
  expect(code).toBe(1);
  expect(out).toContain('lint failed: eslint\n');
});

test.each([
  ['are those of its lock file', '1.0.0', true],
  ['are of an earlier lock file', '0.9.0', false],
  ['are not there', undefined, false],
])('the peers of the bench are installed again unless they match: they %s', async (_what, version, matches) => {
  const bench = inClone('bench');
  rmSync(bench, { recursive: true, force: true });
  mkdirSync(path.join(bench, 'node_modules'), { recursive: true });
  const packages = (of: string) => JSON.stringify({ packages: { '': {}, 'node_modules/peer': { version: of } } });
  writeFileSync(path.join(bench, 'package-lock.json'), packages('1.0.0'));
  if (version !== undefined) writeFileSync(path.join(bench, 'node_modules/.package-lock.json'), packages(version));
  const script = `
    const { matchesLockfile } = await import(${JSON.stringify(pathToFileURL(inClone('scripts/lib/install.mjs')).href)});
    console.log(matchesLockfile(${JSON.stringify(bench)}));
  `;
  expect((await run(['--input-type=module', '-e', script])).out).toBe(`${matches}\n`);
});
