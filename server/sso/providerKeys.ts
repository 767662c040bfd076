/** The keys a provider signs with. Kept for 10 minutes; for an unknown key asked for again, at most once a minute. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { ExpiringCache } from './expiringCache';
import { OutsideFetchError, type OutsideFetch } from './outsideFetch';

const REFETCH_AFTER_MS = 60_000;
const MOST_KEYS = 100;

export class ProviderKeys {
  private readonly cache: ExpiringCache<JWTVerifyGetKey>;
  private readonly refetchedAt = new Map<string, number>();

  constructor(
    private readonly outside: OutsideFetch,
    private readonly now: () => number = Date.now,
  ) {
    this.cache = new ExpiringCache((uri) => this.fetchKeys(uri), { keepMs: 600_000, keepFailureMs: 5_000, now });
  }

  /** For `jwtVerify`. */
  of(uri: string): JWTVerifyGetKey {
    return async (header, token) => {
      const keys = await this.cache.get(uri);
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !this.mayRefetch(uri)) throw error;
        return (await this.cache.refresh(uri))(header, token);
      }
    };
  }

  private mayRefetch(uri: string): boolean {
    const last = this.refetchedAt.get(uri);
    if (last !== undefined && this.now() - last < REFETCH_AFTER_MS) return false;
    this.refetchedAt.set(uri, this.now());
    return true;
  }

  private async fetchKeys(uri: string): Promise<JWTVerifyGetKey> {
    const found = await this.outside.getJson(uri);
    const keys = (found as { keys?: unknown } | null)?.keys;
    if (!Array.isArray(keys) || keys.length > MOST_KEYS) throw new OutsideFetchError('the key set is not one');
    try {
      return createLocalJWKSet(found as JSONWebKeySet);
    } catch {
      throw new OutsideFetchError('the key set is malformed');
    }
  }
}
