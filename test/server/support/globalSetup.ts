import { startCluster } from './cluster';

declare global {
  // Jest passes nothing else from setup to teardown.
  var stopTestCluster: (() => Promise<void>) | undefined;
}

export default async function globalSetup(): Promise<void> {
  globalThis.stopTestCluster = await startCluster();
}
