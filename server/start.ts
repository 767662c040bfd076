/** The whole server: database, demo data, and what stands on them. */
import { pino } from 'pino';
import type { Config } from './config';
import { openDatabase } from './database';
import { seedDemo } from './demo/seed';
import { loggerOptions } from './http/logging';
import { loadKeys } from './keys';
import { serve, type RunningServer } from './serve';

export async function startServer(config: Config): Promise<RunningServer> {
  const keys = loadKeys(config);
  const database = await openDatabase({ ...config, log: pino(loggerOptions(config)) });
  try {
    if (config.mode === 'demo') await seedDemo(database);
    const server = await serve(config, database, keys);
    return { ...server, stop: () => server.stop().finally(() => database.close()) };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
