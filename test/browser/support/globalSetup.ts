import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { parentOfTemporaryFolders } from '../../support/temporaryFolders';
import { fillDemo } from './product';

declare global {
  // Jest passes nothing else from setup to teardown.
  var fillingDemo: Promise<void> | undefined;
}

export default function setUp(): void {
  const folder = mkdtempSync(path.join(parentOfTemporaryFolders(), 'vms-browser-'));
  // If root runs the tests, the database user needs access; else its files would be created, and left, elsewhere.
  chmodSync(folder, 0o711);
  process.env['BROWSER_TEST_DATA'] = folder;
  // Not awaited: other tests begin in the meantime, and `startProduct` waits for it.
  globalThis.fillingDemo = fillDemo();
}
