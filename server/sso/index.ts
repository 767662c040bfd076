/** Single sign-on, put together. */
import type { Audit } from '../access/audit';
import type { SessionOpening } from '../access/sessionOpening';
import type { Config } from '../config';
import type { Database } from '../database';
import type { Keys } from '../keys';
import { SsoNonces } from './nonces';
import { OutsideFetch } from './outsideFetch';
import { ProviderKeys } from './providerKeys';
import { ProviderMetadataCache } from './providerMetadata';
import { SsoSignIn } from './ssoSignIn';

export interface Sso {
  readonly metadata: ProviderMetadataCache;
  readonly nonces: SsoNonces;
  readonly signIn: SsoSignIn;
}

interface Dependencies {
  readonly config: Pick<Config, 'mode'>;
  readonly database: Database;
  readonly keys: Keys;
  readonly opening: SessionOpening;
  readonly audit: Audit;
}

export function createSso({ config, database, keys, opening, audit }: Dependencies): Sso {
  const outside = new OutsideFetch({ ownMachine: config.mode === 'demo' });
  const metadata = new ProviderMetadataCache(outside);
  const nonces = new SsoNonces(keys);
  return {
    metadata,
    nonces,
    signIn: new SsoSignIn(database, metadata, new ProviderKeys(outside), nonces, opening, audit),
  };
}
