/** The package as users get it: packed, and installed into a separate project. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';

export const ROOT = path.join(__dirname, '../..');
/** The other dependencies of the project, as its package manager would install them. */
const NEIGHBORS = [
  'redux',
  'redux-saga',
  '@redux-saga',
  'xstate',
  'typescript',
  '@types',
  'undici-types',
  'jest',
  '@babel',
  'tsx',
];

interface Ended {
  readonly code: number;
  readonly text: string;
}

export const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env) =>
  new Promise<Ended>((resolve) => {
    execFile(command, [...args], { cwd, env }, (error, out, said) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: out + said }),
    );
  });

/** Copies the foreign project into this empty folder, with the packed file installed. */
export async function installForeign(project: string): Promise<void> {
  // The folder of a run with browser tests: the package is packed once for all of its files.
  const { BROWSER_TEST_DATA: folder } = process.env;
  const finished = folder && path.join(folder, 'foreignProject');
  if (!finished) return install(project);
  if (!existsSync(finished)) {
    const own = mkdtempSync(`${finished}-`);
    await install(own);
    publish(own, finished);
  }
  // Its links lead into the folder in which they are.
  cpSync(finished, project, { recursive: true, verbatimSymlinks: true });
}

/** Two files that begin together both install: the first one is kept. */
function publish(own: string, finished: string): void {
  try {
    renameSync(own, finished);
  } catch (error) {
    if (!existsSync(finished)) throw error;
    rmSync(own, { recursive: true, force: true });
  }
}

async function install(project: string): Promise<void> {
  expect(await run(process.execPath, [path.join(ROOT, 'tape/build.mjs')], project)).toEqual({ code: 0, text: '' });
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', project], path.join(ROOT, 'tape'));
  expect(packed.code).toBe(0);
  cpSync(path.join(__dirname, 'foreignProject'), project, { recursive: true });
  const file = `./${packed.text.trim()}`;
  const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
  expect(await run('npm', ['install', file, ...options], project)).toMatchObject({ code: 0 });
  for (const name of NEIGHBORS)
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(project, 'node_modules', name));
}

/** Writes the examples of the README that begin with the name of a file into this folder. Returns the names. */
export function writeExamples(folder: string): readonly string[] {
  const readme = readFileSync(path.join(ROOT, 'tape/README.md'), 'utf8');
  return [...readme.matchAll(/^```js\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(([, name = '', code = '']) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code);
    return name;
  });
}

/** Writes `bundle/main.js` for browsers. Resolves with the errors. */
export function bundled(project: string, entry: string, externals: RegExp[] = []): Promise<readonly unknown[]> {
  const options: Configuration = {
    mode: 'production',
    context: project,
    entry,
    output: { path: path.join(project, 'bundle') },
    // Addresses contain function names.
    optimization: { minimize: externals.length > 0, concatenateModules: externals.length > 0 },
    externals,
    externalsType: 'var',
    performance: false,
  };
  return new Promise((resolve, reject) => {
    webpack(options, (error, stats) => (error ? reject(error) : resolve(stats?.compilation.errors ?? [])));
  });
}
