/** Guessing: five wrong passwords or codes lock the account, however many come at once. */
import { sql } from 'kysely';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ PASSWORD_HASHING: 'full' });
  await server.fixtures.organization('OPEN', { disclose: true });
});
afterAll(() => server.stop());

const credentialsOf = (user: FixtureUser) =>
  server.owner.selectFrom('user_credentials').where('user_id', '=', user.id).selectAll().executeTakeFirstOrThrow();

async function unlock(user: FixtureUser): Promise<void> {
  await server.owner
    .updateTable('user_credentials')
    .set({ locked_until: sql<Date>`now() - interval '1 second'` })
    .where('user_id', '=', user.id)
    .execute();
}

test('the fifth wrong password locks the account for 15 minutes, and the right one does not open it', async () => {
  const user = await server.fixtures.user('OPEN');
  const client = server.client();
  const before = Date.now();
  for (let guess = 1; guess <= 5; guess += 1) {
    expect((await client.signIn(user, { password: `guess ${guess}` })).json['error_description']).toBe(
      'invalid.credentials',
    );
  }
  expect((await client.signIn(user)).json['error_description']).toBe('account_locked');
  const { locked_until } = await credentialsOf(user);
  const until = locked_until?.getTime() ?? 0;
  expect(until).toBeGreaterThanOrEqual(before + 15 * 60_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 15 * 60_000);

  await unlock(user);
  expect((await client.signIn(user)).status).toBe(200);
});

test('the right password after four wrong ones resets the count', async () => {
  const user = await server.fixtures.user('OPEN');
  const client = server.client();
  for (let round = 0; round < 2; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) await client.signIn(user, { password: 'wrong' });
    expect((await client.signIn(user)).status).toBe(200);
  }
});

test('wrong passwords at the two-factor check and at the password change count, too', async () => {
  const user = await server.fixtures.user('OPEN');
  const client = server.client();
  const { access_token: token } = await client.signedIn(user);
  await client.twoFactorCheck(user, 'wrong');
  await client.twoFactorCheck(user, 'wrong');
  const change = { oldPassword: 'wrong', newPassword: 'A-new-one-for-me-9' };
  const refused = await client.post('/api-user/v1/password/change', change, { token });
  expect(refused.json['errorCode']).toBe('password.incorrect');
  await client.post('/api-user/v1/password/change', change, { token });
  await client.signIn(user, { password: 'wrong' });
  expect((await client.signIn(user)).json['error_description']).toBe('account_locked');
});

test('of 1,000 wrong passwords at once a handful is hashed before the lock, nobody gets in, and the server lives', async () => {
  const user = await server.fixtures.user('OPEN');
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, guess) => server.client().signIn(user, { password: `guess ${guess}` })),
  );
  const counts = new Map<string, number>();
  for (const { status, json } of answers) {
    const kind = `${status} ${String(json['error_description'])}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([
    '400 account_locked',
    '400 invalid.credentials',
    '503 service.unavailable',
  ]);
  expect(counts.get('400 invalid.credentials')).toBeLessThanOrEqual(5 + hashesAtOnce());
  expect((await credentialsOf(user)).locked_until?.getTime()).toBeGreaterThan(Date.now());
  const busy = answers.find(({ status }) => status === 503);
  expect(Number(busy?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await server.client().get('/healthz')).status).toBe(200);

  const locked = await server.owner
    .selectFrom('audit_events')
    .where('user_id', '=', user.id)
    .where('event', '=', 'account_locked')
    .selectAll()
    .execute();
  expect(locked).toHaveLength(1);
});

test('a right password among wrong ones at once still finds the account locked or open, never both', async () => {
  const user = await server.fixtures.user('OPEN');
  const wrong = Array.from({ length: 10 }, () => server.client().signIn(user, { password: 'wrong' }));
  const right = server.client().signIn(user, { password: PASSWORD });
  await Promise.all(wrong);
  expect(['200', 'account_locked']).toContain(
    await right.then(({ status, json }) => (status === 200 ? '200' : String(json['error_description']))),
  );
});

/** Hashes already running when the account is locked are finished. */
function hashesAtOnce(): number {
  return server.app.services.hasher.concurrency;
}
