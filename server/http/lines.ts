/** Answers in lines: each as soon as it is ready. */
import { Readable } from 'node:stream';

/**
 * Works on so many tasks at once and writes a line as each is done, in the order they finish. When nobody reads any more
 * the tasks that have not begun never do. Tasks tell of their own failures: one that throws breaks the answer off.
 */
export function linesOf(tasks: readonly (() => Promise<string>)[], atOnce: number): Readable {
  const lines = new Readable({ read: () => undefined });
  const waiting = tasks.values();
  const work = async (): Promise<void> => {
    for (const task of waiting) {
      const line = await task();
      if (lines.destroyed) return;
      lines.push(`${line}\n`);
    }
  };
  void Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, work)).then(
    () => (lines.destroyed ? undefined : lines.push(null)),
    (error: Error) => lines.destroy(error),
  );
  return lines;
}
