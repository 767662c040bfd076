/**
 * A provider's discovery document and signing keys, validated and cached: concurrent calls share one fetch, and a
 * failure is not retried immediately.
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { ResponseOf } from '../../../contract/endpoints';
import { OutsideFetchError, type OutsideFetch } from '../../platform/http/outsideFetch';

interface Entry<T> {
  readonly value: Promise<T>;
  until: number;
}

/** `now` is in milliseconds. */
export interface CacheOptions {
  readonly keepMs: number;
  readonly keepFailureMs: number;
  readonly now: () => number;
}

class ExpiringCache<T> {
  private readonly entries = new Map<string, Entry<T>>();

  constructor(
    private readonly load: (key: string) => Promise<T>,
    private readonly options: CacheOptions,
  ) {}

  /** The cached value, or a newly loaded one. Rejects as loading does. */
  get(key: string): Promise<T> {
    const known = this.entries.get(key);
    if (known !== undefined && known.until > this.options.now()) return known.value;
    return this.refresh(key);
  }

  /** Loads the value again; a failure is kept for a shorter time. */
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

const REFETCH_AFTER_MS = 60_000;
const MAX_KEYS = 100;

export class ProviderKeys {
  private readonly cache: ExpiringCache<JWTVerifyGetKey>;
  private readonly refetchedAt = new Map<string, number>();

  constructor(
    private readonly outside: OutsideFetch,
    private readonly now: () => number = Date.now,
  ) {
    this.cache = new ExpiringCache((uri) => this.fetchKeys(uri), { keepMs: 600_000, keepFailureMs: 5_000, now });
  }

  /**
   * For `jwtVerify`. An unknown key is looked for once more, at most every minute. Throws OutsideFetchError, and JOSE's
   * JWKSNoMatchingKey.
   */
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

  /** Fetches the keys again, to test the provider. Throws OutsideFetchError. */
  async check(uri: string): Promise<void> {
    await this.cache.refresh(uri);
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
    if (!Array.isArray(keys) || keys.length > MAX_KEYS) throw new OutsideFetchError('the key set is not one');
    try {
      return createLocalJWKSet(found as JSONWebKeySet);
    } catch {
      throw new OutsideFetchError('the key set is malformed');
    }
  }
}

export type ProviderMetadata = NonNullable<ResponseOf<'ssoConfig'>['metadata']>;

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const WELCOME = ['userinfo_endpoint', 'end_session_endpoint'] as const;

export class ProviderMetadataCache {
  private readonly cache: ExpiringCache<ProviderMetadata>;

  constructor(
    private readonly outside: OutsideFetch,
    now: () => number = Date.now,
  ) {
    this.cache = new ExpiringCache((issuer) => this.discover(issuer), { keepMs: 600_000, keepFailureMs: 5_000, now });
  }

  /** Throws OutsideFetchError when the provider cannot be reached or its document is invalid. */
  of(issuer: string): Promise<ProviderMetadata> {
    return this.cache.get(issuer);
  }

  private async discover(issuer: string): Promise<ProviderMetadata> {
    const found = await this.outside.getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const metadata = (typeof found === 'object' && found !== null ? found : {}) as Record<string, unknown>;
    // OpenID Connect Discovery 1.0, section 4.3: otherwise one provider could impersonate another.
    if (metadata['issuer'] !== issuer) throw new OutsideFetchError('the metadata is of another issuer');
    const address = (name: string): string => {
      const value = metadata[name];
      if (typeof value !== 'string') throw new OutsideFetchError(`the metadata has no ${name}`);
      return this.outside.assertAllowed(value).href;
    };
    return {
      issuer,
      ...(Object.fromEntries(NEEDED.map((name) => [name, address(name)])) as Record<(typeof NEEDED)[number], string>),
      ...Object.fromEntries(
        WELCOME.filter((name) => metadata[name] !== undefined).map((name) => [name, address(name)]),
      ),
      authorization_response_iss_parameter_supported:
        metadata['authorization_response_iss_parameter_supported'] === true,
    };
  }
}
