/** What was fetched, for a while: one fetch however many ask, and a failure is not asked for again at once. */

interface Entry<T> {
  readonly value: Promise<T>;
  until: number;
}

export interface CacheOptions {
  readonly keepMs: number;
  readonly keepFailureMs: number;
  readonly now: () => number;
}

export class ExpiringCache<T> {
  private readonly entries = new Map<string, Entry<T>>();

  constructor(
    private readonly load: (key: string) => Promise<T>,
    private readonly options: CacheOptions,
  ) {}

  get(key: string): Promise<T> {
    const known = this.entries.get(key);
    if (known !== undefined && known.until > this.options.now()) return known.value;
    return this.refresh(key);
  }

  refresh(key: string): Promise<T> {
    const { keepMs, keepFailureMs, now } = this.options;
    const entry: Entry<T> = { value: this.load(key), until: now() + keepMs };
    entry.value.catch(() => {
      entry.until = Math.min(entry.until, now() + keepFailureMs);
    });
    this.entries.set(key, entry);
    return entry.value;
  }
}
