import { rmSync } from 'node:fs';

export default function tearDown(): void {
  const dataDir = process.env['BROWSER_TEST_DATA'];
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
}
