/** The rules of administrators and organizations about second factors. */
import { sql } from 'kysely';
import { FACTORS, setUpApp, appUser as anAppUser } from '../support/appUser';
import type { TestClient } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { appCode } from '../support/totp';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('APPS');
  await server.fixtures.organization('STRONG', { twoFactorRequired: true, mailedCodes: false });
});
afterAll(() => server.stop());

const appUser = () => anAppUser(server);
const description = async (client: TestClient, user: FixtureUser, form: Record<string, string>) =>
  (await client.signIn(user, form)).json['error_description'];

describe('an administrator', () => {
  const RESET = (id: string) => `/api-user/v1/users/${id}/factors/reset`;
  const administrator = async (code: string) => {
    const user = await server.fixtures.user(code, { permissions: ['MENU_ADMIN', 'USER_EDIT'] });
    const client = server.client();
    const { access_token: token } = await client.signedIn(user);
    return { user, client, token };
  };

  test('resets the factors of a user who lost their device: the user is notified and needs a mailed code, and the reset is audited', async () => {
    const { user, client, codes } = await appUser();
    const { client: admin, token, user: actor } = await administrator('APPS');
    const reset = await admin.post(RESET(user.id), {}, { token });
    expect([reset.status, reset.json['userId']]).toEqual([200, user.id]);
    expect((await client.twoFactorCheck(user)).json).toMatchObject({ required: true, methods: ['mail'] });
    expect((await client.signIn(user)).status).toBe(400);
    const code = await server.mailedCode(user);
    expect((await client.signIn(user, { authentication_code: code })).status).toBe(200);
    const kept = await server.owner.selectFrom('recovery_codes').where('user_id', '=', user.id).selectAll().execute();
    expect([kept.length, codes.length]).toEqual([0, 10]);
    const mails = (await server.mailsTo(user.email)).map((mail) => mail.text.replace(/\s+/g, ' '));
    expect(mails.join()).toContain('An administrator has removed the authenticator app');
    const rows = await server.owner
      .selectFrom('audit_events')
      .where('event', '=', 'factors_reset')
      .where('user_id', '=', actor.id)
      .selectAll()
      .execute();
    expect(rows.map(({ details }) => details)).toEqual([
      {
        before: { userId: user.id, twoFactorEnabled: false },
        after: { userId: user.id, twoFactorEnabled: true },
      },
    ]);
  });

  test('sees in the user’s form that a reset requires a second factor of a user who had one, and nothing of a user who had none', async () => {
    const { client: admin, token } = await administrator('APPS');
    const plain = await server.fixtures.user('APPS');
    expect((await admin.post(RESET(plain.id), {}, { token })).status).toBe(200);
    expect((await server.client().twoFactorCheck(plain)).json).toEqual({ required: false });

    const { user } = await appUser();
    const { json } = await admin.post(RESET(user.id), {}, { token });
    const account = (await admin.get(`/api-user/v1/users/${user.id}/account`, { token })).json;
    expect([account['version'], account['twoFactorEnabled']]).toEqual([json['version'], true]);
  });

  test('cannot reset their own factors, those in another organization, or any without the permission', async () => {
    const { user } = await appUser();
    const own = await administrator('APPS');
    const self = await own.client.post(RESET(own.user.id), {}, { token: own.token });
    expect([self.status, self.json['errorCode']]).toEqual([400, 'request.invalid']);
    await server.fixtures.organization('ELSEWHERE');
    const other = await administrator('ELSEWHERE');
    expect((await other.client.post(RESET(user.id), {}, { token: other.token })).status).toBe(404);
    const plain = await server.fixtures.user('APPS');
    const client = server.client();
    const { access_token: token } = await client.signedIn(plain);
    expect((await client.post(RESET(user.id), {}, { token })).status).toBe(401);
    expect((await server.client().twoFactorCheck(user)).json['required']).toBe(true);
  });
});

