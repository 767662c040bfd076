/** Authenticator apps and recovery codes: setting them up, signing in with them, changing them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { FACTORS, setUpApp, appUser as anAppUser } from '../support/appUser';
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

const appUser = () => anAppUser(server);
const description = async (client: TestClient, user: FixtureUser, form: Record<string, string>) =>
  (await client.signIn(user, form)).json['error_description'];
const refusals = async ({ id }: FixtureUser) => {
  const rows = await server.owner
    .selectFrom('audit_events')
    .where('user_id', '=', id)
    .where('event', '=', 'sign_in')
    .where('outcome', '=', 'refused')
    .orderBy('id')
    .select('reason')
    .execute();
  return rows.map(({ reason }) => reason);
};
const ageProof = (user: FixtureUser) =>
  server.owner
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now() - interval '11 minutes'` })
    .where('user_id', '=', user.id)
    .execute();

test("the tests' own app shows the codes of RFC 6238", () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect([59, 1_111_111_109, 2_000_000_000].map((at) => appCode(secret, 0, at * 1_000))).toEqual([
    '287082',
    '081804',
    '279037',
  ]);
});

describe('an authenticator app', () => {
  test('is set up with one of its codes, gives ten recovery codes, and is then required at sign-in', async () => {
    const user = await server.fixtures.user('APPS');
    const client = server.client();
    const { access_token: token } = await client.signedIn(user);
    const { uri, factors, codes } = await setUpApp(client, token);
    expect(uri).toMatch(/^otpauth:\/\/totp\/[^?]*user\.\d+.*APPS.*\?issuer=.*secret=[A-Z2-7]{32}/);
    expect(factors).toMatchObject({ app: true, passkeys: [], recoveryCodesLeft: 10, proofNeeded: false });
    expect(new Set(codes).size).toBe(10);
    expect((await client.get(FACTORS, { token })).json).not.toHaveProperty('recoveryCodes');

    const check = await server.client().twoFactorCheck(user);
    expect(check.json).toEqual({ required: true, methods: ['app', 'mail', 'recovery'], mayRemember: true });
    await expect(server.mailedCode(user)).rejects.toThrow('no code was mailed');
  });

  test('a wrong code sets up nothing, and neither does one after ten minutes', async () => {
    const user = await server.fixtures.user('APPS');
    const client = server.client();
    const { access_token: token } = await client.signedIn(user);
    expect((await client.post(`${FACTORS}/app/confirm`, { appCode: '123456' }, { token })).json['errorCode']).toBe(
      'challenge.expired',
    );
    const { json } = await client.post(`${FACTORS}/app/begin`, {}, { token });
    const secret = String(json['appSecret']);
    const wrong = String((Number(appCode(secret)) + 1) % 1_000_000).padStart(6, '0');
    expect((await client.post(`${FACTORS}/app/confirm`, { appCode: wrong }, { token })).json['errorCode']).toBe(
      'factor.refused',
    );
    await sql`update authenticator_apps set pending_until = now() where user_id = ${user.id}`.execute(server.owner);
    expect(
      (await client.post(`${FACTORS}/app/confirm`, { appCode: appCode(secret) }, { token })).json['errorCode'],
    ).toBe('challenge.expired');
    expect((await server.client().twoFactorCheck(user)).json).toEqual({ required: false });
  });

  test('that replaces another is confirmed again if the answer was lost, and the recovery codes stay', async () => {
    const { user, client, secret, codes } = await appUser();
    const { access_token: token } = await client.signedIn(user, { app_code: appCode(secret, 1) });
    const replaced = await setUpApp(client, token);
    const confirmed = async (minutesAgo: number) => {
      const step = Math.floor(Date.now() / 30_000) - minutesAgo * 2;
      const ofUser = sql`user_id = ${user.id}`;
      await sql`update authenticator_apps set last_step = ${step} where ${ofUser}`.execute(server.owner);
      await sql`
        update audit_events set at = now() - make_interval(mins => ${minutesAgo})
        where event = 'factor_added' and ${ofUser}`.execute(server.owner);
      const code = appCode(replaced.secret, 0, step * 30_000);
      return client.post(`${FACTORS}/app/confirm`, { appCode: code }, { token });
    };
    for (const minutesAgo of [0, 9]) {
      const again = await confirmed(minutesAgo);
      expect([again.status, again.json]).toMatchObject([200, { app: true, recoveryCodesLeft: 10 }]);
      expect(again.json).not.toHaveProperty('recoveryCodes');
    }
    expect((await confirmed(11)).json['errorCode']).toBe('challenge.expired');
    expect((await server.client().signIn(user, { recovery_code: codes[0]! })).status).toBe(200);
  });

  test('its code signs in once; the same and the previous code are refused', async () => {
    const { user, client, secret } = await appUser();
    expect(await description(client, user, {})).toBe('authentication.code.not.available');
    const code = appCode(secret, 1);
    await client.signedIn(user, { app_code: code });
    for (const used of [code, appCode(secret, 0), appCode(secret, -1)]) {
      expect(await description(server.client(), user, { app_code: used })).toBe('invalid.authentication.code');
    }
  });

  test.each([2, -2, 100])('a code %d periods away is refused', async (steps) => {
    const { user, client, secret } = await appUser();
    // At the end of a period the server may be one ahead of the test.
    const code = appCode(secret, steps === 2 ? 3 : steps);
    expect(await description(client, user, { app_code: code })).toBe('invalid.authentication.code');
  });

  test.each(['12345', '12 345', 'abcdef', '１２３４５６'])('%j is not a code', async (code) => {
    const { user, client } = await appUser();
    expect(await description(client, user, { app_code: code })).toBe('invalid.authentication.code');
  });

  test("another user's code is refused, and a secret moved to another user opens nothing", async () => {
    const [mine, theirs] = [await appUser(), await appUser()];
    expect(await description(mine.client, mine.user, { app_code: appCode(theirs.secret, 1) })).toBe(
      'invalid.authentication.code',
    );
    await sql`
      update authenticator_apps set encrypted_secret = (
        select encrypted_secret from authenticator_apps where user_id = ${theirs.user.id})
      where user_id = ${mine.user.id}`.execute(server.owner);
    expect((await mine.client.signIn(mine.user, { app_code: appCode(theirs.secret, 1) })).status).toBe(500);
  });

  test('guesses are counted before they are checked: an unknown browser must wait after five, even with the right code', async () => {
    const { user, secret } = await appUser();
    const right = appCode(secret, 1);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await server.client().signIn(user, { app_code: wrong }, { address: '198.51.100.7' })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const waiting = await server.client().signIn(user, { app_code: right }, { address: '198.51.100.7' });
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.client().signIn(user, { app_code: right }, { address: '198.51.100.8' })).status).toBe(200);
  });

  test('guesses that must wait are audited with their user', async () => {
    const { user } = await appUser();
    for (let guess = 0; guess < 6; guess += 1) {
      await server.client().signIn(user, { app_code: 'wrong' }, { address: '198.51.100.10' });
    }
    expect(await refusals(user)).toEqual([...Array(5).fill('invalid.authentication.code'), 'too_many_attempts']);
  });

  test.each([
    ['codes', (guess: number) => ({ app_code: String(guess).padStart(6, '0') })],
    ['recovery codes', (guess: number) => ({ recovery_code: `wrong-${guess}` })],
  ])('an administrator can end the wait after wrong %s', async (_, wrong) => {
    const { user, codes } = await appUser();
    const admin = await server.fixtures.user('APPS', { permissions: ['USER_EDIT'] });
    const client = server.client();
    const { access_token: token } = await client.signedIn(admin);
    const signIn = (form: Record<string, string>) => server.client().signIn(user, form, { address: '198.51.100.9' });
    for (let guess = 0; guess < 5; guess += 1) await signIn(wrong(guess));
    expect((await signIn({ recovery_code: codes[0]! })).status).toBe(429);
    expect((await client.post(`/api-user/v1/users/${user.id}/unlock`, {}, { token })).status).toBe(200);
    expect((await signIn({ recovery_code: codes[0]! })).status).toBe(200);
  });

  test('one code submitted 40 times simultaneously opens one session', async () => {
    const { user, client, secret } = await appUser();
    const app_code = appCode(secret, 1);
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.signIn(user, { app_code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a mailed code is sent on request, and signs in instead', async () => {
    const { user, client } = await appUser();
    const check = await client.post('/api-user/v1/two-factor/check', {
      userName: user.userName,
      password: PASSWORD,
      organizationCode: user.organizationCode,
      mail: true,
    });
    expect(check.json).toMatchObject({ required: true, sentTo: 'u•••@apps.example', resendInSeconds: 30 });
    await client.signedIn(user, { authentication_code: await server.mailedCode(user) });
  });

  test('neither its secret nor a recovery code is readable in the database', async () => {
    const { user, secret, codes } = await appUser();
    const { rows } = await sql<{ dump: string }>`
      select to_jsonb(a)::text as dump from authenticator_apps a where user_id = ${user.id}
      union all select to_jsonb(r)::text from recovery_codes r where user_id = ${user.id}`.execute(server.owner);
    const readable = rows.flatMap(({ dump }) => [
      dump,
      ...[...dump.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')),
    ]);
    expect(readable).toHaveLength(22);
    expect(readable.filter((text) => [secret, ...codes].some((each) => text.includes(each)))).toEqual([]);
  });

  test('can be removed, and is no longer required; its recovery codes are removed with it', async () => {
    const { user, client, secret, codes } = await appUser();
    const { access_token: token } = await client.signedIn(user, { app_code: appCode(secret, 1) });
    const removed = await client.post(`${FACTORS}/app/remove`, {}, { token });
    expect(removed.json).toMatchObject({ app: false, recoveryCodesLeft: 0 });
    expect((await server.client().twoFactorCheck(user)).json).toEqual({ required: false });
    expect((await server.client().signIn(user, { recovery_code: codes[0]! })).status).toBe(200);
  });
});

describe('wrong codes from 25 sources', () => {
  let mine: Awaited<ReturnType<typeof appUser>>;
  const elsewhere = (form: Record<string, string>, place: number) =>
    server.client().signIn(mine.user, form, { address: `203.0.113.${place}` });

  beforeAll(async () => {
    mine = await appUser();
    for (let place = 1; place <= 25; place += 1) {
      // All unknown browsers together have only so many tries in a row.
      if (place % 10 === 0) await sql`update sign_in_tries set at = at - 600`.execute(server.owner);
      expect((await elsewhere({ app_code: 'wrong' }, place)).json['error_description']).toBe(
        'invalid.authentication.code',
      );
    }
    await server.app.services.afterResponse.finish();
  });

  test('lock the codes of the account for unknown browsers for a day, which is audited and mailed to the owner once', async () => {
    const refused = await elsewhere({ recovery_code: mine.codes[0]! }, 99);
    expect([refused.status, Number(refused.headers['retry-after']) > 23 * 3_600]).toEqual([429, true]);
    await server.app.services.afterResponse.finish();
    const mails = (await server.mailsTo(mine.user.email)).filter(({ subject }) => subject.includes('Wrong'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Wrong sign-in codes were tried for your account']);
    expect(mails[0]?.text).toContain('Please change your password now');
    const locks = await server.owner
      .selectFrom('audit_events')
      .where('user_id', '=', mine.user.id)
      .where('event', '=', 'account_locked')
      .select(['reason', 'organization_id as organizationId'])
      .execute();
    expect(locks).toEqual([{ reason: 'too_many_code_sources', organizationId: expect.any(String) }]);
  });

  test('are not forgiven for a mailed password, whose reader must not guess codes', async () => {
    const { userName: username, organizationCode } = mine.user;
    await server.client().post('/api-user/v1/password/reset', { username, organizationCode });
    await server.app.services.afterResponse.finish();
    const [mail] = (await server.mailsTo(mine.user.email)).filter(({ subject }) => subject.includes('temporary'));
    const password = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await elsewhere({ password, recovery_code: mine.codes[0]! }, 98)).status).toBe(429);
  });

  test('keep out no browser that has signed in before, where a new password ends the lock', async () => {
    const { user, client, codes } = mine;
    const { access_token: token } = await client.signedIn(user, { recovery_code: codes[0]! });
    const newPassword = 'A-new-one-for-me-9';
    const changed = await client.post(
      '/api-user/v1/password/change',
      { oldPassword: PASSWORD, newPassword },
      { token },
    );
    expect(changed.status).toBe(200);
    expect((await elsewhere({ password: newPassword, recovery_code: codes[1]! }, 97)).status).toBe(200);
  });
});

describe('changing factors', () => {
  test('needs a fresh proof of identity, and the password is one', async () => {
    const user = await server.fixtures.user('APPS');
    const client = server.client();
    const { access_token: token } = await client.signedIn(user);
    await setUpApp(client, token);
    await ageProof(user);
    expect((await client.get(FACTORS, { token })).json['proofNeeded']).toBe(true);
    for (const [path, body] of [
      ['app/begin', {}],
      ['app/confirm', { appCode: '123456' }],
      ['app/remove', {}],
      ['passkeys/begin', {}],
      ['passkeys', { passkey: '{}' }],
      [`passkeys/${randomUUID()}/remove`, {}],
      ['recovery-codes', {}],
    ] as const) {
      const refused = await client.post(`${FACTORS}/${path}`, body, { token });
      expect([refused.status, refused.json['errorCode']]).toEqual([403, 'proof.required']);
    }
    const wrong = await client.post(`${FACTORS}/proof`, { password: 'not it at all' }, { token });
    expect([wrong.status, wrong.json['errorCode']]).toEqual([400, 'password.incorrect']);
    const proved = await client.post(`${FACTORS}/proof`, { password: PASSWORD }, { token });
    expect(proved.json['proofNeeded']).toBe(false);
    expect((await client.post(`${FACTORS}/app/remove`, {}, { token })).status).toBe(200);
  });

  test('is audited each time, and mailed', async () => {
    const { user, client, secret } = await appUser();
    const { access_token: token } = await client.signedIn(user, { app_code: appCode(secret, 1) });
    await client.post(`${FACTORS}/app/remove`, {}, { token });
    const texts = (await server.mailsTo(user.email)).map(({ text }) => text.replace(/\s+/g, ' ')).reverse();
    expect(texts.filter((text) => text.includes('authenticator app'))).toEqual([
      expect.stringContaining('An authenticator app was set up for your account'),
      expect.stringContaining('The authenticator app was removed from your account'),
    ]);
    const rows = await server.owner
      .selectFrom('audit_events')
      .where('user_id', '=', user.id)
      .where('event', 'in', ['factor_added', 'factor_removed', 'recovery_codes_made'])
      .orderBy('id')
      .select(['event', 'reason'])
      .execute();
    expect(rows.map(({ event, reason }) => [event, reason])).toEqual([
      ['factor_added', 'authenticator_added'],
      ['recovery_codes_made', null],
      ['factor_removed', 'authenticator_removed'],
    ]);
  });
});

describe('a recovery code', () => {
  test('signs in once, in any spelling, and never again', async () => {
    const { user, client, codes } = await appUser();
    // 24 of 32 letters and digits are 120 bits.
    expect(codes).toEqual(Array(10).fill(expect.stringMatching(/^[a-km-z2-9]{6}(-[a-km-z2-9]{6}){3}$/)));
    const typed = codes[0]!.toUpperCase().replaceAll('-', ' ');
    await client.signedIn(user, { recovery_code: typed });
    expect(await description(server.client(), user, { recovery_code: codes[0]! })).toBe('invalid.authentication.code');
    await server.client().signedIn(user, { recovery_code: codes[1]! });
    const texts = (await server.mailsTo(user.email)).map(({ text }) => text.replace(/\s+/g, ' '));
    expect(texts).toContainEqual(expect.stringMatching(/A recovery code was used for .* You have 8 left\./));
  });

  test('another user’s code and a replaced one are refused', async () => {
    const [mine, theirs] = [await appUser(), await appUser()];
    expect(await description(mine.client, mine.user, { recovery_code: theirs.codes[0]! })).toBe(
      'invalid.authentication.code',
    );
    const { access_token: token } = await mine.client.signedIn(mine.user, { app_code: appCode(mine.secret, 1) });
    const renewed = await mine.client.post(`${FACTORS}/recovery-codes`, {}, { token });
    const fresh = String(renewed.json['recoveryCodes']).split(' ');
    expect(fresh).toHaveLength(10);
    expect(await description(server.client(), mine.user, { recovery_code: mine.codes[1]! })).toBe(
      'invalid.authentication.code',
    );
    await server.client().signedIn(mine.user, { recovery_code: fresh[1]! });
  });

  test('does not exist without a second factor', async () => {
    const user = await server.fixtures.user('APPS');
    const client = server.client();
    const { access_token: token } = await client.signedIn(user);
    const refused = await client.post(`${FACTORS}/recovery-codes`, {}, { token });
    expect([refused.status, refused.json['errorCode']]).toEqual([400, 'factor.refused']);
  });
});
