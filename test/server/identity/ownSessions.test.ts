/**
 * The devices where users are signed in: they see them and end the ones they do not know; so do their administrators.
 */
import { sql } from 'kysely';
import type { OpenSession } from '../../../contract/identity/sessions.endpoints';
import type { Permission } from '../../../contract/base/permissions';
import type { Answer, TestClient } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PATH = '/api-user/v1/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

interface SignedIn {
  readonly client: TestClient;
  readonly token: string;
  readonly id: string;
}

async function signIn(user: FixtureUser, agent = FIREFOX, address = '127.0.0.1'): Promise<SignedIn> {
  const client = server.client();
  const { json } = await client.signIn(user, {}, { headers: { 'user-agent': agent }, address });
  return { client, token: String(json['access_token']), id: String(json['tokenIdentifier']) };
}
const list = async ({ client, token }: SignedIn) =>
  (await client.get(PATH, { token })).json as unknown as OpenSession[];
const end = ({ client, token }: SignedIn, id: string) => client.post(`${PATH}/${id}/end`, {}, { token });
const reasonOf = async ({ client, token }: SignedIn): Promise<unknown> =>
  (await client.get(PATH, { token })).json['reason'];

describe('the user’s own sessions', () => {
  test('are shown with device, address, start and last use, with this one marked; ended and other users’ sessions are not', async () => {
    const user = await server.fixtures.user('OWN');
    const before = await signIn(user);
    await before.client.post('/api-user/v1/session/end', {}, { token: before.token });
    await signIn(await server.fixtures.user('OWN'));
    const here = await signIn(user);
    const phone = await signIn(user, SAFARI, '203.0.113.7');
    const shown = await list(here);
    expect(shown.map(({ since: _since, lastUsedAt: _lastUsedAt, ...rest }) => rest)).toEqual([
      {
        sessionId: phone.id,
        device: 'Safari on iOS',
        address: '203.0.113.7',
        state: 'pending',
        isCurrent: false,
      },
      { sessionId: here.id, device: 'Firefox on Linux', address: '127.0.0.1', state: 'live', isCurrent: true },
    ]);
    for (const { since, lastUsedAt } of shown) {
      expect(Date.now() - Date.parse(since)).toBeLessThan(300_000);
      expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(since));
    }
  });

  test('one is ended: its token and cookie are refused with the reason, and the other continues', async () => {
    const user = await server.fixtures.user('OWN');
    const here = await signIn(user);
    const other = await signIn(user, SAFARI);
    expect((await end(here, other.id)).json).toEqual({ ended: 1 });
    expect((await end(here, other.id)).json).toEqual({ ended: 0 });
    expect(await reasonOf(other)).toBe('ended_elsewhere');
    expect((await list(here)).map(({ sessionId }) => sessionId)).toEqual([here.id]);
    const events = await server.owner
      .selectFrom('audit_events')
      .where('event', '=', 'session_ended')
      .where('user_id', '=', user.id)
      .select(['session_id', 'outcome'])
      .execute();
    expect(events[0]).toEqual({ session_id: other.id, outcome: 'ok' });
  });

  test('all others are ended by one call', async () => {
    const user = await server.fixtures.user('OWN');
    const here = await signIn(user);
    const others = [await signIn(user), await signIn(user, SAFARI)];
    expect((await here.client.post(`${PATH}/end-others`, {}, { token: here.token })).json).toEqual({ ended: 2 });
    for (const other of others) expect(await reasonOf(other)).toBe('ended_elsewhere');
    expect(await list(here)).toHaveLength(1);
  });

  test('neither the caller’s session nor another user’s is ended this way', async () => {
    const user = await server.fixtures.user('OWN');
    const [here, stranger] = [await signIn(user), await signIn(await server.fixtures.user('OWN'))];
    expect((await end(here, here.id)).json['errorMessage']).toMatch(/please sign out/);
    const [foreign, absent] = [await end(here, stranger.id), await end(here, '00000000-0000-4000-8000-000000000000')];
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect(await list(stranger)).toHaveLength(1);
  });

  test('can be ended for ten minutes after entering the password, in this browser only', async () => {
    const user = await server.fixtures.user('OWN');
    const here = await signIn(user);
    const other = await signIn(user, SAFARI);
    await server.owner
      .updateTable('sessions')
      .set({ proved_at: sql<Date>`now() - interval '10 minutes 1 second'` })
      .where('id', '=', here.id)
      .execute();
    const endOthers = () => here.client.post(`${PATH}/end-others`, {}, { token: here.token });
    for (const refused of [await end(here, other.id), await endOthers()]) {
      expect([refused.status, refused.json['errorCode']]).toEqual([403, 'proof.required']);
    }
    expect(await list(here)).toHaveLength(2);
    await here.client.post('/api-user/v1/factors/proof', { password: PASSWORD }, { token: here.token });
    expect((await endOthers()).json).toEqual({ ended: 1 });
  });

  test('the current one tells when it reaches its maximum length, although it is in use', async () => {
    const user = await server.fixtures.user('OWN');
    const { client, token, id } = await signIn(user);
    const secondsLeft = async () =>
      (await client.get(`/api-user/v1/users/${user.userName}/info`, { token })).json['sessionEndsInSeconds'];
    const { sessionSeconds } = server.app.services.config;
    expect(await secondsLeft()).toBeLessThanOrEqual(sessionSeconds);
    expect(await secondsLeft()).toBeGreaterThan(sessionSeconds - 100);
    await server.owner
      .updateTable('sessions')
      .set({ expires_at: sql<Date>`now() + interval '10 minutes'` })
      .where('id', '=', id)
      .execute();
    await client.refresh();
    expect(await secondsLeft()).toBeLessThanOrEqual(600);
    expect(await secondsLeft()).toBeGreaterThan(500);
  });

  test('each password given as proof is audited as such, whether wrong or right', async () => {
    const user = await server.fixtures.user('OWN');
    const { client, token, id } = await signIn(user);
    for (const password of ['not it at all', PASSWORD]) {
      await client.post('/api-user/v1/factors/proof', { password }, { token });
    }
    const events = await server.owner
      .selectFrom('audit_events')
      .where('user_id', '=', user.id)
      .where('event', 'in', ['identity_proved', 'password_change'])
      .orderBy('id')
      .select(['event', 'outcome', 'reason', 'session_id'])
      .execute();
    expect(events).toEqual([
      { event: 'identity_proved', outcome: 'refused', reason: 'wrong_password', session_id: id },
      { event: 'identity_proved', outcome: 'ok', reason: null, session_id: id },
    ]);
  });

  test('a password that must wait after ten wrong ones is audited once', async () => {
    const user = await server.fixtures.user('OWN');
    const { client, token } = await signIn(user);
    for (let guess = 0; guess < 12; guess += 1) {
      await client.post('/api-user/v1/factors/proof', { password: `guess ${guess}` }, { token });
    }
    const { rows } = await sql<{ reason: string }>`
      select reason from audit_events
      where user_id = ${user.id} and event = 'identity_proved' order by id`.execute(server.owner);
    expect(rows.map(({ reason }) => reason)).toEqual([...Array(10).fill('wrong_password'), 'too_many_attempts']);
  });

  test('a session that waits for the takeover question sees none', async () => {
    const user = await server.fixtures.user('OWN');
    await signIn(user);
    const waiting = await signIn(user);
    expect((await waiting.client.get(PATH, { token: waiting.token })).json['errorCode']).toBe('session.pending');
  });
});

