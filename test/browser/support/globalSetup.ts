import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillDemo } from './product';

export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-browser-'));
  // Where root runs the tests, the database's own user passes through; else its files would lie, and stay, elsewhere.
  chmodSync(folder, 0o711);
  process.env['BROWSER_TEST_DATA'] = folder;
  await fillDemo();
}
