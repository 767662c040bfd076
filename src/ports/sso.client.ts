/** The one place that knows oidc-client-ts: authorization code with PKCE, and the end of the provider's session. */
import { ErrorResponse, InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import type { SsoConfig } from '../../contract';
import type { SsoProblem } from '../../sagas/ports';
import type { Begun } from './ssoBegun';

const PROVIDER_LIMIT_SECONDS = 10;

/** The library keeps its state in memory: what outlives the page is for the port to keep, and to take back. */
function clientFor(config: SsoConfig) {
  const store = new WebStorageStateStore({ prefix: '', store: new InMemoryWebStorage() });
  const client = new OidcClient({
    authority: config.issuer,
    client_id: config.clientId,
    scope: config.scope,
    redirect_uri: config.redirectUri,
    post_logout_redirect_uri: config.postLogoutRedirectUri,
    filterProtocolClaims: config.filterProtocolClaims,
    loadUserInfo: config.loadUserInfo,
    ...(config.metadata && { metadata: config.metadata }),
    stateStore: store,
    fetchRequestCredentials: 'omit',
    requestTimeoutInSeconds: PROVIDER_LIMIT_SECONDS,
  });
  return { client, store };
}

export async function signInRequest(config: SsoConfig): Promise<{ url: string; state: string; request: string }> {
  const { client } = clientFor(config);
  const { url, state } = await client.createSigninRequest({ nonce: config.nonce });
  return { url, state: state.id, request: state.toStorageString() };
}

/** From the code to the id token, or what stood in the way. The port has compared the state. */
export async function exchange(
  begun: Begun,
  params: URLSearchParams,
): Promise<{ readonly idToken: string } | { readonly problem: SsoProblem }> {
  const { client, store } = clientFor(begun.config);
  await store.set(begun.state, begun.request);
  try {
    const answer = await client.processSigninResponse(`${begun.config.redirectUri}?${params.toString()}`);
    return answer.id_token ? { idToken: answer.id_token } : { problem: 'providerFailed' };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): SsoProblem {
  if (error instanceof ErrorResponse) return error.error === 'access_denied' ? 'denied' : 'providerFailed';
  // What `fetch` throws for a network that fails, and the library for one that is slow.
  const silent = error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout');
  return silent ? 'providerUnreachable' : 'providerFailed';
}

export async function signOutAddress(config: SsoConfig): Promise<string | null> {
  const { client } = clientFor(config);
  try {
    return (await client.createSignoutRequest()).url;
  } catch {
    return null;
  }
}
