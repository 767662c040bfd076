/** `npm run vms` in a clone: the command has the terminal to itself. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
/** In place of the built command line: prints its arguments and what it is given. */
const COMMAND = `
  let given = '';
  process.stdin.on('data', (chunk) => (given += chunk));
  process.stdin.on('end', () => console.log(JSON.stringify([process.argv.slice(2), given])));
`;

let clone: string;

beforeAll(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'vms-clone-'));
  for (const part of ['package.json', 'scripts'])
    cpSync(path.join(ROOT, part), path.join(clone, part), { recursive: true });
  for (const folder of ['node_modules', 'dist/server']) mkdirSync(path.join(clone, folder), { recursive: true });
  // It needs no packages.
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(path.join(clone, lock), '{ "packages": {} }');
  writeFileSync(path.join(clone, 'dist/server/vms.js'), COMMAND);
});
afterAll(() => rmSync(clone, { recursive: true }));

const vms = (args: readonly string[], input: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const run = execFile(process.execPath, ['scripts/vms.mjs', ...args], { cwd: clone }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    run.stdin?.end(input);
  });

test('a password from a pipe reaches the command', async () => {
  const printed = await vms(['create-owner', '--username', 'ida'], 'Plain-words-for-the-owner-7\n');
  expect(JSON.parse(printed)).toEqual([['create-owner', '--username', 'ida'], 'Plain-words-for-the-owner-7\n']);
});
