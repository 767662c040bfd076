/** Single sign-on in the demo: the provider, and the rows that lead to it. */
import type { Config } from '../../config';
import type { Database } from '../../database';
import { startDemoProvider } from './provider';
import { registerDemoProvider, retireDemoProvider } from './register';

/** Answers what stops it again. */
export async function startDemoSso(config: Config, database: Database): Promise<() => Promise<void>> {
  if (config.ssoDemoPort === undefined) {
    await retireDemoProvider(database);
    return async () => undefined;
  }
  const provider = await startDemoProvider({ port: config.ssoDemoPort, appOrigins: [config.publicUrl.origin] });
  try {
    await registerDemoProvider(database, provider.issuer);
    return () => provider.stop();
  } catch (error) {
    await provider.stop();
    throw error;
  }
}
