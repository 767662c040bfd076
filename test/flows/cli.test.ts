/** The command line: what it prints, what it writes, and its exit codes. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../tape/cli';
import { config } from './flows.config';

const folder = mkdtempSync(join(tmpdir(), 'flows-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function flows(...words: string[]) {
  let text = '';
  const code = await runCli(config, words, (more) => void (text += more));
  return { code, text };
}

it('a flow that plays is 0, and JUnit has a case for it', async () => {
  const file = join(folder, 'junit.xml');
  expect(await flows('play', 'sign-in', '--junit', file)).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('<testcase classname="flows" name="sign-in"');
});

it('tapes that differ are 1, with the first entry that does', async () => {
  const { code, text } = await flows('diff', 'sign-in', 'wrong-code');
  expect([code, text]).toEqual([1, expect.stringMatching(/^entry \d+ is the first that differs\n/)]);
});

it.each([
  [['nonsense'], 'There is no command "nonsense". See: flows help\n'],
  [['play', 'nowhere'], /^There is no tape "nowhere" in .*\. See: flows ls\n$/],
  [['explore', '--orders', 'many'], '--orders needs a number, not "many".\n'],
  [['redact', 'sign-in', '--out', '/nowhere/at/all'], /^\/nowhere\/at\/all cannot be written: ENOENT.*\n$/],
])('a bad question is 2 and one line: %j', async (words, line) => {
  const { code, text } = await flows(...words);
  expect(code).toBe(2);
  expect(text).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
});

it('a redacted tape goes where it is asked to, and plays', async () => {
  const file = join(folder, 'redacted.tape.jsonl');
  expect(await flows('redact', 'sign-in', '--out', file)).toMatchObject({ code: 0 });
  expect(existsSync(file)).toBe(true);
  expect(await flows('play', file)).toMatchObject({ code: 0 });
});

it('coverage says which machines are not counted, and why', async () => {
  const { text } = await flows('coverage', 'sign-in');
  expect(text).toMatch(/^signIn +\d+ of \d+$/m);
  expect(text).toMatch(/^pdfViewer +not counted: it runs in its view/m);
});
