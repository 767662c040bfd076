/**
 * The demo's identity provider: oidc-provider, a certified one, on its own origin. It is reached as 127.0.0.1 while the
 * product is localhost, so that they are two sites for the browser, as in production.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Configuration, Provider } from 'oidc-provider';
import { errorPage, loginPage, logoutPage, signedOutPage } from './loginPage';
import { MemoryAdapter } from './memoryAdapter';
import { DEMO_SSO, PROVIDER_ACCOUNTS } from '../users';

const HOST = '127.0.0.1';
const INTERACTION = /^\/interaction\/([\w-]{1,64})$/;
const MAX_FORM_BYTES = 4_096;
const HOUR = 3_600;

export interface DemoProvider {
  readonly issuer: string;
  stop(): Promise<void>;
}

export interface DemoProviderOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Origins of the product, as users type them. */
  readonly appOrigins: readonly string[];
}

/** Listens on 127.0.0.1; port 0 takes a free one. Rejects if the port is taken. */
export async function startDemoProvider({ port, appOrigins }: DemoProviderOptions): Promise<DemoProvider> {
  const server = createServer();
  await listen(server, port);
  const issuer = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const { Provider: OidcProvider } = await import('oidc-provider');
  const provider = new OidcProvider(issuer, await configuration(appOrigins));
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const uid = INTERACTION.exec(request.url ?? '')?.[1];
    if (uid === undefined) return void answer(request, response);
    interact(provider, uid, request, response).catch((error: Error) => {
      response.writeHead(400, HTML).end(errorPage(error.name, 'This sign-in is over or was begun elsewhere.'));
    });
  });
  return { issuer, stop: () => close(server) };
}

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** Shows the accounts to choose from, and handles the choice. */
async function interact(
  provider: Provider,
  uid: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Throws unless this browser's cookie belongs to this interaction.
  const details = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.writeHead(200, HTML).end(loginPage(uid, PROVIDER_ACCOUNTS));
    return;
  }
  const account = new URLSearchParams(await readForm(request)).get('account');
  const chosen = PROVIDER_ACCOUNTS.find(({ id }) => id === account);
  const result = chosen
    ? { login: { accountId: chosen.id }, consent: { grantId: await grant(provider, chosen.id, details.params) } }
    : { error: 'access_denied', error_description: 'The person cancelled the sign-in.' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** A first-party client, so no consent is requested. */
async function grant(provider: Provider, accountId: string, params: Record<string, unknown>): Promise<string> {
  const given = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  given.addOIDCScope(String(params['scope']));
  return given.save();
}

async function configuration(appOrigins: readonly string[]): Promise<Configuration> {
  return {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: DEMO_SSO.clientId,
        client_name: 'Staffing VMS',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: appOrigins.map((origin) => `${origin}/login/oauth2/code/ats`),
        post_logout_redirect_uris: appOrigins.map((origin) => `${origin}/signin`),
      },
    ],
    clientBasedCORS: (_context, origin) => appOrigins.includes(origin),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Requested claims are in the id token; there is no userinfo call.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => void (context.body = logoutPage(form)),
        postLogoutSuccessSource: (context) => void (context.body = signedOutPage()),
      },
    },
    findAccount: (_context, id) => {
      const account = PROVIDER_ACCOUNTS.find((one) => one.id === id);
      if (account === undefined) return undefined;
      const { name, email } = account;
      return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: true }) };
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [await signingKey()] },
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId ?? oidc.session?.grantIdFor(oidc.client?.clientId ?? '');
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    pkce: { required: () => true },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.body = errorPage(error, description ?? 'The request cannot be answered.');
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      Grant: 8 * HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: 8 * HOUR,
    },
  };
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') };
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > MAX_FORM_BYTES) throw new Error('too much');
  }
  return text;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
