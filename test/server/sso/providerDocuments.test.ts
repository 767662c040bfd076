/** How long a provider's documents are cached, by the test's clock. */
import { ProviderKeys, ProviderMetadataCache } from '../../../server/identity/sso/providerDocuments';
import { OutsideFetch, OutsideFetchError } from '../../../server/platform/http/outsideFetch';
import { signingKey, type SigningKey } from '../support/evilProvider';

const ISSUER = 'https://id.example';
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/jwks`,
};

let now: number;
let requests: number;
let answer: () => unknown;
const outside = new OutsideFetch({ ownMachine: false });

beforeEach(() => {
  now = 0;
  requests = 0;
  jest.spyOn(outside, 'getJson').mockImplementation(async () => {
    requests += 1;
    return answer();
  });
});

/** The number of requests to the provider after each of these times (ms). */
async function requestsAt(moments: readonly number[], request: () => unknown): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const moment of moments) {
    now = moment;
    await Promise.resolve(request()).catch(() => undefined);
    counts.push(requests);
  }
  return counts;
}

test('metadata are loaded again after ten minutes', async () => {
  answer = () => METADATA;
  const cache = new ProviderMetadataCache(outside, () => now);
  expect(await requestsAt([0, 1, 599_999, 600_000, 600_001], () => cache.of(ISSUER))).toEqual([1, 1, 1, 2, 2]);
});

test('a failure is cached for five seconds', async () => {
  answer = () => {
    throw new OutsideFetchError('answered 500');
  };
  const cache = new ProviderMetadataCache(outside, () => now);
  expect(await requestsAt([0, 4_999, 5_000], () => cache.of(ISSUER))).toEqual([1, 1, 2]);
});

describe('keys', () => {
  let first: SigningKey;
  let second: SigningKey;
  beforeAll(async () => {
    [first, second] = await Promise.all([signingKey('ES256', 'first'), signingKey('ES256', 'second')]);
  });
  const wanting = async (keys: ProviderKeys, { kid, alg }: SigningKey) =>
    keys.of(METADATA.jwks_uri)({ kid, alg }, { payload: '', signature: '' });

  test('are loaded once, and again for an unknown key, because the provider may have a new one', async () => {
    answer = () => ({ keys: [first.publicJwk] });
    const keys = new ProviderKeys(outside, () => now);
    await wanting(keys, first);
    await wanting(keys, first);
    expect(requests).toBe(1);
    answer = () => ({ keys: [first.publicJwk, second.publicJwk] });
    await expect(wanting(keys, second)).resolves.toBeDefined();
    expect(requests).toBe(2);
  });

  test('are loaded at most once a minute for unknown keys', async () => {
    answer = () => ({ keys: [first.publicJwk] });
    const keys = new ProviderKeys(outside, () => now);
    expect(await requestsAt([0, 1, 59_999, 60_000, 60_001], () => wanting(keys, second))).toEqual([2, 2, 2, 3, 3]);
  });
});
