/** `npm run vms` in a clone: the command has the terminal to itself. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cloneOfScripts } from './support/clone';

/** In place of the built command line: prints its arguments and what it is given. */
const COMMAND = `
  let given = '';
  process.stdin.on('data', (chunk) => (given += chunk));
  process.stdin.on('end', () => console.log(JSON.stringify([process.argv.slice(2), given])));
`;

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const { folder: clone, remove } = cloneOfScripts();
beforeAll(() => writeFileSync(path.join(clone, 'dist/server/vms.js'), COMMAND));
afterAll(remove);

const vms = (args: readonly string[], input: string, user: { readonly uid?: number } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd: clone, ...user };
    const run = execFile(process.execPath, ['scripts/vms.mjs', ...args], options, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    run.stdin?.end(input);
  });

test('a password from a pipe reaches the command', async () => {
  const printed = await vms(['create-owner', '--username', 'ida'], 'Plain-words-for-the-owner-7\n');
  expect(JSON.parse(printed)).toEqual([['create-owner', '--username', 'ida'], 'Plain-words-for-the-owner-7\n']);
});

test('a user who may not write into an installed clone can use it', async () => {
  const stamp = path.join(clone, 'node_modules/.installed');
  rmSync(stamp, { force: true });
  chmodSync(clone, 0o755);
  chmodSync(path.join(clone, 'node_modules'), 0o555);
  try {
    const printed = await vms(['doctor'], '', isRoot ? { uid: NOBODY } : {});
    expect(JSON.parse(printed)).toEqual([['doctor'], '']);
    expect(existsSync(stamp)).toBe(false);
  } finally {
    chmodSync(path.join(clone, 'node_modules'), 0o755);
  }
});
