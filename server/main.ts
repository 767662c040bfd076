/** The server's process: configuration, database, demo data, HTTP; and an orderly way out again. */
import { ConfigurationError, readConfig } from './config';
import type { RunningServer } from './serve';
import { startServer } from './start';
import { describeStartFailure } from './startFailure';

/** Long enough for the answers under way, short enough for whoever restarts us. */
const STOP_WITHIN_MS = 12_000;

async function main(): Promise<void> {
  const started = performance.now();
  const starting = startServer(readConfig(process.env));
  stopOnSignals(starting);
  const server = await starting;
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`Staffing VMS is ready at ${server.url} (started in ${seconds} s)`);
  // One request's slip must not take down everybody else's.
  process.on('unhandledRejection', (error) =>
    server.app.http.log.error({ err: error }, 'a promise nobody waited for failed'),
  );
}

/** Also while it is starting: what has begun is finished and then closed, so that no database is left behind. */
function stopOnSignals(starting: Promise<RunningServer>): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    console.log(`Stopping (${signal}) ...`);
    const stopped = starting.then((server) => {
      setTimeout(() => {
        console.error('Stopping took too long; leaving now.');
        process.exit(1);
      }, STOP_WITHIN_MS).unref();
      return server.stop();
    });
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(describeStartFailure(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
}

main().catch((error: unknown) => {
  console.error(describeStartFailure(error));
  if (!(error instanceof ConfigurationError) && process.env['LOG_LEVEL'] === 'debug') console.error(error);
  process.exit(1);
});
