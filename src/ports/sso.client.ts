/** The only user of oidc-client-ts: authorization code with PKCE, and the end of the provider's session. */
import { ErrorResponse, InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import type { SsoConfig } from '../../contract/identity/sso.endpoints';
import type { SsoOrigin, SsoProblem } from '../../sagas/base/ports/signIn';

/** Stored until the provider sends the browser back. `request` is the library's state, with the code verifier. */
export interface StartedSignIn {
  readonly state: string;
  readonly request: string;
  readonly config: SsoConfig;
  readonly origin: SsoOrigin;
  /** Epoch ms. */
  readonly at: number;
}

const PROVIDER_LIMIT_SECONDS = 10;

/** The library's state stays in memory; the port stores what must outlive the page. */
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

/** The address to send the browser to, and the request to store for its return. */
export async function signInRequest(config: SsoConfig): Promise<{ url: string; state: string; request: string }> {
  const { client } = clientFor(config);
  const { url, state } = await client.createSigninRequest({ nonce: config.nonce });
  return { url, state: state.id, request: state.toStorageString() };
}

/** Exchanges the code for the id token, or returns the problem. The port has already compared the state. */
export async function exchange(
  started: StartedSignIn,
  params: URLSearchParams,
): Promise<{ readonly idToken: string } | { readonly problem: SsoProblem }> {
  const { client, store } = clientFor(started.config);
  await store.set(started.state, started.request);
  try {
    const answer = await client.processSigninResponse(`${started.config.redirectUri}?${params.toString()}`);
    return answer.id_token ? { idToken: answer.id_token } : { problem: 'providerFailed' };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): SsoProblem {
  if (error instanceof ErrorResponse) return error.error === 'access_denied' ? 'denied' : 'providerFailed';
  // `fetch` throws TypeError if the network fails, the library ErrorTimeout if it is slow.
  const silent = error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout');
  return silent ? 'providerUnreachable' : 'providerFailed';
}

/** The address of the provider's sign-out page; null if it has none. */
export async function signOutAddress(config: SsoConfig): Promise<string | null> {
  const { client } = clientFor(config);
  try {
    return (await client.createSignoutRequest()).url;
  } catch {
    return null;
  }
}
