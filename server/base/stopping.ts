/** How the server and its commands are stopped. */
import { setTimeout as delay } from 'node:timers/promises';

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

export interface StopStep {
  readonly end: () => Promise<unknown>;
  readonly withinMs: number;
}

/**
 * Takes the steps one after the other, each with its own time, also after one that failed or took longer. Throws what
 * the first of them threw.
 */
export async function stopInOrder(steps: readonly StopStep[]): Promise<void> {
  const problems: unknown[] = [];
  for (const { end, withinMs } of steps) {
    const late = delay(withinMs, undefined, { ref: false }).then(() => {
      throw new Error('Stopping took too long.');
    });
    await Promise.race([end(), late]).catch((error: unknown) => problems.push(error));
  }
  if (problems.length > 0) throw problems[0];
}
