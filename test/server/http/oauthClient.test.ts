/** A stock OAuth client signs in and renews: the token endpoint speaks RFC 6749, not a dialect. */
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
