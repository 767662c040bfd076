/** One user, one complete session: the takeover question, its answers, and races between them. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TokenResponse } from '../../../contract/identity/access.endpoints';
import { AccessTokens, type AccessTokenClaims } from '../../../server/identity/sessions/accessToken';
import type { TestClient } from '../support/client';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { untilLockWaits } from '../support/lockWaits';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const CONFIRM = '/api-user/v1/sessions/logout-notification';
const END = '/api-user/v1/session/end';

const confirm = (client: TestClient, { access_token: token, tokenIdentifier }: TokenResponse) =>
  client.post(CONFIRM, { tokenIdentifier }, { token });

const liveSessions = async (user: FixtureUser): Promise<string[]> =>
  (
    await server.owner
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .where('state', '=', 'live')
      .where('ended_at', 'is', null)
      .select('id')
      .execute()
  ).map(({ id }) => id);

async function twoBrowsers() {
  const user = await server.fixtures.user('TAKE');
  const [first, second] = [server.client(), server.client()];
  const live = await first.signedIn(user);
  const pending = await second.signedIn(user);
  return { user, first, second, live, pending };
}

/** Without the known-browser cookie, which outlives sessions. */
const sessionCookies = ({ cookies }: TestClient) => [...cookies.keys()].filter((name) => name !== 'vms_device');

test('a second sign-in gets the device and time of the first, and no refresh cookie yet', async () => {
  const before = Date.now();
  const { second, pending } = await twoBrowsers();
  expect(pending.loginCode).toBe('ACTIVE_SESSION');
  expect(pending.otherSession?.device).toBe('Firefox on Linux');
  const lastUsed = Date.parse(pending.otherSession?.lastUsedAt ?? '');
  expect(lastUsed).toBeGreaterThanOrEqual(before);
  expect(lastUsed).toBeLessThanOrEqual(Date.now());
  expect(sessionCookies(second)).toEqual([]);
});

test('yes ends the other session, completes this one, and its token has full access from then on', async () => {
  const { user, first, second, live, pending } = await twoBrowsers();
  const answer = await confirm(second, pending);
  expect([answer.status, answer.json]).toEqual([200, { endedSessions: 1 }]);
  // The next page load finds a session.
  expect(second.cookies.get('vms_session')).toBe('1');
  const info = `/api-user/v1/users/${user.userName}/info`;
  expect((await second.get(info, { token: pending.access_token })).status).toBe(200);
  expect((await second.refresh()).json).toMatchObject({ tokenIdentifier: pending.tokenIdentifier, generation: 2 });

  const old = await first.get(info, { token: live.access_token });
  expect([old.status, old.json['errorCode'], old.json['reason']]).toEqual([401, 'session.ended', 'taken_over']);
  expect((await first.refresh()).json['error_description']).toBe('taken_over');
});

test('a sign-in that waits for the answer can check whether it is still valid, until it is ended elsewhere', async () => {
  const { first, second, live, pending } = await twoBrowsers();
  const check = (client: TestClient, { access_token: token }: TokenResponse) =>
    client.get('/api-user/v1/session', { token });
  expect((await check(second, pending)).json).toEqual({ accessStatus: 'LOGGED_OUT' });
  // A check by token does not depend on the cookie, which belongs to another session in the same browser.
  expect((await check(first, pending)).json).toEqual({ accessStatus: 'LOGGED_OUT' });

  await first.post(`/api-user/v1/sessions/${pending.tokenIdentifier}/end`, {}, { token: live.access_token });
  const over = { accessStatus: 'LOGGED_OUT', reason: 'ended_elsewhere' };
  expect((await check(second, pending)).json).toEqual(over);
  expect((await check(first, pending)).json).toEqual(over);
  expect((await first.refresh()).status).toBe(200);
});

test('no changes nothing: the first session and its cookie stay valid, also in the same browser', async () => {
  const user = await server.fixtures.user('TAKE');
  const browser = server.client();
  const live = await browser.signedIn(user);
  const cookie = browser.cookies.get('vms_refresh');
  const pending = await browser.signedIn(user);
  await browser.post(END, {}, { token: pending.access_token });
  expect(browser.cookies.get('vms_refresh')).toBe(cookie);
  expect((await browser.refresh()).json['tokenIdentifier']).toBe(live.tokenIdentifier);
});

test('a repeated yes, even simultaneous, ends nothing more and sets the same cookie', async () => {
  const { second, pending } = await twoBrowsers();
  const tab = server.client();
  const [one, two] = await Promise.all([confirm(second, pending), confirm(tab, pending)]);
  expect([one.json['endedSessions'], two.json['endedSessions']].sort()).toEqual([0, 1]);
  expect(tab.cookies.get('vms_refresh')).toBe(second.cookies.get('vms_refresh'));
  expect((await second.refresh()).status).toBe(200);
});

