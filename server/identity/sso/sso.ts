/** Creates the services of single sign-on. */
import type { Config } from '../../base/config';
import type { Keys } from '../../base/keys';
import type { Database } from '../../database';
import type { Audit } from '../../platform/audit';
import type { SessionOpening } from '../sessions/sessionOpening';
import { testProvider, type ProviderTest, type ProviderTestStep } from './testProvider';
import { SsoNonces } from './nonces';
import { OutsideFetch } from '../../platform/http/outsideFetch';
import { ProviderKeys, ProviderMetadataCache } from './providerDocuments';
import { SsoSignIn } from './ssoSignIn';

export interface Sso {
  readonly metadata: ProviderMetadataCache;
  readonly keys: ProviderKeys;
  readonly nonces: SsoNonces;
  readonly signIn: SsoSignIn;
  /** Tests a provider step by step. A step that takes too long counts as unreachable. */
  readonly testProvider: (wanted: ProviderTest) => Promise<readonly ProviderTestStep[]>;
}

/** Twice this, for the metadata and for the later steps, is within the time that the app waits for an answer. */
const TEST_TIMEOUT_MS = 3_500;

interface Dependencies {
  readonly config: Pick<Config, 'mode'>;
  readonly database: Database;
  readonly keys: Keys;
  readonly opening: SessionOpening;
  readonly audit: Audit;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The services of single sign-on. */
export function createSso({ config, database, keys, opening, audit, now }: Dependencies): Sso {
  const ownMachine = config.mode === 'demo';
  const outside = new OutsideFetch({ ownMachine });
  const brief = new OutsideFetch({ ownMachine, limitMs: TEST_TIMEOUT_MS });
  const metadata = new ProviderMetadataCache(outside);
  const nonces = new SsoNonces(keys, now);
  const providerKeys = new ProviderKeys(outside);
  return {
    metadata,
    keys: providerKeys,
    nonces,
    testProvider: (wanted) => testProvider(brief, wanted),
    signIn: new SsoSignIn(database, metadata, providerKeys, nonces, opening, audit, now),
  };
}
