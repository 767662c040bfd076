/**
 * Guessing: wrong passwords delay unknown browsers, by source and by account, but never known ones, however many there
 * are.
 */
import { sql } from 'kysely';
import type { Answer, TestClient } from '../support/client';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { SignInThrottle } from '../../../server/identity/throttle/signInThrottle';
import { accountName } from '../../../server/identity/throttle/deviceCookie';
import { startTestServer, type TestServer } from '../support/server';
import { untilLockWaits } from '../support/lockWaits';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('OPEN', { disclose: true });
  await server.fixtures.organization('CLOSED');
});
afterAll(() => server.stop());

const reasonOf = ({ status, json }: Answer) => (status === 200 ? 'in' : json['error_description']);
const from = (address: string) => ({ address });

async function guess(user: FixtureUser, times: number, options = {}, client = server.client()): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < times; index += 1) {
    answers.push(await client.signIn(user, { password: `guess ${index}` }, options));
  }
  return answers;
}

/** A browser that has signed in before; its session has ended. */
async function knownBrowser(user: FixtureUser): Promise<TestClient> {
  const client = server.client();
  await client.signedIn(user);
  for (const name of client.cookies.keys()) if (name !== 'vms_device') client.cookies.delete(name);
  return client;
}

/** Moves all counters back in time. */
const later = (seconds: number) =>
  sql`update sign_in_tries set at = at - ${seconds}::float8, locked_until = greatest(0, locked_until - ${seconds}::float8)`.execute(
    server.owner,
  );

test.each(['OPEN', 'CLOSED'])(
  '%s: after five wrong passwords a source must wait, and is informed until when',
  async (code) => {
    const user = await server.fixtures.user(code);
    expect((await guess(user, 5)).map(reasonOf)).toEqual(Array(5).fill('invalid.credentials'));
    const refused = await server.client().signIn(user);
    expect([refused.status, reasonOf(refused)]).toEqual([400, 'account_locked']);
    expect(refused.json['retryAfterSeconds']).toBeGreaterThan(0);
    expect(refused.json['retryAfterSeconds']).toBeLessThanOrEqual(60);
    const check = await server.client().twoFactorCheck(user);
    expect([check.status, check.json['errorCode']]).toEqual([400, 'account.locked']);
  },
);

test('unknown users get the same answer', async () => {
  const user = await server.fixtures.user('CLOSED');
  const absent = [user, { ...user, userName: 'no.one' }, { ...user, organizationCode: 'NOWHERE.AT.ALL' }];
  const answers = await Promise.all(absent.map((each) => guess(each, 7)));
  const shown = answers.map((each) =>
    each.map(({ status, json: { retryAfterSeconds: _seconds, ...json } }) => [status, json]),
  );
  expect(shown[1]).toEqual(shown[0]);
  expect(shown[2]).toEqual(shown[0]);
});

test('the wait ends, and doubles with the next wrong password', async () => {
  const user = await server.fixtures.user('OPEN');
  await guess(user, 5);
  await later(61);
  // A refusal is cached for some seconds; another address of the same network gets the same answer.
  await until(
    async () => reasonOf(await server.client().signIn(user, { password: 'wrong' })) === 'invalid.credentials',
  );
  const refused = await server.client().signIn(user);
  expect(refused.json['retryAfterSeconds']).toBeGreaterThan(60);
});

