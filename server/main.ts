/** The server process: starts everything and shuts it down in order. */
import { pino } from 'pino';
import { describeStartFailure, startServer, type StartedServer } from './app/start';
import { readConfig } from './base/config';
import { ConfigurationError } from './base/environment';
import { onStopSignals } from './base/stopping';
import { LINK_MINUTES } from './features/organizations/firstSetup';
import { loggerOptions } from './platform/http/logging';

/** Older releases no longer get security fixes. */
const OLDEST_MAINTAINED_NODE = 22;

async function main(): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  if (Number(process.versions.node.split('.')[0]) < OLDEST_MAINTAINED_NODE)
    console.warn(`Node ${process.versions.node} no longer gets security fixes: please upgrade to Node 22 or 24.`);
  const isTerminal = process.stdout.isTTY;
  // If stdout is not a terminal, it is the log: JSON, without secrets.
  const log = pino(loggerOptions(config));
  const say = isTerminal ? (sentence: string) => console.log(sentence) : (sentence: string) => log.info(sentence);
  const starting = startServer(config);
  stopOnSignals(starting, say);
  const server = await starting;
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  say(`Staffing VMS is ready at ${server.url} (started in ${seconds} s)`);
  if (server.setupAddress !== null) {
    say(
      isTerminal
        ? `No one can sign in yet. Set the platform up within ${LINK_MINUTES} minutes at ${server.setupAddress}`
        : 'No one can sign in yet. Run "vms setup-link" on this machine, and set the platform up at the link that it prints.',
    );
  }
  // A bug in one request must not stop the server for everyone.
  process.on('unhandledRejection', (error) => server.app.http.log.error({ err: error }, 'unhandled rejection'));
}

/** Also during the start: the server finishes starting and then closes, so that no database is left running. */
function stopOnSignals(starting: Promise<StartedServer>, say: (sentence: string) => void): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    say(`Stopping (${signal}) ...`);
    // `main` reports why it did not start.
    starting.then(
      (server) => exitAfter(server.stop()),
      () => undefined,
    );
  };
  onStopSignals(stop);
}

function exitAfter(stopped: Promise<void>): void {
  stopped.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(`The server did not stop in order: ${(error as Error).message}`);
      process.exit(1);
    },
  );
}

main().catch((error: unknown) => {
  console.error(describeStartFailure(error));
  if (!(error instanceof ConfigurationError) && process.env['LOG_LEVEL'] === 'debug') console.error(error);
  process.exit(1);
});