describe('other users’ sessions', () => {
  const PERMISSIONS: readonly Permission[] = ['USER_EDIT', 'MENU_JOB'];
  let admin: SignedIn;
  let adminUser: FixtureUser;

  beforeAll(async () => {
    adminUser = await server.fixtures.user('ADMIN', { permissions: PERMISSIONS });
    admin = await signIn(adminUser);
  });
  const of = ({ id }: FixtureUser, what = '') => `/api-user/v1/users/${id}/sessions${what}`;
  const call = (method: 'GET' | 'POST', path: string, by = admin): Promise<Answer> =>
    by.client.request(method, path, { token: by.token, ...(method === 'POST' && { body: {} }) });

  test('are seen and ended by an administrator, which is audited with their user', async () => {
    const user = await server.fixtures.user('ADMIN', { permissions: ['MENU_JOB'] });
    const [first, second] = [await signIn(user), await signIn(user, SAFARI)];
    const shown = (await call('GET', of(user))).json as unknown as OpenSession[];
    expect(shown.map(({ sessionId, isCurrent }) => [sessionId, isCurrent])).toEqual([
      [second.id, false],
      [first.id, false],
    ]);
    expect((await call('POST', of(user, `/${second.id}/end`))).json).toEqual({ ended: 1 });
    expect(await reasonOf(first)).toBeUndefined();
    expect((await call('POST', of(user, '/end'))).json).toEqual({ ended: 1 });
    for (const one of [first, second]) expect(await reasonOf(one)).toBe('ended_by_administrator');
    const events = await server.owner
      .selectFrom('audit_events')
      .where('user_id', '=', adminUser.id)
      .where('event', 'in', ['session_ended', 'sessions_ended'])
      .orderBy('id')
      .select(['event', 'details'])
      .execute();
    expect(events.slice(-2)).toEqual([
      { event: 'session_ended', details: { after: { userId: user.id, sessionId: second.id } } },
      { event: 'sessions_ended', details: { after: { userId: user.id } } },
    ]);
  });

  test('cannot be ended without the permission or by users with fewer permissions', async () => {
    const strong = await server.fixtures.user('ADMIN', { permissions: ['ROLE_EDIT'] });
    const theirs = await signIn(strong);
    expect((await call('POST', of(strong, '/end'))).status).toBe(400);
    const weak = await signIn(await server.fixtures.user('ADMIN', { permissions: ['MENU_JOB'] }));
    expect((await call('GET', of(strong), weak)).status).toBe(401);
    expect((await call('POST', of(strong, `/${theirs.id}/end`), weak)).status).toBe(401);
    expect(await list(theirs)).toHaveLength(1);
  });

  test('of another organization, or of another user at this address, are not found', async () => {
    const elsewhere = await server.fixtures.user('OWN');
    const foreign = await signIn(elsewhere);
    expect((await call('GET', of(elsewhere))).status).toBe(404);
    expect((await call('POST', of(elsewhere, '/end'))).status).toBe(404);
    const member = await server.fixtures.user('ADMIN', { permissions: ['MENU_JOB'] });
    expect((await call('POST', of(member, `/${foreign.id}/end`))).status).toBe(404);
    expect(await list(foreign)).toHaveLength(1);
  });

  test('the caller’s own are ended in the profile', async () => {
    const answer = await call('POST', of(adminUser, '/end'));
    expect([answer.status, answer.json['errorMessage']]).toEqual([400, expect.stringMatching(/in your profile/)]);
  });
});
