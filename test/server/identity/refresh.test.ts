/** Renewing a session: rotation, the reuse window, and stolen tokens. */
import { sql } from 'kysely';
import { deleteExpired } from '../../../server/identity/sessions/deleteExpired';
import { cases } from '../../support/cases';
import type { TestClient } from '../support/client';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const COOKIE = 'vms_refresh';

async function signedIn(): Promise<{ client: TestClient; sessionId: string; userId: string }> {
  const user = await server.fixtures.user('RENEW');
  const client = server.client();
  const { tokenIdentifier } = await client.signedIn(user);
  return { client, sessionId: tokenIdentifier, userId: user.id };
}

/** As if the token had been replaced that long ago. */
async function replacedAgo(sessionId: string, seconds: number): Promise<void> {
  await server.owner
    .updateTable('refresh_tokens')
    .set({ replaced_at: sql<Date>`now() - make_interval(secs => ${seconds})` })
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is not', null)
    .execute();
}

const sessionRow = (id: string) =>
  server.owner.selectFrom('sessions').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

test('each renewal gives a new access token, a new cookie and the next generation', async () => {
  const { client, sessionId } = await signedIn();
  const seen = new Set([client.cookies.get(COOKIE)]);
  for (let generation = 2; generation <= 4; generation += 1) {
    const answer = await client.refresh();
    expect(answer.json).toMatchObject({
      token_type: 'Bearer',
      tokenIdentifier: sessionId,
      generation,
      loginCode: 'FIRST_LOGIN',
    });
    expect(answer.json).not.toHaveProperty('refresh_token');
    seen.add(client.cookies.get(COOKIE));
  }
  expect(seen.size).toBe(4);
});

test('the token is also accepted in the form, without any cookie', async () => {
  const { client } = await signedIn();
  const answer = await server.client().refresh({ refresh_token: client.cookies.get(COOKIE) ?? '' });
  expect(answer.status).toBe(200);
});

const LOST = cases('lost answers in a row', { usual: 40, long: 300 });

test(`${LOST} lost answers in a row end no session: repeating the request gives the same token and generation`, async () => {
  const { client } = await signedIn();
  for (let generation = 2; generation <= LOST + 1; generation += 1) {
    const before = client.cookies.get(COOKIE) ?? '';
    const lost = await client.refresh();
    const expected = client.cookies.get(COOKIE);
    client.cookies.set(COOKIE, before);
    const again = await client.refresh();
    if (
      again.status !== 200 ||
      again.json['generation'] !== lost.json['generation'] ||
      client.cookies.get(COOKIE) !== expected
    ) {
      throw new Error(`generation ${generation}: ${again.status} ${again.text}`);
    }
  }
});

test('20 tabs that renew at the same time all get the same successor', async () => {
  const { client } = await signedIn();
  const refresh_token = client.cookies.get(COOKIE) ?? '';
  const tabs = Array.from({ length: 20 }, () => server.client());
  const answers = await Promise.all(tabs.map((tab) => tab.refresh({ refresh_token })));
  expect(answers.map(({ status, json }) => [status, json['generation']])).toEqual(tabs.map(() => [200, 2]));
  expect(new Set(tabs.map((tab) => tab.cookies.get(COOKIE))).size).toBe(1);
});

test('an old token within the window leads to the newest one, also over several generations', async () => {
  const { client } = await signedIn();
  const first = client.cookies.get(COOKIE) ?? '';
  await client.refresh();
  await client.refresh();
  const late = server.client();
  expect((await late.refresh({ refresh_token: first })).json['generation']).toBe(3);
  expect(late.cookies.get(COOKIE)).toBe(client.cookies.get(COOKIE));
});

test('a token reused after the window ends the session for every holder, and is audited', async () => {
  const { client, sessionId } = await signedIn();
  const stolen = client.cookies.get(COOKIE) ?? '';
  const { json } = await client.refresh();
  await replacedAgo(sessionId, 11);

  const thief = await server.client().refresh({ refresh_token: stolen });
  expect([thief.status, thief.json['error'], thief.json['error_description']]).toEqual([
    400,
    'invalid_grant',
    'revoked',
  ]);
  expect((await sessionRow(sessionId)).end_reason).toBe('revoked');

  const owner = await client.get('/api-user/v1/session');
  expect(owner.json).toEqual({ accessStatus: 'LOGGED_OUT', reason: 'revoked' });
  const call = await client.get('/api-websocket/v1/websocket/wscontext', { token: String(json['access_token']) });
  expect([call.status, call.json['errorCode'], call.json['reason']]).toEqual([401, 'session.ended', 'revoked']);

  const audit = await server.owner
    .selectFrom('audit_events')
    .where('session_id', '=', sessionId)
    .where('event', '=', 'refresh_reuse')
    .selectAll()
    .execute();
  expect(audit).toHaveLength(1);
});

