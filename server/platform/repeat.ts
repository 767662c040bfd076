/** Work that one process does again and again, such as checks of what is due. */

/**
 * Runs `work` immediately, and again `pauseMs` after each run has ended; it must not reject. Returns a function that
 * stops it, and resolves when a run under way has ended.
 */
export function repeat(work: () => Promise<unknown>, pauseMs: number): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    await work();
    if (!stopped) timer = setTimeout(again, pauseMs).unref();
  };
  const again = (): void => void (running = round());
  again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
