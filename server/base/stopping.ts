/** How a command is stopped. */

/** Long enough to undo what has begun. */
const STOP_WITHIN_MS = 12_000;

/** Aborts at Ctrl+C and SIGTERM. The process then has some seconds to end by itself. */
export function stoppedBySignals(): AbortController {
  const stopping = new AbortController();
  stopping.signal.addEventListener('abort', () => {
    setTimeout(() => {
      process.stderr.write('Stopping took too long; exiting now.\n');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
  });
  // Ctrl+C arrives more than once: from the terminal, from npm and from the script that started this.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());
  return stopping;
}