describe('an organization without mailed codes', () => {
  const mailed = async (client: TestClient, user: FixtureUser) => {
    await client.twoFactorCheck(user);
    return client.signedIn(user, { authentication_code: await server.mailedCode(user) });
  };

  test('lets users without a factor sign in by mailed code, but only to set one up', async () => {
    const user = await server.fixtures.user('STRONG');
    const client = server.client();
    expect((await client.signIn(user)).status).toBe(400);
    const { access_token: token, mustEnroll } = await mailed(client, user);
    expect(mustEnroll).toBe(true);
    const info = await client.get(`/api-user/v1/users/${user.userName}/info`, { token });
    expect([info.status, info.json['errorCode']]).toEqual([403, 'enrollment.required']);
    // A reload must not treat this session as complete.
    expect(client.cookies.has('vms_session')).toBe(false);
    expect((await client.get('/api-user/v1/session')).json).toMatchObject({ accessStatus: 'LOGGED_OUT' });

    const { secret } = await setUpApp(client, token);
    expect((await client.get(`/api-user/v1/users/${user.userName}/info`, { token })).status).toBe(200);
    expect(client.cookies.get('vms_session')).toBe('1');
    expect((await client.get('/api-user/v1/session')).json).toMatchObject({ accessStatus: 'LOGGED_IN' });

    expect((await server.client().twoFactorCheck(user)).json).toMatchObject({ methods: ['app', 'recovery'] });
    const again = await server.client().signIn(user, { app_code: appCode(secret, 1) });
    expect(again.json).not.toHaveProperty('mustEnroll');
  });

  test('completes the session even if the answer to the code was lost, and shows valid recovery codes', async () => {
    const user = await server.fixtures.user('STRONG');
    const client = server.client();
    const { access_token: token } = await mailed(client, user);
    const { secret } = await setUpApp(client, token);
    // The browser has not received the answer with the cookie.
    client.cookies.delete('vms_session');
    for (const steps of [0, 1]) {
      const again = await client.post(`${FACTORS}/app/confirm`, { appCode: appCode(secret, steps) }, { token });
      expect([again.status, again.json]).toMatchObject([200, { app: true, recoveryCodesLeft: 10 }]);
      expect(client.cookies.get('vms_session')).toBe('1');
      const [code = ''] = String(again.json['recoveryCodes']).split(' ');
      expect((await server.client().signIn(user, { recovery_code: code })).status).toBe(200);
    }
    const wrong = String((Number(appCode(secret)) + 1) % 1_000_000).padStart(6, '0');
    const refused = await client.post(`${FACTORS}/app/confirm`, { appCode: wrong }, { token });
    expect(refused.json['errorCode']).toBe('challenge.expired');
  });

  test('does not replace recovery codes that another session has shown', async () => {
    const { user, client, secret, codes } = await appUser();
    const { access_token: token } = await client.signedIn(user, { recovery_code: codes[0]! });
    const confirmed = await client.post(`${FACTORS}/app/confirm`, { appCode: appCode(secret, 1) }, { token });
    expect(confirmed.json['errorCode']).toBe('challenge.expired');
    expect((await server.client().signIn(user, { recovery_code: codes[1]! })).status).toBe(200);
  });

  test('accepts no mailed code from a user with an app, not even an earlier one', async () => {
    const user = await server.fixtures.user('STRONG');
    const client = server.client();
    const { access_token: token } = await mailed(client, user);
    const another = server.client();
    await another.twoFactorCheck(user);
    const code = await server.mailedCode(user);
    await setUpApp(client, token);
    expect(await description(another, user, { authentication_code: code })).toBe('authentication.code.not.available');
    const { userName, organizationCode } = user;
    const check = await server
      .client()
      .post('/api-user/v1/two-factor/check', { userName, password: PASSWORD, organizationCode, mail: true });
    expect(check.json).not.toHaveProperty('challengeId');
  });

  test('does not let users remove their last factor', async () => {
    const user = await server.fixtures.user('STRONG');
    const client = server.client();
    const { access_token: token } = await mailed(client, user);
    await setUpApp(client, token);
    const refused = await client.post(`${FACTORS}/app/remove`, {}, { token });
    expect([refused.status, refused.json['errorCode']]).toEqual([409, 'factor.required']);
    expect((await client.get(FACTORS, { token })).json).toMatchObject({ app: true, recoveryCodesLeft: 10 });
  });

  test('also requires users who take over another session to set up a factor', async () => {
    const user = await server.fixtures.user('STRONG');
    await server.owner
      .insertInto('sessions')
      .values({
        organization_id: user.organizationId,
        user_id: user.id,
        state: 'live',
        device: 'Elsewhere',
        address: '127.0.0.1',
        last_used_at: sql<Date>`now()`,
        idle_expires_at: sql<Date>`now() + interval '1 hour'`,
        expires_at: sql<Date>`now() + interval '1 hour'`,
      })
      .execute();
    const client = server.client();
    const { access_token: token, tokenIdentifier, loginCode } = await mailed(client, user);
    expect(loginCode).toBe('ACTIVE_SESSION');
    await client.post('/api-user/v1/sessions/logout-notification', { tokenIdentifier }, { token });
    expect((await client.get(FACTORS, { token })).status).toBe(200);
    expect((await client.get(`/api-user/v1/users/${user.userName}/info`, { token })).status).toBe(403);
    expect(client.cookies.has('vms_session')).toBe(false);
  });
});
