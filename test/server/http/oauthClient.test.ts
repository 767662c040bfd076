/** Stock OAuth clients sign in and renew: the token endpoint implements RFC 6749, not a variant. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import * as openid from 'openid-client';
import { ResourceOwnerPassword } from 'simple-oauth2';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

const TOKEN_PATH = '/api-user/oauth2/token';

let server: TestServer;
let user: FixtureUser;

beforeAll(async () => {
  server = await startTestServer({ ACCESS_TOKEN_SECONDS: '300' });
  user = await server.fixtures.user('STOCK');
});
afterAll(() => server.stop());
afterEach(() => server.owner.deleteFrom('sessions').where('user_id', '=', user.id).execute());

const credentials = (password: string) => ({ username: user.userName, password, organization_code: 'STOCK' });

describe('openid-client', () => {
  const IN_FORM = { name: 'ResponseBodyError', error: 'invalid_client', status: 400 };
  const IN_HEADER = { name: 'WWWAuthenticateChallengeError', status: 401 };
  /** The last two require a secret; a public client has none, so any value works. */
  const METHODS: readonly (readonly [string, openid.ClientAuth, object])[] = [
    ['None', openid.None(), IN_FORM],
    ['ClientSecretPost', openid.ClientSecretPost('public'), IN_FORM],
    ['ClientSecretBasic', openid.ClientSecretBasic('public'), IN_HEADER],
  ];

  function configure(authentication: openid.ClientAuth, jar = new CookieJar(), id = 'web'): openid.Configuration {
    const endpoints = { issuer: server.url, token_endpoint: `${server.url}${TOKEN_PATH}` };
    const config = new openid.Configuration(endpoints, id, undefined, authentication);
    openid.allowInsecureRequests(config);
    config[openid.customFetch] = jar.fetch;
    return config;
  }

  test.each(METHODS)(
    'by %s it signs in with the password grant and renews with the refresh grant',
    async (_, method) => {
      const jar = new CookieJar();
      const config = configure(method, jar);
      const tokens = await openid.genericGrantRequest(config, 'password', credentials(PASSWORD));
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 300, loginCode: 'FIRST_LOGIN' });

      const renewed = await openid.refreshTokenGrant(config, jar.value('vms_refresh'));
      expect(renewed).toMatchObject({ generation: 2, tokenIdentifier: tokens['tokenIdentifier'] });

      const info = new URL(`${server.url}/api-user/v1/users/${user.userName}/info`);
      const answer = await openid.fetchProtectedResource(config, renewed.access_token, info, 'GET');
      expect(await answer.json()).toMatchObject({ userName: user.userName });
    },
  );

  test.each(METHODS)('by %s it understands why it was refused', async (_, method) => {
    await expect(openid.genericGrantRequest(configure(method), 'password', credentials('wrong'))).rejects.toMatchObject(
      { error: 'invalid_grant', error_description: 'invalid.credentials', status: 400 },
    );
  });

  test.each(METHODS)('by %s it understands that another client is not known here', async (_, method, refusal) => {
    const config = configure(method, new CookieJar(), 'another');
    await expect(openid.genericGrantRequest(config, 'password', credentials(PASSWORD))).rejects.toMatchObject(refusal);
  });
});

describe('a form without a library', () => {
  const post = async (fields: Record<string, string>, basic?: string) => {
    const answer = await fetch(`${server.url}${TOKEN_PATH}`, {
      method: 'POST',
      headers: basic === undefined ? {} : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'password', ...fields }),
    });
    return { status: answer.status, body: (await answer.json()) as object };
  };

  test.each([
    ['one client in the header and another in the form', 'web:', 'another', 401],
    ['an unknown client in the header', 'another:', undefined, 401],
    ['an unknown client in both', 'another:', 'another', 401],
    ['an unknown client in the form', undefined, 'another', 400],
    ['no client at all', undefined, undefined, 401],
  ] as const)('%s is refused', async (_, basic, id, status) => {
    const answer = await post({ ...credentials(PASSWORD), ...(id !== undefined && { client_id: id }) }, basic);
    expect(answer).toMatchObject({ status, body: { error: 'invalid_client' } });
  });

  test('a client named in the header and in the form signs in', async () => {
    expect(await post({ ...credentials(PASSWORD), client_id: 'web' }, 'web:')).toMatchObject({ status: 200 });
  });

  test('a missing password is refused with a message', async () => {
    const { password: _, ...others } = credentials(PASSWORD);
    expect(await post({ ...others, client_id: 'web' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', errorMessage: 'Please enter username, password and organization code.' },
    });
  });
});

describe.each(['body', 'header'] as const)('simple-oauth2 in %s mode', (authorizationMethod) => {
  /** It sends an empty secret in `body` mode, and unknown values as empty parameters. */
  const client = (headers: Record<string, string> = {}) =>
    new ResourceOwnerPassword({
      client: { id: 'web', secret: '' },
      auth: { tokenHost: server.url, tokenPath: TOKEN_PATH },
      http: { headers },
      options: { authorizationMethod },
    });
  /** With common extra parameters of other servers. */
  const getToken = (password: string) =>
    client().getToken({
      ...credentials(password),
      scope: 'openid profile',
      ...{ audience: 'https://api.example.org' },
    });

  test('it signs in, and renews by the cookie', async () => {
    const cookie = await cookieSetBy(async () => {
      const { token } = await getToken(PASSWORD);
      expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    });
    const renewed = await client({ cookie }).createToken({}).refresh({ scope: 'openid profile' });
    expect(renewed.token).toMatchObject({ token_type: 'Bearer', generation: 2 });
  });

  test('it fails with a readable error', async () => {
    await expect(getToken('wrong')).rejects.toMatchObject({
      output: { statusCode: 400 },
      data: { payload: { error: 'invalid_grant', error_description: 'invalid.credentials' } },
    });
  });
});

/** The library does not expose headers, so they are read from Node's HTTP client. */
async function cookieSetBy(request: () => Promise<void>): Promise<string> {
  let cookie = '';
  const received = (message: unknown) => {
    const { response } = message as { readonly response: IncomingMessage };
    cookie = (response.headers['set-cookie'] ?? []).map((each) => each.split(';', 1)[0]).join('; ');
  };
  subscribe('http.client.response.finish', received);
  try {
    await request();
  } finally {
    unsubscribe('http.client.response.finish', received);
  }
  return cookie;
}

/** The part of a browser that a client needs to renew: a cookie jar. */
class CookieJar {
  private readonly cookies = new Map<string, string>();

  readonly fetch: openid.CustomFetch = async (url, { body, ...request }) => {
    const response = await fetch(url, { ...request, ...(body instanceof URLSearchParams && { body }) });
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
