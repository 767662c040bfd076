/** Which session may call what: every endpoint that needs a token, in every state of a session. */
import type { Endpoint } from '../../../contract/base/endpoint';
import { endpoints } from '../../../contract/endpoints';
import type { SessionState } from '../../../server/database/schema/access';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let anyone: FixtureUser;

beforeAll(async () => {
  server = await startTestServer();
  anyone = await server.fixtures.user('SCOPE');
  await server.fixtures.organization('SCOPE_STRONG', { twoFactorRequired: true, mailedCodes: false });
});
afterAll(() => server.stop());

const PROTECTED = Object.entries<Endpoint>(endpoints).filter(([, { auth }]) => auth === 'bearer' || auth === 'pending');
const STATES: readonly SessionState[] = ['pending', 'change_password', 'enroll', 'live'];
const REFUSAL: Readonly<Record<Exclude<SessionState, 'live'>, string>> = {
  pending: 'session.pending',
  change_password: 'password.change.required',
  enroll: 'enrollment.required',
};
/** The calls allowed in sessions that are not complete. */
const ALLOWED: ReadonlyArray<readonly [SessionState, string]> = [
  ['pending', 'logoutNotification'],
  ['change_password', 'logoutNotification'],
  ['change_password', 'passwordChange'],
  ['enroll', 'logoutNotification'],
  ...(['factors', 'factorProof', 'appBegin', 'appConfirm', 'passkeyBegin', 'passkeyAdd'] as const).map(
    (name) => ['enroll', name] as const,
  ),
];

interface Session {
  readonly user: FixtureUser;
  readonly token: string;
}

async function sessionIn(state: SessionState): Promise<Session> {
  if (state === 'enroll') return enrollingSession();
  const user = await server.fixtures.user('SCOPE', { generatedPassword: state === 'change_password' });
  if (state === 'pending') await server.client().signedIn(user);
  const { access_token: token } = await server.client().signedIn(user);
  return { user, token };
}

async function enrollingSession(): Promise<Session> {
  const user = await server.fixtures.user('SCOPE_STRONG');
  const client = server.client();
  await client.twoFactorCheck(user);
  const { access_token: token } = await client.signedIn(user, { authentication_code: await server.mailedCode(user) });
  return { user, token };
}

function call([, endpoint]: readonly [string, Endpoint], user: FixtureUser, token: string | undefined) {
  const url = endpoint.path.replace('{userName}', user.userName);
  const options = token === undefined ? {} : { token };
  const client = server.client();
  return client.request(endpoint.method, url, endpoint.method === 'GET' ? options : { body: {}, ...options });
}

describe.each(STATES)('a session in the state %s', (state) => {
  // Shared by the calls until one of them may have changed it.
  let session: Promise<Session> | undefined;
  test.each(PROTECTED)('at %s', async (name, endpoint) => {
    const allowed = state === 'live' || ALLOWED.some(([s, n]) => s === state && n === name);
    const { user, token } = await (session ??= sessionIn(state));
    const answer = await call([name, endpoint], user, token);
    if (answer.status === 200 && endpoint.method !== 'GET') session = undefined;
    if (allowed) {
      // The next check may refuse for a missing permission.
      const beyond = endpoint.errors.includes('server.unauthorized') ? ['server.unauthorized'] : [];
      // A file is expected there, and this body is not a file.
      const notFile = endpoint.errors.includes('unsupported.media.type') ? ['unsupported.media.type'] : [];
      const codes = [undefined, 'request.invalid', 'factor.refused', ...beyond, ...notFile];
      expect(codes).toContain(answer.json['errorCode']);
      expect([200, 400, ...beyond.map(() => 401), ...notFile.map(() => 415)]).toContain(answer.status);
    } else {
      expect([answer.status, answer.json['errorCode']]).toEqual([403, REFUSAL[state]]);
    }
  });
});

test.each(PROTECTED)('without a token %s is unauthorized', async (name, endpoint) => {
  const answer = await call([name, endpoint], anyone, undefined);
  expect([answer.status, answer.json['errorCode']]).toEqual([401, 'server.unauthorized']);
});

test('a pending session cannot be renewed: it has no refresh token', async () => {
  const user = await server.fixtures.user('SCOPE');
  await server.client().signedIn(user);
  const client = server.client();
  const pending = await client.signedIn(user);
  expect(pending.loginCode).toBe('ACTIVE_SESSION');
  expect((await client.refresh()).status).toBe(400);
  expect((await client.refresh({ refresh_token: pending.access_token })).status).toBe(400);
});
