/**
 * If an organization does not disclose its accounts, the work until the answer is the same whether a user exists or
 * not, so that the response time reveals nothing: the same statements in the same order, the same hashes. Mail follows
 * the answer.
 */
import type * as Argon2 from '@node-rs/argon2';
import type { Answer, TestClient } from '../support/client';
import type { FixtureUser } from '../support/fixtures';
import { holdIntervals } from '../support/intervals';
import { startTestServer, type TestServer } from '../support/server';
import { watchStatements } from '../support/statements';

const mockHashed: number[] = [];
jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual<typeof Argon2>('@node-rs/argon2');
  return {
    ...actual,
    verify: (...args: Parameters<typeof actual.verify>) => {
      mockHashed.push(Number(/m=(\d+)/.exec(String(args[0]))?.[1]));
      return actual.verify(...args);
    },
  };
});

let seen: string[] = [];
const statements = watchStatements((text) => {
  // With this the event bus checks its connection, at any time.
  if (text !== 'select 1') seen.push(text);
});
let server: TestServer;
let known: FixtureUser;
let unknown: readonly (readonly [who: string, user: FixtureUser])[];

beforeAll(async () => {
  holdIntervals();
  server = await startTestServer();
  known = await server.fixtures.user('CLOSED');
  const locked = await server.fixtures.user('CLOSED', { locked: true });
  const disabled = await server.fixtures.user('CLOSED');
  await server.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
  unknown = [
    ['an unknown user', { ...known, userName: 'nobody' }],
    ['an unknown organization', { ...known, organizationCode: 'NOWHERE' }],
    ['a locked user', locked],
    ['a disabled user', disabled],
  ];
  // Fills the pool and creates the hash that replaces missing ones.
  await server.client().signIn({ ...known, userName: 'first' });
});
afterAll(async () => {
  statements.restore();
  await server.stop();
});

/** The work until the answer, and the answer. */
async function workOf(request: (client: TestClient) => Promise<Answer>) {
  await server.app.services.afterResponse.finish();
  seen = [];
  mockHashed.length = 0;
  const { status, json } = await request(server.client());
  return {
    status,
    fields: Object.keys(json),
    error: json['error_description'] ?? json['errorCode'],
    statements: [...seen],
    hashed: [...mockHashed],
  };
}

const WAYS: readonly (readonly [string, (user: FixtureUser) => (client: TestClient) => Promise<Answer>, number])[] = [
  ['a sign-in with a wrong password', (user) => (client) => client.signIn(user, { password: 'wrong' }), 1],
  ['the check before it with a wrong password', (user) => (client) => client.twoFactorCheck(user, 'wrong'), 1],
  [
    'a reset',
    ({ userName: username, organizationCode }) =>
      (client) =>
        client.post('/api-user/v1/password/reset', { username, organizationCode }),
    0,
  ],
];

test.each(WAYS)('%s is the same work for known and unknown users', async (_what, request, hashes) => {
  const ofKnown = await workOf(request(known));
  expect(ofKnown.statements.length).toBeGreaterThan(0);
  expect(ofKnown.hashed).toHaveLength(hashes);
  for (const [who, user] of unknown) expect([who, await workOf(request(user))]).toEqual([who, ofKnown]);
});

test('the mail of a reset is written after the answer, and only to an existing user', async () => {
  const user = await server.fixtures.user('CLOSED');
  const { userName: username, organizationCode, email } = user;
  const outbox = () => server.owner.selectFrom('mail_outbox').where('recipient', '=', email).selectAll().execute();
  const answer = await server.client().post('/api-user/v1/password/reset', { username, organizationCode });
  expect([answer.status, await outbox()]).toEqual([200, []]);
  await server.app.services.afterResponse.finish();
  expect(await outbox()).toHaveLength(1);
});

test('pending work is completed before the server stops', async () => {
  const other = await startTestServer();
  const user = await other.fixtures.user('CLOSED');
  const { userName: username, organizationCode } = user;
  await other.client().post('/api-user/v1/password/reset', { username, organizationCode });
  await other.stop();
  const events = other.log.map((line) => (JSON.parse(line) as { audit?: { event: string; outcome: string } }).audit);
  expect(events).toContainEqual(expect.objectContaining({ event: 'password_reset', outcome: 'ok' }));
});