test('a repeated yes waits for a renewal of the same session, and gives the same token', async () => {
  const { second, pending } = await twoBrowsers();
  await confirm(second, pending);
  const ofSession = sql`session_id = ${pending.tokenIdentifier}`;
  await sql`update refresh_tokens set encrypted_token = null where ${ofSession}`.execute(server.owner);
  const tab = server.client();
  const answers = await server.owner.transaction().execute(async (held) => {
    await sql`select from refresh_tokens where ${ofSession} for update`.execute(held);
    const renewal = second.refresh();
    await untilLockWaits(server.owner);
    const repeated = confirm(tab, pending);
    await untilLockWaits(server.owner, 2);
    return [renewal, repeated];
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect(tab.cookies.get('vms_refresh')).toBe(second.cookies.get('vms_refresh'));
});

test("a stranger's token identifier is refused, and their session stays", async () => {
  const { user, second, pending, live } = await twoBrowsers();
  const stranger = await server.fixtures.user('TAKE');
  const { tokenIdentifier } = await server.client().signedIn(stranger);
  const answer = await confirm(second, { ...pending, tokenIdentifier });
  expect([answer.status, answer.json['errorCode']]).toEqual([400, 'invalid_token']);
  expect(await liveSessions(stranger)).toEqual([tokenIdentifier]);
  expect(await liveSessions(user)).toEqual([live.tokenIdentifier]);
});

test("the token identifier of the user's other session is refused: a sign-in completes only itself", async () => {
  const { user, second, pending, live } = await twoBrowsers();
  const answer = await confirm(second, { ...pending, tokenIdentifier: live.tokenIdentifier });
  expect([answer.status, answer.json['errorCode']]).toEqual([400, 'invalid_token']);
  expect(await liveSessions(user)).toEqual([live.tokenIdentifier]);
});

test('two pending sessions that accept the takeover at the same time leave exactly one live session, 100 times of 100', async () => {
  const user = await server.fixtures.user('TAKE');
  const counts: number[] = [];
  const first = await server.client().signedIn(user);
  for (let round = 0; round < 100; round += 1) {
    // Sessions are inserted as rows, because the race is about the answer, not the hashing before it.
    const pending = await Promise.all([0, 1].map(() => pendingSession(user, first)));
    await Promise.all(pending.map((session) => confirm(server.client(), session)));
    counts.push((await liveSessions(user)).length);
  }
  expect(counts).toEqual(Array.from({ length: 100 }, () => 1));
});

const claimsOf = ({ id: userId, organizationId }: FixtureUser, sessionId: string): AccessTokenClaims => ({
  sessionId,
  userId,
  organizationId,
  tenantId: organizationId,
  organizationType: 'VMS',
  userType: 'VMS',
});

async function pendingSession(user: FixtureUser, like: TokenResponse): Promise<TokenResponse> {
  const later = sql<Date>`now() + interval '5 minutes'`;
  const { id } = await server.owner
    .insertInto('sessions')
    .values({
      organization_id: user.organizationId,
      user_id: user.id,
      state: 'pending',
      device: 'Firefox on Linux',
      address: '127.0.0.1',
      last_used_at: sql<Date>`now()`,
      idle_expires_at: later,
      expires_at: later,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const access_token = await server.app.services.tokens.issue(claimsOf(user, id));
  return { ...like, access_token, tokenIdentifier: id };
}

test('ten simultaneous first sign-ins leave one live session and nine questions', async () => {
  const user = await server.fixtures.user('TAKE');
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.client().signedIn(user)));
  const codes = answers.map(({ loginCode }) => loginCode).sort();
  expect(codes).toEqual([...Array.from({ length: 9 }, () => 'ACTIVE_SESSION'), 'FIRST_LOGIN']);
  expect(await liveSessions(user)).toHaveLength(1);
});

test('an unanswered takeover question expires after ten minutes with its session', async () => {
  const { user, first, second, live, pending } = await twoBrowsers();
  await first.post(END, {}, { token: live.access_token });
  expect((await server.client().signedIn(user)).loginCode).toBe('FIRST_LOGIN');

  const { expires_at, created_at } = await server.owner
    .selectFrom('sessions')
    .where('id', '=', pending.tokenIdentifier)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(Math.round((expires_at.getTime() - created_at.getTime()) / 1_000)).toBe(600);
  await server.owner
    .updateTable('sessions')
    .set({ expires_at: sql<Date>`now()` })
    .where('id', '=', pending.tokenIdentifier)
    .execute();
  expect((await confirm(second, pending)).json).toMatchObject({ errorCode: 'session.ended', reason: 'expired' });
});

describe('a takeover question that is open for longer than an access token lasts', () => {
  let brief: TestServer;
  beforeAll(async () => {
    brief = await startTestServer({ ACCESS_TOKEN_SECONDS: '1' });
  });
  afterAll(() => brief.stop());

  async function askedBefore() {
    const user = await brief.fixtures.user('TAKE');
    const [first, second] = [brief.client(), brief.client()];
    await first.signedIn(user);
    const pending = await second.signedIn(user);
    await delay(1_000);
    return { user, second, pending };
  }

  test('can still be answered yes, after which the cookie renews the token', async () => {
    const { user, second, pending } = await askedBefore();
    const check = await second.get('/api-user/v1/session', { token: pending.access_token });
    expect(check.json).toEqual({ accessStatus: 'LOGGED_OUT' });
    expect((await confirm(second, pending)).json).toEqual({ endedSessions: 1 });
    // The answer was lost.
    expect((await confirm(second, pending)).json).toEqual({ endedSessions: 0 });
    const info = `/api-user/v1/users/${user.userName}/info`;
    expect((await second.get(info, { token: pending.access_token })).json['errorCode']).toBe('token_expired');
    expect((await second.refresh()).json).toMatchObject({ tokenIdentifier: pending.tokenIdentifier, generation: 2 });
  });

  test('can still be answered no, which ends its session', async () => {
    const { second, pending } = await askedBefore();
    expect((await second.post(END, {}, { token: pending.access_token })).json).toEqual({});
    expect((await confirm(second, pending)).json).toMatchObject({ errorCode: 'session.ended', reason: 'signed_out' });
  });
});

test('signing out ends the session and its cookies immediately, and may be repeated', async () => {
  const user = await server.fixtures.user('TAKE');
  const client = server.client();
  const { access_token: token } = await client.signedIn(user);
  const refreshToken = client.cookies.get('vms_refresh') ?? '';
  expect((await client.post(END, {}, { token })).json).toEqual({});
  expect(sessionCookies(client)).toEqual([]);
  expect((await client.post(END, {}, { token })).status).toBe(200);
  expect((await client.get(`/api-user/v1/users/${user.userName}/info`, { token })).json['reason']).toBe('signed_out');
  expect((await client.refresh({ refresh_token: refreshToken })).json['error_description']).toBe('signed_out');
});

test('signing out works with the cookie alone, without a body', async () => {
  const user = await server.fixtures.user('TAKE');
  const client = server.client();
  await client.signedIn(user);
  expect((await client.request('POST', END)).status).toBe(200);
  expect(await liveSessions(user)).toEqual([]);
});

test('a late sign-out ends only its own session, not one that has started since in the same browser', async () => {
  const [one, other] = [await server.fixtures.user('TAKE'), await server.fixtures.user('TAKE')];
  const browser = server.client();
  const { tokenIdentifier: former } = await browser.signedIn(one);
  const { tokenIdentifier } = await browser.signedIn(other);
  expect((await browser.post(END, { tokenIdentifier: former })).json).toEqual({});
  expect((await browser.refresh()).json['tokenIdentifier']).toBe(tokenIdentifier);
  expect((await browser.post(END, { tokenIdentifier })).json).toEqual({});
  expect([await liveSessions(other), sessionCookies(browser)]).toEqual([[], []]);
});

test('giving up a sign-in whose token has expired leaves the session of the cookie alone', async () => {
  const user = await server.fixtures.user('TAKE');
  const browser = server.client();
  const live = await browser.signedIn(user);
  const { tokenIdentifier } = await browser.signedIn(user);
  const expired = new AccessTokens(server.app.services.keys.accessToken, -1);
  const token = await expired.issue(claimsOf(user, tokenIdentifier));
  expect((await browser.post(END, { tokenIdentifier }, { token })).json).toEqual({});
  expect((await browser.refresh()).json['tokenIdentifier']).toBe(live.tokenIdentifier);
});

test('a sign-out that arrives late leaves the cookie of the next session in the browser', async () => {
  const user = await server.fixtures.user('TAKE');
  const browser = server.client();
  const { tokenIdentifier } = await browser.signedIn(user);
  const late = server.client();
  for (const [name, value] of browser.cookies) late.cookies.set(name, value);
  await browser.post(END, { tokenIdentifier });
  // The browser signs in again, and only then the late answer arrives.
  const { tokenIdentifier: next } = await browser.signedIn(user);
  const answer = await late.post(END, { tokenIdentifier });
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
  expect(await liveSessions(user)).toEqual([next]);
});

test('a sign-out clears a cookie that names no session', async () => {
  const browser = server.client();
  browser.cookies.set('vms_refresh', 'of-a-session-that-was-deleted').set('vms_session', '1');
  expect((await browser.post(END)).status).toBe(200);
  expect(sessionCookies(browser)).toEqual([]);
});

test('the session check answers signed in, or signed out with the reason', async () => {
  const { user, first, second, pending } = await twoBrowsers();
  expect((await server.client().get('/api-user/v1/session')).json).toEqual({ accessStatus: 'LOGGED_OUT' });
  expect((await first.get('/api-user/v1/session')).json).toEqual({
    accessStatus: 'LOGGED_IN',
    userName: user.userName,
  });
  await confirm(second, pending);
  expect((await first.get('/api-user/v1/session')).json).toEqual({ accessStatus: 'LOGGED_OUT', reason: 'taken_over' });
  expect(sessionCookies(first)).toEqual([]);
});
