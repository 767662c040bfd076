/** A clone with nothing but the scripts, which are told that its packages are installed. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');

export function cloneOfScripts() {
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-clone-'));
  for (const part of ['package.json', 'scripts'])
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  for (const made of ['node_modules', 'dist/server']) mkdirSync(path.join(folder, made), { recursive: true });
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(path.join(folder, lock), '{ "packages": {} }');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
