/** Web Locks as far as the app uses them: one name, granted in the order of requests. */
type Held = () => Promise<void>;

export function createLocks() {
  const waiting: (() => void)[] = [];
  let held = 0;

  function release(): void {
    held -= 1;
    waiting.shift()?.();
  }

  return {
    held: () => held,
    request: (_name: string, { signal }: { readonly signal: AbortSignal }, callback: Held): Promise<void> =>
      new Promise((resolve, reject) => {
        const grant = () => {
          held += 1;
          // Asynchronous, as in a browser.
          queueMicrotask(() => void callback().then(release).then(resolve, reject));
        };
        signal.addEventListener('abort', () => {
          const place = waiting.indexOf(grant);
          if (place < 0) return;
          waiting.splice(place, 1);
          reject(signal.reason as Error);
        });
        if (held === 0) grant();
        else waiting.push(grant);
      }),
  };
}
