/** Creates the services of single sign-on. */
import type { Config } from '../../base/config';
import type { Keys } from '../../base/keys';
import type { Database } from '../../database';
import type { Audit } from '../../platform/audit';
import type { SessionOpening } from '../sessions/sessionOpening';
import { SsoNonces } from './nonces';
import { OutsideFetch } from './outsideFetch';
import { ProviderKeys, ProviderMetadataCache } from './providerDocuments';
import { SsoSignIn } from './ssoSignIn';

export interface Sso {
  readonly metadata: ProviderMetadataCache;
  readonly keys: ProviderKeys;
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

/** The services of single sign-on. */
export function createSso({ config, database, keys, opening, audit }: Dependencies): Sso {
  const outside = new OutsideFetch({ ownMachine: config.mode === 'demo' });
  const metadata = new ProviderMetadataCache(outside);
  const nonces = new SsoNonces(keys);
  const providerKeys = new ProviderKeys(outside);
  return {
    metadata,
    keys: providerKeys,
    nonces,
    signIn: new SsoSignIn(database, metadata, providerKeys, nonces, opening, audit),
  };
}
