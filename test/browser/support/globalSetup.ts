import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export default function setUp(): void {
  process.env['BROWSER_TEST_DATA'] = mkdtempSync(path.join(tmpdir(), 'vms-browser-'));
}
