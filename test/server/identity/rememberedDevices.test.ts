/** Remembered devices: what skips the second factor, for how long, and what ends it. */
import { sql } from 'kysely';
import { FACTORS, appUser as anAppUser } from '../support/appUser';
import type { TestClient } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { appCode } from '../support/totp';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('APPS', { rememberDevices: true });
});
afterAll(() => server.stop());

const appUser = (code?: string) => anAppUser(server, code);
async function takeOver(client: TestClient, user: FixtureUser): Promise<string> {
  const { access_token: token, tokenIdentifier } = await client.signedIn(user);
  await client.post('/api-user/v1/sessions/logout-notification', { tokenIdentifier }, { token });
  return token;
}

describe('a remembered device', () => {
  const remembered = async () => {
    const known = await appUser();
    await known.client.signedIn(known.user, { app_code: appCode(known.secret, 1), remember_device: 'true' });
    return known;
  };
  const requiresCode = async (client: TestClient, user: FixtureUser) =>
    (await client.twoFactorCheck(user)).json['required'];

  test('needs no second factor, another device does', async () => {
    const { user, client } = await remembered();
    expect(await requiresCode(client, user)).toBe(false);
    expect((await client.signIn(user)).status).toBe(200);
    expect(await requiresCode(server.client(), user)).toBe(true);
    expect((await server.client().signIn(user)).status).toBe(400);
  });

  test('still needs the password', async () => {
    const { user, client } = await remembered();
    expect((await client.signIn(user, { password: 'not it at all' })).json['error_description']).toBe(
      'invalid.credentials',
    );
  });

  test('skips nothing for another user’s account', async () => {
    const { client } = await remembered();
    const other = await appUser();
    expect(await requiresCode(client, other.user)).toBe(true);
  });

  test('skips nothing once a character of its cookie is changed, in the id or in the signature', async () => {
    const { user, client } = await remembered();
    const cookie = client.cookies.get('vms_device') ?? '';
    const requiresCodeWith = (value: string) => {
      const browser = server.client();
      browser.cookies.set('vms_device', value);
      return requiresCode(browser, user);
    };
    const changed = (at: RegExp) =>
      cookie.replace(at, (before: string) => before.slice(0, -1) + (before.endsWith('A') ? 'B' : 'A'));
    expect(await requiresCodeWith(cookie)).toBe(false);
    for (const value of [changed(/^./), changed(/~./)]) {
      expect(value).not.toBe(cookie);
      expect(await requiresCodeWith(value)).toBe(true);
    }
  });

  test('is no longer remembered after 30 days', async () => {
    const { user, client } = await remembered();
    const { expires_at: at } = await server.owner
      .selectFrom('remembered_devices')
      .where('user_id', '=', user.id)
      .select('expires_at')
      .executeTakeFirstOrThrow();
    expect(Math.round((at.getTime() - Date.now()) / 86_400_000)).toBe(30);
    await sql`update remembered_devices set expires_at = now() where user_id = ${user.id}`.execute(server.owner);
    expect(await requiresCode(client, user)).toBe(true);
  });

  test.each([
    [
      'the password changes',
      '/api-user/v1/password/change',
      { oldPassword: PASSWORD, newPassword: 'Quite-another-7!' },
    ],
    ['a factor changes', `${FACTORS}/recovery-codes`, {}],
    ['the person says so', `${FACTORS}/devices/forget`, {}],
  ])('is no longer remembered when %s', async (_, path, body) => {
    const { user, client } = await remembered();
    const { access_token: token } = await client.signedIn(user);
    // The first session is live, so this one takes over.
    const { tokenIdentifier } = (await client.signIn(user)).json as { tokenIdentifier: string };
    expect(tokenIdentifier).toBeDefined();
    const live = await takeOver(client, user);
    expect((await client.post(path, body, { token: live })).status).toBe(200);
    expect(token).not.toBe(live);
    const kept = await server.owner
      .selectFrom('remembered_devices')
      .where('user_id', '=', user.id)
      .selectAll()
      .execute();
    expect(kept).toEqual([]);
  });

  test('is not remembered if the organization does not allow it', async () => {
    await server.fixtures.organization('FORGETFUL');
    const { user, client, secret } = await appUser('FORGETFUL');
    expect((await client.twoFactorCheck(user)).json['mayRemember']).toBe(false);
    await client.signedIn(user, { app_code: appCode(secret, 1), remember_device: 'true' });
    expect(await requiresCode(client, user)).toBe(true);
  });

  test('is neither offered nor remembered while the password must be changed, which would end it at once', async () => {
    const { user, client, secret } = await appUser();
    await server.owner
      .updateTable('user_credentials')
      .set({ password_generated: true })
      .where('user_id', '=', user.id)
      .execute();
    expect((await client.twoFactorCheck(user)).json).toMatchObject({ required: true, mayRemember: false });
    await client.signedIn(user, { app_code: appCode(secret, 1), remember_device: 'true' });
    const events = await server.owner
      .selectFrom('audit_events')
      .where('user_id', '=', user.id)
      .where('event', '=', 'device_remembered')
      .selectAll()
      .execute();
    expect(events).toEqual([]);
    expect(await requiresCode(client, user)).toBe(true);
  });

  test('is no longer remembered once the organization forbids it', async () => {
    const { user, client } = await remembered();
    await server.owner
      .updateTable('organizations')
      .set({ remember_devices: false })
      .where('id', '=', user.organizationId)
      .execute();
    const isRequired = await requiresCode(client, user);
    await server.owner
      .updateTable('organizations')
      .set({ remember_devices: true })
      .where('id', '=', user.organizationId)
      .execute();
    expect(isRequired).toBe(true);
  });
});
