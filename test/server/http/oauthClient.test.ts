/** Stock OAuth clients sign in and renew: the token endpoint speaks RFC 6749, not a dialect. */
import { stringify } from 'node:querystring';
import * as oauth from 'oauth4webapi';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let user: FixtureUser;
let authorizationServer: oauth.AuthorizationServer;
const client: oauth.Client = { client_id: 'web' };

beforeAll(async () => {
  server = await startTestServer({ ACCESS_TOKEN_SECONDS: '300' });
  user = await server.fixtures.user('STOCK');
  authorizationServer = { issuer: server.url, token_endpoint: `${server.url}/api-user/oauth2/token` };
});
afterAll(() => server.stop());

/** The library's own helper insists on a secret; a public client has none. */
const basicWithoutSecret: oauth.ClientAuth = (_server, { client_id }, _body, headers) => {
  headers.set('authorization', `Basic ${btoa(`${client_id}:`)}`);
};

describe.each([
  ['HTTP Basic with an empty secret', basicWithoutSecret],
  ['the client id in the form', oauth.None()],
] satisfies Array<[string, oauth.ClientAuth]>)('with %s', (_name, authentication) => {
  test('it signs in by the password grant and renews by the refresh grant', async () => {
    const jar = new CookieJar();
    const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: jar.fetch } as const;
    const credentials = new URLSearchParams({
      username: user.userName,
      password: PASSWORD,
      organization_code: 'STOCK',
    });
    const response = await oauth.genericTokenEndpointRequest(
      authorizationServer,
      client,
      authentication,
      'password',
      credentials,
      options,
    );
    const tokens = await oauth.processGenericTokenEndpointResponse(authorizationServer, client, response);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 300, loginCode: 'FIRST_LOGIN' });

    const renewal = await oauth.refreshTokenGrantRequest(
      authorizationServer,
      client,
      authentication,
      jar.value('vms_refresh'),
      {
        [oauth.allowInsecureRequests]: true,
      },
    );
    const renewed = await oauth.processRefreshTokenResponse(authorizationServer, client, renewal);
    expect(renewed).toMatchObject({ generation: 2, tokenIdentifier: tokens['tokenIdentifier'] });

    const info = new URL(`${server.url}/api-user/v1/users/${user.userName}/info`);
    const answer = await oauth.protectedResourceRequest(renewed.access_token, 'GET', info, undefined, undefined, {
      [oauth.allowInsecureRequests]: true,
    });
    expect(await answer.json()).toMatchObject({ userName: user.userName });
    await fetch(`${server.url}/api-user/v1/session/end`, {
      method: 'POST',
      headers: { authorization: `Bearer ${renewed.access_token}` },
    });
  });

  test('it understands why it was refused', async () => {
    const credentials = new URLSearchParams({ username: user.userName, password: 'wrong', organization_code: 'STOCK' });
    const response = await oauth.genericTokenEndpointRequest(
      authorizationServer,
      client,
      authentication,
      'password',
      credentials,
      {
        [oauth.allowInsecureRequests]: true,
      },
    );
    const refusal = oauth.processGenericTokenEndpointResponse(authorizationServer, client, response);
    await expect(refusal).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: 'invalid.credentials',
      status: 400,
    });
  });
});

test('a client that has a secret for us is told that it is not known, as its library understands it', async () => {
  const response = await oauth.genericTokenEndpointRequest(
    authorizationServer,
    client,
    oauth.ClientSecretPost('a-secret'),
    'password',
    new URLSearchParams({ username: user.userName, password: PASSWORD, organization_code: 'STOCK' }),
    { [oauth.allowInsecureRequests]: true },
  );
  const refusal = oauth.processGenericTokenEndpointResponse(authorizationServer, client, response);
  await expect(refusal).rejects.toMatchObject({ name: 'ResponseBodyError', error: 'invalid_client', status: 400 });
});

/** What simple-oauth2 5 sends for a client without a secret: in `body` mode an empty one, and always `undefined` as ''. */
function simpleOauth2(mode: 'body' | 'header', parameters: Record<string, string | undefined>): RequestInit {
  const isBody = mode === 'body';
  return {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBody ? {} : { authorization: `Basic ${Buffer.from('web:').toString('base64')}` }),
    },
    body: stringify({ ...parameters, ...(isBody ? { client_id: 'web', client_secret: '' } : {}) }),
  };
}

describe.each(['body', 'header'] as const)('what simple-oauth2 sends in %s mode', (mode) => {
  const url = () => `${server.url}/api-user/oauth2/token`;
  const credentials = (password: string) => ({
    ...{ grant_type: 'password', username: user.userName, password, organization_code: 'STOCK' },
    // Common extras of other servers.
    ...{ scope: 'openid profile', audience: 'https://api.example.org', resource: '' },
  });

  test('signs in, and renews by the cookie', async () => {
    const jar = new CookieJar();
    const signedIn = await jar.fetch(url(), simpleOauth2(mode, credentials(PASSWORD)));
    expect([signedIn.status, signedIn.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { tokenIdentifier, refresh_token } = (await signedIn.json()) as Record<string, string>;
    const request = simpleOauth2(mode, { grant_type: 'refresh_token', refresh_token, scope: 'openid profile' });
    const cookie = `vms_refresh=${jar.value('vms_refresh')}`;
    const renewed = await fetch(url(), { ...request, headers: { ...request.headers, cookie } });
    expect(await renewed.json()).toMatchObject({ token_type: 'Bearer', generation: 2, tokenIdentifier });
    await server.owner.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  });

  test('fails with an error that it can read', async () => {
    const refused = await fetch(url(), simpleOauth2(mode, credentials('wrong')));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant', error_description: 'invalid.credentials' }),
    ]);
  });
});

class CookieJar {
  private readonly cookies = new Map<string, string>();

  readonly fetch = async (...request: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...request);
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
      this.cookies.set(name, value);
    }
    return response;
  };

  value(name: string): string {
    return this.cookies.get(name) ?? '';
  }
}