/** Repeats the request until it succeeds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
}

test('all spellings of a user name that reach one account count together', async () => {
  const user = await server.fixtures.user('OPEN');
  await server.owner.updateTable('users').set({ user_name: 'ida.οδοσ' }).where('id', '=', user.id).execute();
  // Lower case of a whole text, not of one letter, is two characters for İ in JavaScript, and ς for the last Σ.
  const spellings = ['ida.οδοσ', 'IDA.ΟΔΟΣ', 'İda.οδοσ', ' ida.οδοΣ ', 'İDA.οδοσ'];
  for (const userName of spellings) await guess({ ...user, userName }, 1);
  for (const userName of spellings) {
    expect([userName, reasonOf(await server.client().signIn({ ...user, userName }))]).toEqual([
      userName,
      'account_locked',
    ]);
    const elsewhere = await server.client().signIn({ ...user, userName }, {}, from('198.51.100.7'));
    expect([userName, reasonOf(elsewhere)]).toEqual([userName, 'in']);
  }
});

test('four wrong passwords and then the right one reset the count', async () => {
  const user = await server.fixtures.user('OPEN');
  const client = server.client();
  for (let round = 0; round < 2; round += 1) {
    await guess(user, 4);
    expect((await client.signIn(user)).status).toBe(200);
    client.cookies.clear();
  }
});

test('guesses delay neither another source nor a known browser', async () => {
  const user = await server.fixtures.user('OPEN');
  const browser = await knownBrowser(user);
  await guess(user, 6);
  expect(reasonOf(await server.client().signIn(user))).toBe('account_locked');
  expect(reasonOf(await browser.signIn(user))).toBe('in');
  expect(reasonOf(await server.client().signIn(user, {}, from('198.51.100.7')))).toBe('in');
  // The right password from elsewhere does not end the guesser's wait.
  expect(reasonOf(await server.client().signIn(user))).toBe('account_locked');
});

test('addresses of one IPv6 network are one source', async () => {
  const user = await server.fixtures.user('OPEN');
  for (let host = 1; host <= 5; host += 1) await guess(user, 1, from(`2001:db8:1:2::${host}`));
  expect(reasonOf(await server.client().signIn(user, {}, from('2001:db8:1:2:ffff::1')))).toBe('account_locked');
  expect(reasonOf(await server.client().signIn(user, {}, from('2001:db8:1:3::1')))).toBe('in');
});

test('a cookie of another account, or a changed one, identifies no known browser', async () => {
  const [user, other] = [await server.fixtures.user('OPEN'), await server.fixtures.user('OPEN')];
  const mark = (await knownBrowser(user)).cookies.get('vms_device') ?? '';
  const ofOther = (await knownBrowser(other)).cookies.get('vms_device') ?? '';
  await guess(user, 5);
  const swapped = mark.endsWith('A') ? `${mark.slice(0, -1)}B` : `${mark.slice(0, -1)}A`;
  const short = mark.slice(0, -1);
  for (const cookie of [ofOther, swapped, short, `${'x'.repeat(43)}~${'x'.repeat(43)}`]) {
    const client = server.client();
    client.cookies.set('vms_device', cookie);
    expect([cookie, reasonOf(await client.signIn(user))]).toEqual([cookie, 'account_locked']);
  }
});

test('a browser is known for several accounts, and scripts cannot read the cookie', async () => {
  const users = [await server.fixtures.user('OPEN'), await server.fixtures.user('OPEN')];
  const client = server.client();
  for (const user of users) {
    const answer = await client.signIn(user);
    const cookie = [answer.headers['set-cookie']].flat().find((each) => String(each).startsWith('vms_device='));
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    client.cookies.delete('vms_refresh');
  }
  for (const user of users) {
    await guess(user, 5);
    expect(reasonOf(await client.signIn(user))).toBe('in');
  }
});

test('a known browser that guesses has ten tries', async () => {
  const user = await server.fixtures.user('OPEN');
  const browser = await knownBrowser(user);
  expect((await guess(user, 10, {}, browser)).map(reasonOf)).toEqual(Array(10).fill('invalid.credentials'));
  expect(reasonOf(await browser.signIn(user))).toBe('account_locked');
});

test('the owner of the mailbox gets in despite guesses of others, and the wait ends', async () => {
  const user = await server.fixtures.user('CLOSED');
  const { userName: username, organizationCode } = user;
  await guess(user, 5);
  await server.client().post('/api-user/v1/password/reset', { username, organizationCode });
  const [mail] = await server.mailsTo(user.email);
  const password = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m.exec(mail?.text ?? '')?.[0] ?? '';
  const wrong = password.replace(/.$/, (sign) => (sign === 'a' ? 'b' : 'a'));
  expect(reasonOf(await server.client().signIn(user, { password: wrong }))).toBe('account_locked');
  expect(reasonOf(await server.client().signIn(user, { password }))).toBe('in');
  expect(reasonOf(await server.client().signIn(user, { password: 'wrong' }))).toBe('invalid.credentials');
});

describe('guesses from many sources', () => {
  let user: FixtureUser;
  let browser: TestClient;
  let answers: Answer[];

  beforeAll(async () => {
    user = await server.fixtures.user('CLOSED');
    browser = await knownBrowser(user);
    answers = [];
    for (let place = 1; place <= 25; place += 1) {
      if (place % 10 === 0) await later(600);
      answers.push(...(await guess(user, 1, from(`203.0.113.${place}`))));
    }
  });

  test('lock the account for unknown browsers, for a day', async () => {
    expect(answers.map(reasonOf)).toEqual(Array(25).fill('invalid.credentials'));
    const refused = await server.client().signIn(user, {}, from('203.0.113.99'));
    expect(reasonOf(refused)).toBe('account_locked');
    expect(Number(refused.json['retryAfterSeconds']) / 3_600).toBeGreaterThan(23);
    await server.app.services.afterResponse.finish();
    const locked = server.owner.selectFrom('audit_events').where('user_id', '=', user.id).selectAll();
    expect(await locked.where('event', '=', 'account_locked').execute()).toHaveLength(1);
  });

  test('do not keep the owner out of a known browser', async () => {
    expect(reasonOf(await browser.signIn(user))).toBe('in');
  });

  test('are mailed to the owner once, with a password that ends the lock', async () => {
    const mails = (await server.mailsTo(user.email)).filter(({ subject }) => subject.includes('Wrong passwords'));
    expect(mails).toHaveLength(1);
    const password = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m.exec(mails[0]?.text ?? '')?.[0] ?? '';
    expect(reasonOf(await server.client().signIn(user, { password }, from('203.0.113.98')))).toBe('in');
    expect(reasonOf(await server.client().signIn(user, { password: 'x' }, from('203.0.113.97')))).toBe(
      'invalid.credentials',
    );
  });
});

test('more than twenty simultaneous guesses at one account are delayed, from any source', async () => {
  const user = await server.fixtures.user('CLOSED');
  const places = Array.from({ length: 23 }, (_, index) => `192.0.2.${index + 1}`);
  const reasons: unknown[] = [];
  for (const place of places) reasons.push(...(await guess(user, 1, from(place))).map(reasonOf));
  // One more is admitted per elapsed minute.
  expect(reasons.slice(0, 20)).not.toContain('account_locked');
  expect(reasons).toContain('account_locked');
});

test('an administrator can end the wait', async () => {
  const admin = await server.fixtures.user('OPEN', { permissions: ['USER_EDIT'] });
  const [user, stuck] = [await server.fixtures.user('OPEN'), await server.fixtures.user('OPEN', { locked: true })];
  const client = server.client();
  const { access_token: token } = await client.signedIn(admin);
  await guess(user, 5);
  for (const { id } of [user, stuck]) {
    expect((await client.post(`/api-user/v1/users/${id}/unlock`, {}, { token })).status).toBe(200);
  }
  expect(reasonOf(await server.client().signIn(user))).toBe('in');
  expect(reasonOf(await server.client().signIn(stuck))).toBe('in');
  const { access_token: without } = await server.client().signedIn(await server.fixtures.user('OPEN'));
  const refused = await client.post(`/api-user/v1/users/${user.id}/unlock`, {}, { token: without });
  expect(refused.status).not.toBe(200);
});

test('wrong passwords at the two-factor check count, too', async () => {
  const user = await server.fixtures.user('OPEN');
  for (let index = 0; index < 3; index += 1) await server.client().twoFactorCheck(user, 'wrong');
  await guess(user, 2);
  expect(reasonOf(await server.client().signIn(user))).toBe('account_locked');
});

test('a signed-in user has ten attempts at the old password, and then must wait', async () => {
  const user = await server.fixtures.user('OPEN');
  const client = server.client();
  const { access_token: token } = await client.signedIn(user);
  const change = (oldPassword: string) =>
    client.post('/api-user/v1/password/change', { oldPassword, newPassword: 'A-new-one-for-me-9' }, { token });
  for (let index = 0; index < 10; index += 1) {
    expect((await change('wrong')).json['errorCode']).toBe('password.incorrect');
  }
  const refused = await change(PASSWORD);
  expect([refused.status, refused.json['errorCode']]).toEqual([429, 'too.many.requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('of 1,000 simultaneous wrong passwords few are checked, none succeeds, and the server stays responsive', async () => {
  const user = await server.fixtures.user('OPEN');
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => server.client().signIn(user, { password: `guess ${index}` })),
  );
  const counts = new Map<unknown, number>();
  for (const answer of answers) counts.set(reasonOf(answer), (counts.get(reasonOf(answer)) ?? 0) + 1);
  expect([...counts.keys()].sort()).toEqual(['account_locked', 'invalid.credentials']);
  // One more is checked after a minute, should all this take that long.
  expect(counts.get('invalid.credentials')).toBeLessThanOrEqual(7);
  expect((await server.client().get('/healthz')).status).toBe(200);
});

test('two servers over one database count together', async () => {
  const user = await server.fixtures.user('OPEN');
  await guess(user, 3);
  const other = new SignInThrottle(server.database, server.app.services.keys, 0);
  const attempt = { account: accountName(user.userName, 'OPEN'), address: '127.0.0.1', device: undefined };
  const admit = () => other.inTurn(attempt, (admission) => Promise.resolve(admission.admitted));
  const verdicts = [await admit(), await admit(), await admit()];
  expect(verdicts).toEqual([true, true, false]);
});

test('the counts of an account are cleared in the order in which attempts lock them', async () => {
  const account = accountName('ordered', 'OPEN');
  const { keys } = server.app.services;
  const mac = (kind: string, name: string) => keys.mac('sign-in-tries', `${kind}\0${name}`);
  const ofAccount = mac('account', account);
  const others = Array.from({ length: 64 }, (_, index) => mac('pair', `${account}\0${index}`));
  const before = others.find((key) => key.compare(ofAccount) < 0) ?? ofAccount;
  // The row that is locked last is the first of the table.
  await sql`delete from sign_in_tries`.execute(server.owner);
  for (const key of [ofAccount, before]) {
    await sql`insert into sign_in_tries (key, account) values (${key}, ${ofAccount})`.execute(server.owner);
  }
  const lock = (key: Buffer) => sql`select from sign_in_tries where key = ${key} for update nowait`;
  const throttle = new SignInThrottle(server.database, keys, 0);
  const [cleared] = await server.owner.transaction().execute(async (attempt) => {
    await lock(before).execute(attempt);
    const clearing = throttle.clear(account);
    await untilLockWaits(server.owner);
    await lock(ofAccount).execute(attempt);
    await sql`update sign_in_tries set tries = 1`.execute(attempt);
    return [clearing];
  });
  await cleared;
  expect((await sql`select from sign_in_tries`.execute(server.owner)).rows).toEqual([]);
});

test.each([
  ['in a transaction of its own, it is run again', true],
  ['in a transaction of the caller, it ends that', false],
])('clearing the counts of an account meets a conflict: %s', async (_what, isOwn) => {
  const throttle = new SignInThrottle(server.database, server.app.services.keys, 0);
  await sql`create sequence clears`.execute(server.owner);
  await sql`
    create function conflict_once() returns trigger language plpgsql security definer as $$
    begin
      if nextval('clears') = 1 then raise deadlock_detected; end if;
      return null;
    end $$`.execute(server.owner);
  await sql`
    create trigger conflict_once before delete on sign_in_tries for each statement execute function conflict_once()`.execute(
    server.owner,
  );
  try {
    const clearing = isOwn
      ? throttle.clear('anyone')
      : server.database.queries.transaction().execute((queries) => throttle.clear('anyone', queries));
    await (isOwn
      ? expect(clearing).resolves.toBeUndefined()
      : expect(clearing).rejects.toMatchObject({ code: '40P01' }));
  } finally {
    await sql`drop trigger conflict_once on sign_in_tries`.execute(server.owner);
    await sql`drop function conflict_once()`.execute(server.owner);
    await sql`drop sequence clears`.execute(server.owner);
  }
});

test('refusals are cached for five seconds, so that a flood of them does not query the database', async () => {
  const users = [await server.fixtures.user('OPEN'), await server.fixtures.user('OPEN')];
  for (const user of users) await guess(user, 5);
  const node = new SignInThrottle(server.database, server.app.services.keys, 0);
  const admissions = () =>
    Promise.all(
      users.map(({ userName }) => {
        const attempt = { account: accountName(userName, 'OPEN'), address: '127.0.0.1', device: undefined };
        return node.inTurn(attempt, (admission) => Promise.resolve(admission));
      }),
    );
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
  expect(await admissions()).toMatchObject(Array(2).fill({ admitted: false, reason: 'account', remembered: false }));
  await later(3_600);
  clock.mockReturnValue(1_004_999);
  expect(await admissions()).toMatchObject(Array(2).fill({ admitted: false, seconds: 1, remembered: true }));
  clock.mockReturnValue(1_005_000);
  expect(await admissions()).toMatchObject(Array(2).fill({ admitted: true }));
});