test.each([
  ['idle', 'idle_expires_at'],
  ['absolute', 'expires_at'],
] as const)('past its %s end a session cannot be renewed or used', async (_kind, column) => {
  const { client, sessionId } = await signedIn();
  const { json } = await client.refresh();
  await server.owner
    .updateTable('sessions')
    .set({ [column]: sql`now() - interval '1 second'` })
    .where('id', '=', sessionId)
    .execute();
  expect((await client.get('/api-user/v1/session')).json).toEqual({ accessStatus: 'LOGGED_OUT', reason: 'expired' });
  const token = String(json['access_token']);
  expect((await client.get('/api-websocket/v1/websocket/wscontext', { token })).json).toMatchObject({
    errorCode: 'session.ended',
    reason: 'expired',
  });
});

test('renewing extends the idle end but never the absolute one', async () => {
  const { client, sessionId } = await signedIn();
  await server.owner
    .updateTable('sessions')
    .set({
      idle_expires_at: sql<Date>`now() + interval '1 minute'`,
      last_used_at: sql<Date>`now() - interval '29 minutes'`,
    })
    .where('id', '=', sessionId)
    .execute();
  const before = await sessionRow(sessionId);
  await client.refresh();
  const after = await sessionRow(sessionId);
  expect(after.idle_expires_at.getTime() - before.idle_expires_at.getTime()).toBeGreaterThan(28 * 60_000);
  expect(after.expires_at).toEqual(before.expires_at);
});

test('any call keeps the session active', async () => {
  const before = Date.now();
  const { client, sessionId } = await signedIn();
  const { json } = await client.refresh();
  await server.owner
    .updateTable('sessions')
    .set({
      last_used_at: sql<Date>`now() - interval '20 minutes'`,
      idle_expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .where('id', '=', sessionId)
    .execute();
  await client.get('/api-websocket/v1/websocket/wscontext', { token: String(json['access_token']) });
  expect((await sessionRow(sessionId)).idle_expires_at.getTime()).toBeGreaterThanOrEqual(before + 30 * 60_000);
});

test.each([
  ['no token at all', undefined, 'expired'],
  ['an invented one', 'A'.repeat(43), 'expired'],
])('%s is refused as an ended session', async (_case, refresh_token, reason) => {
  const answer = await server.client().refresh(refresh_token === undefined ? {} : { refresh_token });
  expect([answer.status, answer.json['error'], answer.json['error_description']]).toEqual([
    400,
    'invalid_grant',
    reason,
  ]);
});

test('a wrong token in the form does not change the cookie of this browser', async () => {
  const { client } = await signedIn();
  expect((await client.refresh({ refresh_token: 'A'.repeat(43) })).status).toBe(400);
  expect((await client.refresh()).status).toBe(200);
});

test('a renewal from an address that is no longer allowed ends the session', async () => {
  const { client, sessionId, userId } = await signedIn();
  await server.owner
    .updateTable('users')
    .set({ allowed_addresses: ['203.0.113.0/24'] })
    .where('id', '=', userId)
    .execute();
  expect((await client.refresh()).json['error_description']).toBe('forced');
  expect((await sessionRow(sessionId)).end_reason).toBe('forced');
});

test('a replaced token is stored only as a hash', async () => {
  const { client, sessionId } = await signedIn();
  await client.refresh();
  await client.refresh();
  const rows = await server.owner
    .selectFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .orderBy('generation')
    .select(['generation', 'encrypted_token'])
    .execute();
  expect(rows.map(({ generation, encrypted_token }) => [generation, encrypted_token !== null])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
});

test('refresh tokens are stored as hashes, and encrypted only as long as the reuse window needs', async () => {
  const { client, sessionId } = await signedIn();
  await client.refresh();
  const token = client.cookies.get(COOKIE) ?? '';
  const dump = async (): Promise<string> => {
    const rows = await server.owner
      .selectFrom('refresh_tokens')
      .where('session_id', '=', sessionId)
      .selectAll()
      .execute();
    return JSON.stringify(rows, (_key, value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : value));
  };
  expect(await dump()).not.toContain(token);
  await server.owner
    .updateTable('refresh_tokens')
    .set({ issued_at: sql<Date>`now() - interval '1 minute'` })
    .execute();
  await deleteExpired(server);
  const boxes = await server.owner
    .selectFrom('refresh_tokens')
    .where('encrypted_token', 'is not', null)
    .selectAll()
    .execute();
  expect(boxes).toEqual([]);
  expect((await client.refresh()).status).toBe(200);
});
