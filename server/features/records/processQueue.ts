/** How many entries of a queue are read at a time. */
export const MAX_AT_ONCE = 100;

interface Queue<Entry> {
  /** At most `MAX_AT_ONCE` entries after this id, in the order of their ids. */
  readonly read: (after: number) => Promise<readonly Entry[]>;
  readonly process: (entry: Entry) => Promise<void>;
  readonly failed: (error: unknown, entry: Entry) => void;
}

/**
 * Processes all entries. One that fails stays in the queue, and does not hold up the others. Ends after the entry under
 * way if it is stopped. Throws what `read` throws.
 */
export async function processQueue<Entry extends { readonly id: number }>(
  { read, process, failed }: Queue<Entry>,
  stopping?: AbortSignal,
): Promise<void> {
  for (let last = 0; ;) {
    const entries = await read(last);
    for (const entry of entries) {
      if (stopping?.aborted) return;
      try {
        await process(entry);
      } catch (error) {
        failed(error, entry);
      }
      last = entry.id;
    }
    if (entries.length < MAX_AT_ONCE) return;
  }
}
