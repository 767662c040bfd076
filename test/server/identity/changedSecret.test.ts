/** After a change of SERVER_SECRET: what was encrypted with the earlier one is void, and nothing fails for that. */
import { openDatabase, type Database } from '../../../server/database';
import { serve, type RunningServer } from '../../../server/app/serve';
import { readConfig } from '../../../server/base/config';
import { deriveKeys } from '../../../server/base/keys';
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
  // By then, the value of its token is no longer stored.
  ['that began a minute ago', 'LATER', 60],
])('a session %s ends at its next renewal, and the next sign-in does not ask about it', async (_, name, age) => {
  const user = await server.fixtures.user(name);
  const before = server.client();
  const { tokenIdentifier } = await before.signedIn(user);
  await server.owner
    .updateTable('refresh_tokens')
    .where('session_id', '=', tokenIdentifier)
    .set({ issued_at: new Date(Date.now() - age * 1_000) })
    .execute();
  await deleteExpired(server);
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
