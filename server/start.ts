/** The whole server: database, demo data, and what stands on them. */
import { pino } from 'pino';
import type { Config } from './config';
import { openDatabase } from './database';
import { seedDemo } from './demo/seed';
import { startDemoSso } from './demo/sso';
import { loggerOptions } from './http/logging';
import { loadKeys } from './keys';
import { serve, type RunningServer } from './serve';

export async function startServer(config: Config): Promise<RunningServer> {
  const keys = loadKeys(config);
  const database = await openDatabase({ ...config, log: pino(loggerOptions(config)) });
  let stopSso = async (): Promise<void> => undefined;
  try {
    if (config.mode === 'demo') {
      await seedDemo(database);
      stopSso = await startDemoSso(config, database);
    }
    const server = await serve(config, database, keys);
    return {
      ...server,
      stop: () =>
        server
          .stop()
          .finally(stopSso)
          .finally(() => database.close()),
    };
  } catch (error) {
    await stopSso();
    await database.close().catch(() => undefined);
    throw error;
  }
}
