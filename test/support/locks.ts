/** Web Locks as far as the app uses them: one name, granted in the order of requests, or stolen. */
type Held = () => Promise<void>;

interface Options {
  /** Withdraws a request that waits. */
  readonly signal?: AbortSignal;
  readonly steal?: boolean;
}
interface Holder {
  readonly reject: (reason: Error) => void;
}

export function createLocks() {
  const waiting: (() => void)[] = [];
  let holder: Holder | null = null;

  return {
    held: () => (holder === null ? 0 : 1),
    waiting: () => waiting.length,
    request: (_name: string, { signal, steal = false }: Options, callback: Held): Promise<void> =>
      new Promise((resolve, reject) => {
        const self: Holder = { reject };
        const release = () => {
          if (holder !== self) return;
          holder = null;
          waiting.shift()?.();
        };
        const grant = () => {
          holder = self;
          // Asynchronous, as in a browser.
          queueMicrotask(() => void callback().then(release).then(resolve, reject));
        };
        signal?.addEventListener('abort', () => {
          const place = waiting.indexOf(grant);
          if (place < 0) return;
          waiting.splice(place, 1);
          reject(signal.reason as Error);
        });
        if (steal) holder?.reject(new DOMException('It was stolen.', 'AbortError'));
        if (steal || holder === null) grant();
        else waiting.push(grant);
      }),
  };
}
