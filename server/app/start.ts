/** Starts the whole server: database, demo data and everything above; and describes why it could not. */
import { pino } from 'pino';
import type { Config } from '../base/config';
import { ConfigurationError } from '../base/environment';
import { loadKeys } from '../base/keys';
import { stopInOrder } from '../base/stopping';
import { DatabaseStartError, isUnavailable, openDatabase } from '../database';
import { HOLDS_DEMO, holdsDemo, seedDemo } from '../demo/seed';
import { startSimulator } from '../demo/simulator/simulator';
import { startDemoSso } from '../demo/sso/demoSso';
import { startDeletingOldEvents } from '../features/audit/deleteOldEvents';
import { startAlarms } from '../features/board/alarmChecks';
import { startScheduledBroadcasts } from '../features/broadcasts/scheduled';
import { startDeletingOldChanges } from '../features/dashboards/home/deleteOldChanges';
import { startFoldingTallies } from '../features/dashboards/precounted/foldTallies';
import { startReminders } from '../features/notifications/reminders/reminders';
import { startPublishingQueued } from '../features/records/queuedNotifications';
import { startSettling } from '../features/records/settleNotifications';
import { startBackups } from '../platform/backups/schedule';
import { loggerOptions } from '../platform/http/logging';
import { PasswordHasher } from '../identity/passwords/passwordHasher';
import { startDeletingExpired } from '../identity/sessions/deleteExpired';
import { serve, type RunningServer } from './serve';
import { reasonOf } from '../base/errors';

/** After DRAIN_SECONDS: 10 s for pushes and mail under way, then 10 s for running requests. */
const STOP_WITHIN_MS = 21_000;
/** The embedded database needs up to twice 10 s: in order, and then at once. */
const CLOSE_DATABASE_WITHIN_MS = 21_000;

/** Why the server did not start and what to do, as sentences for the operator. */
export function describeStartFailure(error: unknown): string {
  return describeKnown(error) ?? `The server could not start: ${reasonOf(error)}`;
}

/** The same for a command, which uses the settings and the database of the server. */
export function describeCommandFailure(error: unknown): string {
  const known = describeKnown(error);
  if (known !== undefined) return known;
  return isUnavailable(error)
    ? `The database does not answer (${reasonOf(error)}). Start the server, or check DATABASE_URL.`
    : `The command failed: ${reasonOf(error)}`;
}

function describeKnown(error: unknown): string | undefined {
  // These messages are written for the operator.
  if (error instanceof ConfigurationError || error instanceof DatabaseStartError) return error.message;
  const { code, address, port, path } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: stop what listens there, or choose another with PORT.`;
    case 'EACCES':
      return path === undefined
        ? `The server is not allowed to listen on ${address ?? 'this address'}:${port}: choose a PORT above 1023.`
        : `The server has no access to ${path}: grant it, or choose another folder with DATA_DIR.`;
    case 'ENOSPC':
    case '53100':
      return 'The disk is full: free some space, or choose another folder with DATA_DIR.';
    case 'EROFS':
      return `${path ?? 'The data folder'} cannot be written to: choose another folder with DATA_DIR.`;
    default:
      return undefined;
  }
}

export interface StartedServer extends RunningServer {
  /** Where the first owner sets up a platform that has no organization yet; null once it has. */
  readonly setupAddress: string | null;
}

/** Opens the database, seeds the demo, and listens. Rejects if one of these fails, with everything closed again. */
export async function startServer(config: Config): Promise<StartedServer> {
  const keys = loadKeys(config);
  const database = await openDatabase({ ...config, log: pino(loggerOptions(config)) });
  let stopSso = async (): Promise<void> => undefined;
  try {
    if (config.mode === 'demo') {
      const hasher = new PasswordHasher(config.passwordHashing);
      await seedDemo(database, { hashPassword: (password) => hasher.hash(password) });
      stopSso = await startDemoSso(config, database);
    } else if (await holdsDemo(database)) {
      throw new DatabaseStartError(HOLDS_DEMO);
    }
    const server = await serve(config, database, keys);
    const stopReminders = startReminders(server.app.services);
    const stopQueued = startPublishingQueued(server.app.services);
    const stopSettling = startSettling(server.app.services);
    const stopFolding = startFoldingTallies(server.app.services);
    const stopForgetting = startDeletingOldChanges(server.app.services);
    const stopDeletingExpired = startDeletingExpired(server.app.services);
    const stopForgettingEvents = startDeletingOldEvents(server.app.services);
    const stopBroadcasts = startScheduledBroadcasts(server.app.services);
    const stopAlarms = startAlarms(server.app.services);
    const stopBackups = startBackups(server.app.services);
    const stopSimulator = config.simulator ? startSimulator(server.app.services) : async (): Promise<void> => undefined;
    const secret = await server.app.services.firstSetup.createLink();
    return {
      ...server,
      setupAddress: secret === null ? null : `${config.publicUrl.origin}/setup?secret=${secret}`,
      stop: () =>
        stopInOrder([
          {
            withinMs: config.drainSeconds * 1_000 + STOP_WITHIN_MS,
            end: () =>
              server
                .leave()
                .then(() =>
                  Promise.all([
                    stopSimulator(),
                    stopReminders(),
                    stopQueued(),
                    stopSettling(),
                    stopBroadcasts(),
                    stopAlarms(),
                    stopFolding(),
                    stopForgetting(),
                    stopDeletingExpired(),
                    stopForgettingEvents(),
                    stopBackups(),
                  ]),
                )
                .then(server.stop)
                .finally(stopSso),
          },
          { withinMs: CLOSE_DATABASE_WITHIN_MS, end: () => database.close() },
        ]),
    };
  } catch (error) {
    await stopSso();
    await database.close().catch(() => undefined);
    throw error;
  }
}
