/** Invalid and hostile requests: each gets a clear refusal in the API's error format, never a 5xx. */
import { connect } from 'node:net';
import type { TokenResponse } from '../../../contract/identity/access.endpoints';
import { BASIC, type Answer } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let user: FixtureUser;
let signedIn: TokenResponse;

beforeAll(async () => {
  server = await startTestServer();
  user = await server.fixtures.user('BAD');
  signedIn = await server.client().signedIn(user);
});
afterAll(() => server.stop());

const CHECK = '/api-user/v1/two-factor/check';
const TOKEN = '/api-user/oauth2/token';
const JSON_TYPE = { 'content-type': 'application/json' };

const outcome = ({ status, json }: Answer) => [status, json['errorCode'] ?? json['error']];
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
const credentials = (change: object) => ({ userName: 'x', password: 'y', organizationCode: 'Z', ...change });

describe('a JSON endpoint', () => {
  test.each<[string, string, number, string]>([
    ['broken JSON', '{"userName":', 400, 'request.invalid'],
    ['JSON that is no object', '"text"', 400, 'request.invalid'],
    ['a list', '[]', 400, 'request.invalid'],
    ['null', 'null', 400, 'request.invalid'],
    ['nothing', '', 400, 'request.invalid'],
    ['33 levels', nested(33), 400, 'request.invalid'],
    ['100,000 levels', '['.repeat(100_000), 400, 'request.invalid'],
    [
      'two thousand keys and one',
      JSON.stringify(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`k${i}`, 1]))),
      400,
      'request.invalid',
    ],
    ['more than 256 KiB', JSON.stringify({ userName: 'x'.repeat(257 * 1024) }), 413, 'payload.too.large'],
    [
      '__proto__',
      '{"userName":"x","password":"y","organizationCode":"Z","__proto__":{"admin":true}}',
      400,
      'request.invalid',
    ],
    [
      'constructor.prototype',
      '{"userName":"x","password":"y","organizationCode":"Z","constructor":{"prototype":{"admin":true}}}',
      400,
      'request.invalid',
    ],
  ])('refuses %s', async (_case, payload, status, code) => {
    const answer = await server.client().request('POST', CHECK, { body: payload, headers: JSON_TYPE });
    expect(outcome(answer)).toEqual([status, code]);
    expect(answer.json['errorMessage']).toMatch(/^[A-Z].*\.$/);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  test.each<[string, object]>([
    ['NUL in a text', { userName: 'a\0b' }],
    ['NUL in a key', { 'a\0': 'x' }],
    ['half a surrogate pair', { userName: '\ud800' }],
    ['another type', { userName: 1 }],
    ['a list for a text', { userName: ['x'] }],
    ['an unknown key', { role: 'OWNER' }],
    ['a field that is too long', { userName: 'x'.repeat(10_000) }],
    ['an empty field', { userName: '' }],
  ])('refuses %s and names the field, not its value', async (_case, change) => {
    const answer = await server.client().post(CHECK, credentials(change));
    expect(outcome(answer)).toEqual([400, 'request.invalid']);
    expect(answer.text).not.toContain('xxxx');
  });

  test.each<[string, object]>([
    ['emoji', { userName: '🦊🐻', password: '🐼', organizationCode: '🦁' }],
    ['right-to-left text', { userName: 'משתמש', password: 'סיסמה', organizationCode: 'ארגון' }],
    [
      'quotes and percent signs',
      { userName: `'; drop table users; --`, password: '%', organizationCode: `' or 1=1 --` },
    ],
  ])('treats %s as wrong credentials', async (_case, change) => {
    expect(outcome(await server.client().post(CHECK, credentials(change)))).toEqual([400, 'invalid.credentials']);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('does not read %s', async (type) => {
    const answer = await server
      .client()
      .request('POST', CHECK, { body: '{"userName":"x"}', headers: { 'content-type': type } });
    expect(outcome(answer)).toEqual([415, 'unsupported.media.type']);
  });
});

describe('the token endpoint', () => {
  const grant = (form: Record<string, string>, headers = {}) => server.client().token(form, { headers });

  test.each<[string, Record<string, string>, number, string]>([
    ['nothing', {}, 400, 'invalid_request'],
    ['an unknown grant', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['a grant without credentials', { grant_type: 'password' }, 400, 'invalid_request'],
    [
      'a field of 10 kB',
      { grant_type: 'password', username: 'x'.repeat(10_000), password: 'y', organization_code: 'Z' },
      400,
      'invalid_request',
    ],
    [
      'NUL',
      { grant_type: 'password', username: 'a\0b', password: 'y', organization_code: 'Z' },
      400,
      'invalid_request',
    ],
    [
      'an unsolicited single sign-on token',
      { grant_type: 'password', username: 'x', password: 'y', organization_code: 'Z', sso_token: 'e30' },
      400,
      'invalid_grant',
    ],
  ])('answers %s as RFC 6749 requires', async (_case, form, status, error) => {
    const answer = await grant(form);
    expect([answer.status, answer.json['error']]).toEqual([status, error]);
    expect(answer.json).not.toHaveProperty('errorCode');
  });

  test('ignores an unknown field with any value, even if repeated', async () => {
    const known = new URLSearchParams({ grant_type: 'password', username: user.userName, password: PASSWORD });
    const body = `${known.toString()}&organization_code=BAD&admin=1&admin=2&__proto__=x&resource=a%00b`;
    const headers = { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.client().request('POST', TOKEN, { body, headers })).status).toBe(200);
  });

  test('refuses a field given twice', async () => {
    const body = `grant_type=password&username=a&username=b&password=c&organization_code=D`;
    const headers = { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' };
    expect(outcome(await server.client().request('POST', TOKEN, { body, headers }))).toEqual([400, 'invalid_request']);
  });

  test('does not read JSON', async () => {
    const answer = await server.client().post(TOKEN, { grant_type: 'password' }, { headers: { authorization: BASIC } });
    expect([answer.status, answer.json['error']]).toEqual([415, 'invalid_request']);
  });

  test.each([
    ['no client', undefined],
    ['another client', `Basic ${Buffer.from('other:').toString('base64')}`],
    ['another client with a secret', `Basic ${Buffer.from('webs:secret').toString('base64')}`],
    ['a client without its colon', `Basic ${Buffer.from('web').toString('base64')}`],
    ['nonsense', 'Basic %%%'],
  ])('refuses %s as RFC 6749 requires', async (_case, authorization) => {
    const form = { grant_type: 'password', username: user.userName, password: PASSWORD, organization_code: 'BAD' };
    const answer = await server
      .client()
      .request('POST', TOKEN, { form, headers: authorization === undefined ? {} : { authorization } });
    expect(outcome(answer)).toEqual([401, 'invalid_client']);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });

  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    ['another client in the form', { client_id: 'other' }, {}, 400],
    ['a secret without a client', { client_secret: 'x' }, {}, 401],
    ['another client in the form with a secret', { client_id: 'other', client_secret: 'x' }, {}, 400],
    ['one client in the form and another in the header', { client_id: 'other' }, { authorization: BASIC }, 401],
  ])('refuses %s', async (_case, client, headers, status) => {
    const form = { grant_type: 'refresh_token', ...client };
    const answer = await server.client().request('POST', TOKEN, { form, headers });
    expect(outcome(answer)).toEqual([status, 'invalid_client']);
    expect(answer.headers['www-authenticate'] !== undefined).toBe(status === 401);
  });

  test('accepts the client id in the form, too', async () => {
    const form = {
      grant_type: 'password',
      username: 'nobody',
      password: 'x',
      organization_code: 'BAD',
      client_id: 'web',
    };
    expect(outcome(await server.client().request('POST', TOKEN, { form }))).toEqual([400, 'invalid_grant']);
  });
});

describe('pages of other sites', () => {
  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost:1'])(
    'cannot act here from %s',
    async (origin) => {
      const headers = { origin, host: 'localhost:4200' };
      const answers = [
        await server.client().signIn(user, {}, { headers: { ...headers, authorization: BASIC } }),
        await server.client().post(CHECK, credentials({}), { headers }),
        await server.client().post('/api-user/v1/session/end', {}, { headers, token: signedIn.access_token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(answers[0]?.json['error_description']).toBe('server.unauthorized');
    },
  );
});

/** Represents a name longer than allowed. */
const LONG = '<400 letters>';

describe('addresses and methods', () => {
  test.each([
    ['GET', '/api-user/v1/nothing', 404, 'not.found'],
    ['GET', '/api-nothing', 404, 'not.found'],
    ['DELETE', '/api-user/v1/session', 404, 'not.found'],
    ['POST', '/home', 404, 'not.found'],
    ['POST', '/%5Cevil.example/signin', 303, undefined],
    ['GET', '/api-user/v1/users/%zz/info', 400, 'request.invalid'],
    ['GET', `/api-user/v1/users/${LONG}/info`, 404, 'not.found'],
  ] as const)('%s %s is %i', async (method, path, status, code) => {
    const url = path.replace(LONG, 'x'.repeat(400));
    const answer = await server.client().request(method, url, { token: signedIn.access_token });
    expect(outcome(answer)).toEqual([status, code]);
  });
});

describe('a value in an address', () => {
  const info = (name: string) =>
    server.client().get(`/api-user/v1/users/${name}/info`, { token: signedIn.access_token });

  test('is decoded once', async () => {
    const once = user.userName.replaceAll('.', '%2E');
    expect((await info(once)).json['userId']).toBe(user.id);
    // Decoded twice, the first would be the same name, and the second would contain a NUL, which no name may contain.
    const unknown = await info('nobody');
    for (const twice of [once.replaceAll('%', '%25'), 'nobody%2500']) {
      expect([twice, outcome(await info(twice))]).toEqual([twice, outcome(unknown)]);
    }
  });

  test('is refused if given twice', async () => {
    const read = (query: string) =>
      server.client().get(`/api-user/v1/tasks?${query}`, { token: signedIn.access_token });
    expect((await read('from=2026-01-01&to=2026-01-02')).json['errorCode']).not.toBe('request.invalid');
    const twice = await read('from=2026-01-01&from=2026-01-01&to=2026-01-02');
    expect(outcome(twice)).toEqual([400, 'request.invalid']);
  });
});

describe('on the wire', () => {
  function send(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(server.url).port), 'localhost', () => socket.write(text));
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('end', () => resolve(answer));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  test.each([
    ['what is not HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    ['100 kB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
  ])('%s gets a refusal with the usual headers and the connection is closed', async (_case, text, status) => {
    const answer = await send(text);
    expect(answer).toMatch(status);
    expect(answer).toMatch(/x-content-type-options: nosniff/);
    expect(answer).toContain('"errorCode":"request.invalid"');
  });
});

test('headers sent one byte at a time are cut off after ten seconds', async () => {
  const started = performance.now();
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(server.url).port), 'localhost', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX: '),
    );
    const drip = setInterval(() => socket.write('x'), 500);
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => {
      clearInterval(drip);
      resolve(text);
    });
    socket.on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - started).toBeGreaterThan(9_000);
});

test('after all this there was no 5xx and the server is healthy', async () => {
  expect((await server.client().get('/readyz')).status).toBe(200);
  const failed = server.log
    .map((line) => JSON.parse(line) as { status?: number })
    .filter(({ status }) => (status ?? 0) >= 500);
  expect(failed).toEqual([]);
});
