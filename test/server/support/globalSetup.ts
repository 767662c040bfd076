import { startCluster } from './cluster';

declare global {
  // Jest hands nothing else from its setup to its teardown.
  var stopTestCluster: (() => Promise<void>) | undefined;
}

export default async function globalSetup(): Promise<void> {
  globalThis.stopTestCluster = await startCluster();
}
