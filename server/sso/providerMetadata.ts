/** What a provider says about itself at its discovery address, checked and kept for 10 minutes. */
import type { ResponseOf } from '../../contract';
import { ExpiringCache } from './expiringCache';
import { OutsideFetchError, type OutsideFetch } from './outsideFetch';

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

  /** Throws OutsideFetchError where the provider cannot be reached or is not what it should be. */
  of(issuer: string): Promise<ProviderMetadata> {
    return this.cache.get(issuer);
  }

  private async discover(issuer: string): Promise<ProviderMetadata> {
    const found = await this.outside.getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const said = (typeof found === 'object' && found !== null ? found : {}) as Record<string, unknown>;
    // OpenID Connect Discovery 1.0, section 4.3: else one provider could speak for another.
    if (said['issuer'] !== issuer) throw new OutsideFetchError('the metadata is of another issuer');
    const address = (name: string): string => {
      const value = said[name];
      if (typeof value !== 'string') throw new OutsideFetchError(`the metadata has no ${name}`);
      return this.outside.assertAllowed(value).href;
    };
    return {
      issuer,
      ...(Object.fromEntries(NEEDED.map((name) => [name, address(name)])) as Record<(typeof NEEDED)[number], string>),
      ...Object.fromEntries(WELCOME.filter((name) => said[name] !== undefined).map((name) => [name, address(name)])),
      authorization_response_iss_parameter_supported: said['authorization_response_iss_parameter_supported'] === true,
    };
  }
}
