/** Work that one process does again and again, such as checks of what is due. */

/** It must not reject, and ends soon after `stopping` is aborted. */
type Work = (stopping: AbortSignal) => Promise<unknown>;

/**
 * Runs `work` immediately, and again `pauseMs` after each run has ended, or when woken between two runs. Returns a
 * function that stops it, and resolves when a run under way has ended.
 */
export function repeat(
  work: Work,
  pauseMs: number,
  whenWoken: (wake: () => void) => void = () => undefined,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const round = async (): Promise<void> => {
    await work(stopping.signal);
    running = null;
    if (!stopping.signal.aborted) timer = setTimeout(again, pauseMs).unref();
  };
  const again = (): void => {
    if (stopping.signal.aborted || running !== null) return;
    clearTimeout(timer);
    running = round();
  };
  whenWoken(again);
  again();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
