/** Codes by mail: one challenge and one code per browser, few attempts, few mails, used once. */
import { sql } from 'kysely';
import { cases } from '../../support/cases';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const RESEND = '/api-user/v1/two-factor/resend';
const twoFactorUser = () => server.fixtures.user('MAIL', { twoFactor: true });

const mailedCode = (user: FixtureUser) => server.mailedCode(user);

const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function turnBack(user: FixtureUser, column: 'sent_at' | 'expires_at', seconds: number): Promise<void> {
  await server.owner
    .updateTable('two_factor_challenges')
    .set({ [column]: sql`${sql.ref(column)} - make_interval(secs => ${seconds})` })
    .where('user_id', '=', user.id)
    .execute();
}

test('a user without two-factor needs no code and gets no mail', async () => {
  const user = await server.fixtures.user('MAIL');
  expect((await server.client().twoFactorCheck(user)).json).toEqual({ required: false });
  expect(await server.mailsTo(user.email)).toEqual([]);
});

test('the check mails a code, states where it was sent and when it may be resent, and the code signs in', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  const check = await browser.twoFactorCheck(user);
  expect(check.json).toEqual({
    required: true,
    challengeId: expect.stringMatching(/^[\w-]{43}$/),
    sentTo: `u•••@mail.example`,
    resendInSeconds: 30,
    methods: ['mail'],
    mayRemember: false,
  });
  const signedIn = await browser.signIn(user, { authentication_code: await mailedCode(user) });
  expect(signedIn.status).toBe(200);
});

test('the password alone does not sign in, even after earlier checks', async () => {
  const user = await twoFactorUser();
  expect((await server.client().signIn(user)).json['error_description']).toBe('authentication.code.not.available');
  expect((await server.client().signIn(user, { authentication_code: '123456' })).json['error_description']).toBe(
    'authentication.code.not.available',
  );
});

test('ten repeated checks in the same browser keep challenge and deadline and mail nothing more', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  const first = await browser.twoFactorCheck(user);
  await turnBack(user, 'sent_at', 12);
  for (let again = 0; again < 10; again += 1) {
    const check = await browser.twoFactorCheck(user);
    expect(check.json['challengeId']).toBe(first.json['challengeId']);
    expect(Math.round(Number(check.json['resendInSeconds']))).toBeLessThanOrEqual(18);
  }
  expect(await server.mailsTo(user.email)).toHaveLength(1);
});

test('twenty simultaneous checks of a browser make one challenge and one mail', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  await browser.twoFactorCheck(user);
  await turnBack(user, 'expires_at', 600);
  const checks = await Promise.all(Array.from({ length: 20 }, () => browser.twoFactorCheck(user)));
  expect(new Set(checks.map(({ json }) => json['challengeId'])).size).toBe(1);
  expect(await server.mailsTo(user.email)).toHaveLength(2);
});

test('a code belongs to the browser that requested it: elsewhere it is invalid, and costs its owner no attempt', async () => {
  const user = await twoFactorUser();
  const [here, elsewhere] = [server.client(), server.client()];
  const check = await here.twoFactorCheck(user);
  const authentication_code = await mailedCode(user);
  const inVain = async (code: string) => (await elsewhere.signIn(user, { authentication_code: code })).json;
  expect((await inVain(authentication_code))['error_description']).toBe('authentication.code.not.available');

  const other = await elsewhere.twoFactorCheck(user);
  expect(other.json['challengeId']).not.toBe(check.json['challengeId']);
  const ofOther = await mailedCode(user);
  // One in a million times both have the same digits.
  const wrong = authentication_code === ofOther ? anotherCode(ofOther) : authentication_code;
  for (let guess = 0; guess < 5; guess += 1) {
    expect((await inVain(wrong))['error_description']).toBe('invalid.authentication.code');
  }
  expect((await inVain(ofOther))['error_description']).toBe('authentication.code.not.available');
  expect((await here.signIn(user, { authentication_code })).status).toBe(200);
});

test('the browser’s secret is a cookie that no script can read and that is sent with the code', async () => {
  const user = await twoFactorUser();
  const { headers } = await server.client().twoFactorCheck(user);
  expect([headers['set-cookie']].flat()).toEqual([
    expect.stringMatching(/^vms_code=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  const withoutFactor = await server.client().twoFactorCheck(await server.fixtures.user('MAIL'));
  expect(withoutFactor.headers['set-cookie']).toBeUndefined();
});

test('a resend within 30 s is refused with the remaining time, and later sends the same code', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  const { json } = await browser.twoFactorCheck(user);
  const challengeId = String(json['challengeId']);
  const code = await mailedCode(user);

  // As if sent five minutes from now, which is less than 30 s ago even on a busy machine.
  await turnBack(user, 'sent_at', -300);
  const early = await browser.post(RESEND, { challengeId });
  expect([early.status, early.json['errorCode']]).toEqual([429, 'code.resend.too.early']);
  const left = Number(early.headers['retry-after']);
  expect({ left, fits: left > 30 && left <= 330 }).toEqual({ left, fits: true });

  await turnBack(user, 'sent_at', 330);
  const resent = await browser.post(RESEND, { challengeId });
  expect([resent.status, resent.json]).toEqual([200, { resendInSeconds: 30 }]);
  expect(await server.mailsTo(user.email)).toHaveLength(2);
  expect(await mailedCode(user)).toBe(code);
});

test.each([
  ['four minutes and a half', 330, '4 minutes'],
  ['a minute and a half', 510, '1 minute'],
  ['half a minute', 570, '1 minute'],
])('a code that is mailed again %s before its end is valid until then, and the mail says so', async (_, past, left) => {
  const user = await twoFactorUser();
  const browser = server.client();
  const { json } = await browser.twoFactorCheck(user);
  const code = await mailedCode(user);
  await turnBack(user, 'sent_at', past);
  await turnBack(user, 'expires_at', past);
  expect((await browser.post(RESEND, { challengeId: String(json['challengeId']) })).status).toBe(200);

  const validities = (await server.mailsTo(user.email)).map(({ text }) => /valid for (.*?) and/.exec(text)?.[1]);
  expect(validities).toEqual([left, '10 minutes']);
  await turnBack(user, 'expires_at', 600 - past);
  expect((await browser.signIn(user, { authentication_code: code })).json['error_description']).toBe(
    'authentication.code.not.available',
  );
});

test('at most five mails an hour are sent to one account, over all its challenges', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  const { json } = await browser.twoFactorCheck(user);
  const challengeId = String(json['challengeId']);
  for (let mail = 2; mail <= 5; mail += 1) {
    await turnBack(user, 'sent_at', 30);
    expect((await browser.post(RESEND, { challengeId })).status).toBe(200);
  }
  await turnBack(user, 'sent_at', 30);
  const sixth = await browser.post(RESEND, { challengeId });
  expect([sixth.status, sixth.json['errorCode']]).toEqual([429, 'too.many.requests']);
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000);

  await turnBack(user, 'expires_at', 3_600);
  expect((await browser.twoFactorCheck(user)).json['errorCode']).toBe('too.many.requests');
  expect(await server.mailsTo(user.email)).toHaveLength(5);
});

