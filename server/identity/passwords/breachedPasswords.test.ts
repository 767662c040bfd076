/** The search in a file of hashes, compared with a set of the same passwords. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBreached } from './breachedPasswords';

const folder = mkdtempSync(join(tmpdir(), 'breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const PASSWORDS = Array.from({ length: 100 }, (_, index) => `password-${index}`);

function fileOf(name: string, passwords: readonly string[], end: string, counted: boolean): string {
  const lines = passwords.map((password, index) => sha1(password) + (counted ? `:${10 ** (index % 8)}` : '')).sort();
  const file = join(folder, name);
  writeFileSync(file, lines.join(end) + (counted ? end : ''));
  return file;
}

test.each([
  ['with counts and Windows line endings', '\r\n', true],
  ['of hashes alone, without a final line ending', '\n', false],
])('every password in a file %s is found, and no other', async (_case, end, counted) => {
  const file = fileOf(`${counted}`, PASSWORDS, end, counted);
  for (const password of PASSWORDS) {
    expect([password, await isBreached(file, password)]).toEqual([password, true]);
    expect([password, await isBreached(file, `${password}!`)]).toEqual([password, false]);
  }
});

test('a file may have one line or none', async () => {
  const one = fileOf('one', ['only'], '\n', true);
  expect([await isBreached(one, 'only'), await isBreached(one, 'another')]).toEqual([true, false]);
  writeFileSync(join(folder, 'none'), '');
  expect(await isBreached(join(folder, 'none'), 'only')).toBe(false);
});

test('the stored form of a password is looked up, so that spaces around it do not hide it', async () => {
  const file = fileOf('kept', PASSWORDS, '\n', true);
  expect(await isBreached(file, `  ${PASSWORDS[7]} `)).toBe(true);
});
