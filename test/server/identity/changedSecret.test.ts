/** After a change of SERVER_SECRET: what was encrypted with the earlier one is void, and nothing fails for that. */
import { openDatabase, type Database } from '../../../server/database';
import { serve, type RunningServer } from '../../../server/app/serve';
import { readConfig } from '../../../server/base/config';
import { deriveKeys } from '../../../server/base/keys';
import { AccessTokens } from '../../../server/identity/sessions/accessToken';
import { deleteExpired } from '../../../server/identity/sessions/deleteExpired';
import { FACTORS, appUser } from '../support/appUser';
import { TestClient } from '../support/client';
import { startTestServer, type TestServer } from '../support/server';
import { appCode } from '../support/totp';

/** The keys of the test server. */
const EARLIER = deriveKeys('a secret for tests only, long enough to be one');
let server: TestServer;
let database: Database;
let changed: RunningServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('APPS', { rememberDevices: true });
  database = await openDatabase(server.options);
  const config = readConfig({ PORT: '0', PASSWORD_HASHING: 'quick', LOG_LEVEL: 'silent' });
  changed = await serve(config, database, deriveKeys('another secret for tests only, long enough to be one'));
});
afterAll(async () => {
  await changed.stop();
  await database.close();
  await server.stop();
});

/** The same browser, at the server with the changed secret. */
function sameBrowser(client: TestClient): TestClient {
  const later = new TestClient(changed.app.http);
  for (const [name, value] of client.cookies) later.cookies.set(name, value);
  return later;
}

/** As if the tokens of the session were issued that long ago: after a minute, their values are no longer stored. */
async function expireValues(sessionId: string, ageSeconds = 60): Promise<void> {
  await server.owner
    .updateTable('refresh_tokens')
    .where('session_id', '=', sessionId)
    .set({ issued_at: new Date(Date.now() - ageSeconds * 1_000) })
    .execute();
  await deleteExpired(server);
}

test('a code of an authenticator app is wrong, and one that was being set up is set up anew', async () => {
  const { user, secret } = await appUser(server);
  const answer = await new TestClient(changed.app.http).signIn(user, { app_code: appCode(secret, 1) });
  expect([answer.status, answer.json['error_description']]).toEqual([400, 'invalid.authentication.code']);

  const beginner = await server.fixtures.user('APPS');
  const before = server.client();
  const { access_token: old } = await before.signedIn(beginner);
  const begun = await before.post(`${FACTORS}/app/begin`, {}, { token: old });
  await before.post('/api-user/v1/session/end', {}, { token: old });
  const client = new TestClient(changed.app.http);
  const { access_token: token } = await client.signedIn(beginner);
  const confirmed = await client.post(
    `${FACTORS}/app/confirm`,
    { appCode: appCode(String(begun.json['appSecret'])) },
    { token },
  );
  expect([confirmed.status, confirmed.json['errorCode']]).toEqual([400, 'challenge.expired']);
});

test('a mailed code has expired, and the next request of the same browser mails another', async () => {
  const user = await server.fixtures.user('MAIL', { twoFactor: true });
  const before = server.client();
  const { json } = await before.twoFactorCheck(user);
  const mailed = await server.owner
    .selectFrom('two_factor_challenges')
    .where('user_id', '=', user.id)
    .select('encrypted_code')
    .executeTakeFirstOrThrow();
  const code = EARLIER.decrypt(mailed.encrypted_code);
  await server.owner
    .updateTable('two_factor_challenges')
    .set({ sent_at: new Date(0) })
    .execute();

  const browser = sameBrowser(before);
  const resent = await browser.post('/api-user/v1/two-factor/resend', { challengeId: json['challengeId'] });
  expect([resent.status, resent.json['errorCode']]).toEqual([400, 'challenge.expired']);
  const refused = await browser.signIn(user, { authentication_code: code });
  expect([refused.status, refused.json['error_description']]).toEqual([400, 'authentication.code.not.available']);
  const again = await browser.twoFactorCheck(user);
  expect([again.status, again.json['challengeId'] === json['challengeId']]).toEqual([200, false]);
  const { rows } = await database.withOwner((owner) =>
    owner.query<{ n: number }>('select count(*)::int as n from two_factor_challenges where user_id = $1', [user.id]),
  );
  expect(rows).toEqual([{ n: 2 }]);
});

test.each([
  ['that has just begun', 'RENEW', 0],
  ['that began a minute ago', 'LATER', 60],
])('a session %s ends at its next renewal, and the next sign-in does not ask about it', async (_, name, age) => {
  const user = await server.fixtures.user(name);
  const before = server.client();
  const { tokenIdentifier } = await before.signedIn(user);
  await expireValues(tokenIdentifier, age);
  const browser = sameBrowser(before);
  const answer = await browser.refresh();
  expect([answer.status, answer.json['error_description']]).toEqual([400, 'expired']);
  const session = await server.owner
    .selectFrom('sessions')
    .where('id', '=', tokenIdentifier)
    .select('end_reason')
    .executeTakeFirstOrThrow();
  expect(session.end_reason).toBe('expired');
  const { tokenIdentifier: next } = await browser.signedIn(user);
  expect((await browser.refresh()).json).toMatchObject({ tokenIdentifier: next, generation: 2 });
});

test('who has forged an access token with the earlier secret gets no cookie that outlives it', async () => {
  const user = await server.fixtures.user('FORGED');
  const { tokenIdentifier } = await server.client().signedIn(user);
  await expireValues(tokenIdentifier);
  const { id: userId, organizationId } = user;
  const token = await new AccessTokens(EARLIER.accessToken, 60).issue({
    ...{ sessionId: tokenIdentifier, userId, organizationId, tenantId: organizationId },
    ...{ organizationType: 'VMS', userType: 'VMS' },
  });
  const thief = server.client();
  const answer = await thief.post('/api-user/v1/sessions/logout-notification', { tokenIdentifier }, { token });
  expect([answer.status, thief.cookies.has('vms_refresh')]).toEqual([200, true]);

  await expireValues(tokenIdentifier);
  const refused = await sameBrowser(thief).refresh();
  expect([refused.status, refused.json['error_description']]).toEqual([400, 'expired']);
});

test('a session that a node of an earlier version opened goes on, and from then on ends with the secret', async () => {
  const user = await server.fixtures.user('UPGRADE');
  const browser = server.client();
  const { tokenIdentifier } = await browser.signedIn(user);
  await server.owner
    .updateTable('refresh_tokens')
    .where('session_id', '=', tokenIdentifier)
    .set({ secret_check: null })
    .execute();
  expect((await browser.refresh()).json).toMatchObject({ tokenIdentifier, generation: 2 });
  await expireValues(tokenIdentifier);
  const refused = await sameBrowser(browser).refresh();
  expect([refused.status, refused.json['error_description']]).toEqual([400, 'expired']);
});