test('an unknown, an expired and a used challenge cannot be resent', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  const { json } = await browser.twoFactorCheck(user);
  const challengeId = String(json['challengeId']);
  await turnBack(user, 'expires_at', 600);
  for (const id of [challengeId, 'nonsense', 'A'.repeat(43)]) {
    const answer = await browser.post(RESEND, { challengeId: id });
    expect([answer.status, answer.json['errorCode']]).toEqual([400, 'challenge.expired']);
  }
});

test('a replaced challenge cannot be resent, and does not resend the new one', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  const first = String((await browser.twoFactorCheck(user)).json['challengeId']);
  await turnBack(user, 'expires_at', 600);
  const second = String((await browser.twoFactorCheck(user)).json['challengeId']);
  await turnBack(user, 'sent_at', 30);
  const mails = (await server.mailsTo(user.email)).length;

  const answer = await browser.post(RESEND, { challengeId: first });
  expect([answer.status, answer.json['errorCode']]).toEqual([400, 'challenge.expired']);
  expect(await server.mailsTo(user.email)).toHaveLength(mails);
  expect((await browser.post(RESEND, { challengeId: second })).status).toBe(200);
});

test('an expired code does not sign in', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  await browser.twoFactorCheck(user);
  const code = await mailedCode(user);
  await turnBack(user, 'expires_at', 600);
  expect((await browser.signIn(user, { authentication_code: code })).json['error_description']).toBe(
    'authentication.code.not.available',
  );
});

test('wrong codes show the remaining attempts; the fifth closes the challenge', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  await browser.twoFactorCheck(user);
  const code = await mailedCode(user);
  const left: unknown[] = [];
  for (let guess = 0; guess < 5; guess += 1) {
    const { json } = await browser.signIn(user, { authentication_code: anotherCode(code) });
    expect(json['error_description']).toBe('invalid.authentication.code');
    left.push(json['attemptsLeft']);
  }
  expect(left).toEqual([4, 3, 2, 1, 0]);
  expect((await browser.signIn(user, { authentication_code: code })).json['error_description']).toBe(
    'authentication.code.not.available',
  );
});

test('checking the password again does not restore attempts', async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  await browser.twoFactorCheck(user);
  const code = await mailedCode(user);
  for (let guess = 0; guess < 5; guess += 1) {
    await browser.signIn(user, { authentication_code: anotherCode(code) });
    await browser.twoFactorCheck(user);
  }
  expect((await browser.signIn(user, { authentication_code: code })).status).toBe(400);
});

test.each(['12345', '1234567', '12 345', 'abcdef', '１２３４５６', ''])('the code %j is refused', async (code) => {
  const user = await twoFactorUser();
  const browser = server.client();
  await browser.twoFactorCheck(user);
  expect((await browser.signIn(user, { authentication_code: code })).status).toBe(400);
});

const SUBMITTED = cases('times one code is submitted at once', { usual: 40, long: 1_000 });

test(`one code submitted ${SUBMITTED} times simultaneously opens exactly one session`, async () => {
  const user = await twoFactorUser();
  const browser = server.client();
  await browser.twoFactorCheck(user);
  const authentication_code = await mailedCode(user);
  const answers = await Promise.all(
    Array.from({ length: SUBMITTED }, () => browser.signIn(user, { authentication_code })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => ![200, 400, 503].includes(status))).toEqual([]);
  const sessions = await server.owner.selectFrom('sessions').where('user_id', '=', user.id).selectAll().execute();
  expect(sessions).toHaveLength(1);
});

test('neither code nor mail text is readable in the database', async () => {
  const user = await twoFactorUser();
  await server.client().twoFactorCheck(user);
  const code = await mailedCode(user);
  const { rows } = await sql<{ dump: string }>`
    select to_jsonb(c)::text as dump from two_factor_challenges c where user_id = ${user.id}
    union all select to_jsonb(m)::text from mail_outbox m where user_id = ${user.id}`.execute(server.owner);
  const readable = rows.flatMap(({ dump }) => [
    dump,
    ...[...dump.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')),
  ]);
  expect(readable).toHaveLength(8);
  expect(
    readable.filter((text) => text.includes(`"${code}"`) || text === code || text.includes('sign-in code')),
  ).toEqual([]);
});
