/** The whole server: database, demo data, and what stands on them. */
import { pino } from 'pino';
import { startBroadcasts } from './broadcasts/sweep';
import type { Config } from './config';
import { openDatabase } from './database';
import { seedDemo } from './demo/seed';
import { startSimulator } from './demo/simulator';
import { startDemoSso } from './demo/sso';
import { loggerOptions } from './http/logging';
import { loadKeys } from './keys';
import { startReminders } from './notifications/reminders';
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
    const stopReminders = startReminders(server.app.services);
    const stopBroadcasts = startBroadcasts(server.app.services);
    const stopSimulator = config.simulator ? startSimulator(server.app.services) : async (): Promise<void> => undefined;
    return {
      ...server,
      stop: () =>
        Promise.all([stopSimulator(), stopReminders(), stopBroadcasts()])
          .then(server.stop)
          .finally(stopSso)
          .finally(() => database.close()),
    };
  } catch (error) {
    await stopSso();
    await database.close().catch(() => undefined);
    throw error;
  }
}
