/** Starts everything above the database, and stops it in reverse order. */
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database';
import type { Config } from '../base/config';
import { buildApp, type App, type AppDependencies } from './httpServer';
import type { Keys } from '../base/keys';
import { startMailDelivery } from '../platform/mail/delivery';
import { openEventBus } from '../platform/eventBus/openEventBus';

/** How long running requests may take after the server is asked to stop. */
const DRAIN_MS = 10_000;

export interface RunningServer {
  readonly url: string;
  readonly app: App;
  /** Makes the server not ready for DRAIN_SECONDS and closes its sockets; `stop` follows. */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

export type StartOptions = Pick<AppDependencies, 'logStream' | 'ownClock' | 'bodyTimeoutMs'>;

/**
 * Starts everything above an open database, which stays open after `stop`. Rejects if it cannot listen, after undoing
 * what it began.
 */
export async function serve(
  config: Config,
  database: Database,
  keys: Keys,
  options: StartOptions = {},
): Promise<RunningServer> {
  const undo: Array<() => Promise<unknown>> = [];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const bus = openEventBus(config, database, keys);
    const app = await buildApp({ config, database, keys, bus, ...options });
    undo.push(
      () => bus.close(),
      () => drain(app),
    );
    await bus.start(app.http.log);
    await app.services.clock.start();
    undo.push(async () => app.services.clock.stop());
    undo.push(startBackgroundWork(app));
    await app.http.listen({ port: config.port, host: config.host });
    return { url: addressOf(app, config), app, leave: () => leave(app), stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

function startBackgroundWork({ services }: App): () => Promise<void> {
  const { config, database, deliveries, keys, outbox, log, metrics } = services;
  const mail =
    config.smtpUrl === undefined
      ? undefined
      : startMailDelivery({
          ...{ database, outbox, keys, log, smtpUrl: config.smtpUrl, from: config.mailFrom },
          count: (outcome) => metrics.mails.inc({ outcome }),
        });
  const stopDeliveries = deliveries.start();
  return async () => {
    // Side by side: what is queued meanwhile stays in the outbox.
    await Promise.all([stopDeliveries(), mail?.close()]);
  };
}

/**
 * Reports not ready, and closes sockets one after the other, so that their clients do not reconnect all at the same
 * time.
 */
async function leave({ services, sockets }: App): Promise<void> {
  const ms = services.config.drainSeconds * 1_000;
  services.draining.begin();
  await Promise.all([sockets.close(ms), delay(ms)]);
}

async function drain({ http, services }: App): Promise<void> {
  const cutOff = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
  try {
    await http.close().finally(() => services.afterResponse.finish());
  } finally {
    clearTimeout(cutOff);
  }
}

/** With PORT=0 the port is known only from the socket. */
function addressOf({ http }: App, config: Config): string {
  if (config.port !== 0) return config.publicUrl.origin;
  return `http://localhost:${(http.server.address() as AddressInfo).port}`;
}
