/** How the server and its commands are stopped. */

/** A process manager, Ctrl+C, and the closing of the terminal. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Long enough to undo what has begun. */
const STOP_WITHIN_MS = 12_000;

/** Calls back at each signal that asks this process to stop. */
export function onStopSignals(stop: (signal: string) => void): void {
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (signal === 'SIGHUP') outliveTerminal();
      stop(signal);
    });
  }
}

/** What is still written to a closed terminal fails, which must not keep the process from stopping in order. */
function outliveTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Aborts at each of the signals. The process then has some seconds to end by itself. */
export function stoppedBySignals(): AbortController {
  const stopping = new AbortController();
  stopping.signal.addEventListener('abort', () => {
    setTimeout(() => {
      process.stderr.write('Stopping took too long; exiting now.\n');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
  });
  // Ctrl+C arrives more than once: from the terminal, from npm and from the script that started this.
  onStopSignals(() => stopping.abort());
  return stopping;
}
