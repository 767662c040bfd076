import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from '../../support/scratch';
import { fillDemo } from './product';

declare global {
  // Jest hands nothing else from its setup to its teardown.
  var fillingDemo: Promise<void> | undefined;
}

export default function setUp(): void {
  const folder = mkdtempSync(path.join(scratchFolder(), 'vms-browser-'));
  // Where root runs the tests, the database's own user passes through; else its files would lie, and stay, elsewhere.
  chmodSync(folder, 0o711);
  process.env['BROWSER_TEST_DATA'] = folder;
  // Not awaited: other tests begin meanwhile, and `startProduct` waits for it.
  globalThis.fillingDemo = fillDemo();
}
