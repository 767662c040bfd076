import { rmSync } from 'node:fs';

export default async function tearDown(): Promise<void> {
  await globalThis.fillingDemo;
  const dataDir = process.env['BROWSER_TEST_DATA'];
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
}
