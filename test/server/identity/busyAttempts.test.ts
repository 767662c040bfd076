/** Attempts that are refused because the server is busy: no one has learned whether the password was right. */
import { sql } from 'kysely';
import { accountName } from '../../../server/identity/throttle/deviceCookie';
import { SignInThrottle } from '../../../server/identity/throttle/signInThrottle';
import { appUser } from '../support/appUser';
import type { Answer } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('OPEN', { disclose: true });
});
afterAll(() => server.stop());

const reasonOf = ({ status, json }: Answer) => (status === 200 ? 'in' : json['error_description']);
const from = (address: string) => ({ address });

async function guess(user: FixtureUser, times: number, address = '127.0.0.1'): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < times; index += 1) {
    answers.push(await server.client().signIn(user, { password: `guess ${index}` }, from(address)));
  }
  return answers;
}

/** Takes every slot for a hash, and every place in the queue of this source, or of known browsers and sessions. */
async function whileBusy<T>(source: string | undefined, work: () => Promise<T>): Promise<T> {
  const { hasher } = server.app.services;
  const place = { known: source === undefined, source: source ?? '', tries: 0 };
  let release = () => {};
  const held = new Promise<{ passwordHash: null }>((resolve) => (release = () => resolve({ passwordHash: null })));
  const waiting = Array.from({ length: hasher.concurrency + 64 }, () =>
    hasher.verify(
      'x',
      place,
      () => held,
      () => Promise.resolve(),
    ),
  );
  while (hasher.queueLength < 64) await new Promise((resolve) => setTimeout(resolve, 10));
  return work().finally(() => {
    release();
    return Promise.all(waiting);
  });
}

test('they are not counted, for strangers', async () => {
  const user = await server.fixtures.user('OPEN');
  await guess(user, 4);
  const busy = await whileBusy('127.0.0.1', () => guess(user, 5));
  expect(busy.map(({ status }) => status)).toEqual(Array(5).fill(503));
  expect((await guess(user, 1)).map(reasonOf)).toEqual(['invalid.credentials']);
  expect(reasonOf(await server.client().signIn(user))).toBe('account_locked');
});

test('they do not lock the account for a day', async () => {
  const user = await server.fixtures.user('OPEN');
  for (let place = 1; place <= 24; place += 1) {
    if (place % 10 === 0) await sql`update sign_in_tries set at = at - 600`.execute(server.owner);
    await guess(user, 1, `203.0.113.${place}`);
  }
  const last = '203.0.113.25';
  const busy = await whileBusy(last, () => guess(user, 1, last));
  expect(busy.map(({ status }) => status)).toEqual([503]);
  const [wrong] = await guess(user, 1, last);
  expect(reasonOf(await server.client().signIn(user, {}, from('203.0.113.26')))).toBe('account_locked');
  expect(wrong && reasonOf(wrong)).toBe('invalid.credentials');
  const mails = (await server.mailsTo(user.email)).filter(({ subject }) => subject.includes('Wrong passwords'));
  expect(mails).toHaveLength(1);
});

test('they are not counted, for the old password of a session', async () => {
  const user = await server.fixtures.user('OPEN');
  const client = server.client();
  const { access_token: token } = await client.signedIn(user);
  const change = () =>
    client.post(
      '/api-user/v1/password/change',
      { oldPassword: PASSWORD, newPassword: 'A-new-one-for-me-9' },
      { token },
    );
  const answers = await whileBusy(undefined, async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 10; index += 1) statuses.push((await change()).status);
    return statuses;
  });
  expect(answers).toEqual(Array(10).fill(503));
  expect((await change()).status).toBe(200);
});

test('they are not counted, for the codes of an app', async () => {
  const { user, codes } = await appUser(server, 'OPEN');
  const signIn = () => server.client().signIn(user, { recovery_code: codes[0]! }, from('198.51.100.34'));
  // The database refuses before the code is compared.
  await sql`alter table recovery_codes rename to recovery_codes_away`.execute(server.owner);
  const failures: number[] = [];
  for (let index = 0; index < 6; index += 1) failures.push((await signIn()).status);
  await sql`alter table recovery_codes_away rename to recovery_codes`.execute(server.owner);
  expect(failures).toEqual(Array(6).fill(500));
  expect((await signIn()).status).toBe(200);
});

test('they count for their source, so that a flood is limited', async () => {
  const node = new SignInThrottle(server.database, server.app.services.keys, 3);
  const attempt = { account: accountName('any one', 'OPEN'), address: '198.51.100.33', device: undefined };
  const fail = () =>
    node.inTurn(attempt, async (admission) => {
      if (admission.admitted) await admission.takeBack();
      return admission.admitted || admission.reason;
    });
  expect([await fail(), await fail(), await fail(), await fail()]).toEqual([true, true, true, 'source']);
});
