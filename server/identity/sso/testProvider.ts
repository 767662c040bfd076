/**
 * Tests everything that signing in needs of a provider, step by step, so that an administrator sees which step fails.
 */
import { OutsideFetchError, type OutsideFetch } from '../../platform/http/outsideFetch';
import { ProviderKeys, ProviderMetadataCache, type ProviderMetadata } from './providerDocuments';

export interface ProviderTestStep {
  readonly step: 'metadata' | 'keys' | 'endpoints' | 'client';
  readonly ok: boolean;
  /** What was found, or what is wrong and what to do. */
  readonly message: string;
}

export interface ProviderTest {
  /** Exactly as in the provider's metadata. */
  readonly issuer: string;
  /** Without a client the last step is left out. */
  readonly client?: { readonly clientId: string; readonly redirectUri: string } | undefined;
}

/**
 * Stops if the metadata fail; otherwise runs every step, the later ones in parallel. Does not use any cache.
 */
export async function testProvider(
  outside: OutsideFetch,
  { issuer, client }: ProviderTest,
): Promise<readonly ProviderTestStep[]> {
  const wrong = (step: ProviderTestStep['step'], what: string) => (error: unknown) => {
    if (!(error instanceof OutsideFetchError)) throw error;
    const message = `The ${what} of ${issuer} cannot be used (${error.message}). Check the address with the provider's administrator.`;
    return { step, ok: false, message };
  };
  const ok = (step: ProviderTestStep['step'], message: string) => ({ step, ok: true, message });
  let metadata: ProviderMetadata;
  try {
    metadata = await new ProviderMetadataCache(outside).of(issuer);
  } catch (error) {
    return [wrong('metadata', 'metadata')(error)];
  }
  const { authorization_endpoint: signIn, jwks_uri: keysUri } = metadata;
  const steps = [
    new ProviderKeys(outside).check(keysUri).then(() => ok('keys', keysUri), wrong('keys', 'keys')),
    outside
      .reach(signIn)
      .then(() => ok('endpoints', `people sign in at ${signIn}`), wrong('endpoints', 'sign-in page')),
    ...(client === undefined ? [] : [testClient(outside, metadata, client).catch(wrong('client', 'token endpoint'))]),
  ];
  return [ok('metadata', `found for ${issuer}`), ...(await Promise.all(steps))];
}

/**
 * Sends a code that was never issued: a provider that knows the client rejects the code (RFC 6749 section 5.2), any
 * other rejects the client.
 */
async function testClient(
  outside: OutsideFetch,
  { token_endpoint: address }: ProviderMetadata,
  { clientId, redirectUri }: NonNullable<ProviderTest['client']>,
): Promise<ProviderTestStep> {
  const { body } = await outside.postForm(address, {
    grant_type: 'authorization_code',
    code: 'a-code-that-was-never-issued',
    code_verifier: 'a-verifier-that-belongs-to-no-code-and-has-enough-characters',
    client_id: clientId,
    redirect_uri: redirectUri,
  });
  const code = (body as { error?: unknown } | null)?.error;
  if (code === 'invalid_grant')
    return { step: 'client', ok: true, message: `${clientId} is known, and needs no secret` };
  const answer = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : 'no known error';
  return {
    step: 'client',
    ok: false,
    message: `The provider does not accept ${clientId} as a public client (${answer}). Register it there without a secret, with PKCE and the redirect address ${redirectUri}.`,
  };
}
