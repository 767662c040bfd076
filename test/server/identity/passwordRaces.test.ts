/** A password that is changed while a sign-in or another change has already verified it. */
import { sql } from 'kysely';
import { FACTORS } from '../support/appUser';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { untilLockWaits } from '../support/lockWaits';
import { appCode } from '../support/totp';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('RACE');
});
afterAll(() => server.stop());

const CHANGE = '/api-user/v1/password/change';
const NEW_PASSWORD = 'Brand-new-words-31';

/** Starts these one after the other while the row of the user is locked, so that each of them waits for it in turn. */
async function whileLocked<T>({ id }: FixtureUser, starts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const running: Promise<T>[] = [];
  await server.owner.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('user_credentials')
      .where('user_id', '=', id)
      .select('user_id')
      .forUpdate()
      .executeTakeFirstOrThrow();
    for (const start of starts) {
      running.push(start());
      await untilLockWaits(server.owner, running.length);
    }
  });
  return Promise.all(running);
}

async function temporaryPassword({ userName: username, organizationCode, email }: FixtureUser): Promise<string> {
  await server.client().post('/api-user/v1/password/reset', { username, organizationCode });
  const [mail] = await server.mailsTo(email);
  const password = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m.exec(mail?.text ?? '')?.[0];
  if (password === undefined) throw new Error(`no temporary password was mailed to ${email}`);
  return password;
}

test.each([
  ['own', false],
  ['mailed', true],
])('a sign-in that verified the %s password opens no session after it was changed', async (_which, isMailed) => {
  const user = await server.fixtures.user('RACE');
  const password = isMailed ? await temporaryPassword(user) : PASSWORD;
  const client = server.client();
  const { access_token: token } = await client.signedIn(user, { password });
  const [changed, late] = await whileLocked(user, [
    () => client.post(CHANGE, { oldPassword: password, newPassword: NEW_PASSWORD }, { token }),
    () => server.client().signIn(user, { password }),
  ]);
  expect(changed?.status).toBe(200);
  expect([late?.status, late?.json['error_description']]).toEqual([400, 'invalid.credentials']);
  const refusals = server.owner
    .selectFrom('audit_events')
    .where('user_id', '=', user.id)
    .where('event', '=', 'sign_in');
  expect(await refusals.where('outcome', '=', 'refused').select('reason').execute()).toEqual([
    { reason: 'wrong_password' },
  ]);
  // The session that changed it remains, and the new password signs in.
  expect((await server.client().signIn(user, { password: NEW_PASSWORD })).status).toBe(200);
});

test('a sign-in that verified the own password opens no session after the mailed one was used', async () => {
  const user = await server.fixtures.user('RACE');
  const password = await temporaryPassword(user);
  const [used, late] = await whileLocked(user, [
    () => server.client().signIn(user, { password }),
    () => server.client().signIn(user),
  ]);
  expect([used?.status, late?.status]).toEqual([200, 400]);
});

test('of two forced changes at the same time only the first is made; the same password twice is a success', async () => {
  const outcomes = async (passwords: readonly string[]) => {
    const user = await server.fixtures.user('RACE', { generatedPassword: true });
    const client = server.client();
    const { access_token: token } = await client.signedIn(user);
    const change = (newPassword: string) => () => client.post(CHANGE, { newPassword }, { token });
    const answers = await whileLocked(user, passwords.map(change));
    const changes = server.owner.selectFrom('audit_events').where('user_id', '=', user.id);
    const made = await changes.where('event', '=', 'password_change').select('outcome').execute();
    return [answers.map(({ status }) => status), made.length];
  };
  expect(await outcomes([NEW_PASSWORD, 'Other-new-words-32'])).toEqual([[200, 400], 1]);
  expect(await outcomes([NEW_PASSWORD, NEW_PASSWORD])).toEqual([[200, 200], 1]);
});

test('a session that was taken over in the meantime no longer changes the password', async () => {
  const user = await server.fixtures.user('RACE');
  const [client, other] = [server.client(), server.client()];
  const { access_token: token } = await client.signedIn(user);
  const { access_token: otherToken, tokenIdentifier } = await other.signedIn(user);
  const [taken, late] = await whileLocked(user, [
    () => other.post('/api-user/v1/sessions/logout-notification', { tokenIdentifier }, { token: otherToken }),
    () => client.post(CHANGE, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }, { token }),
  ]);
  expect(taken?.status).toBe(200);
  expect([late?.status, late?.json]).toEqual([
    401,
    expect.objectContaining({ errorCode: 'session.ended', reason: 'taken_over' }),
  ]);
  expect((await server.client().signIn(user)).status).toBe(200);
});

test('a session that was taken over in the meantime no longer adds a factor', async () => {
  const user = await server.fixtures.user('RACE');
  const [client, other] = [server.client(), server.client()];
  const { access_token: token } = await client.signedIn(user);
  const { json: begun } = await client.post(`${FACTORS}/app/begin`, {}, { token });
  const { access_token: otherToken, tokenIdentifier } = await other.signedIn(user);
  const [taken, late] = await whileLocked(user, [
    () => other.post('/api-user/v1/sessions/logout-notification', { tokenIdentifier }, { token: otherToken }),
    () => client.post(`${FACTORS}/app/confirm`, { appCode: appCode(String(begun['appSecret'])) }, { token }),
  ]);
  expect(taken?.status).toBe(200);
  expect([late?.status, late?.json]).toEqual([
    401,
    expect.objectContaining({ errorCode: 'session.ended', reason: 'taken_over' }),
  ]);
  expect((await other.get(FACTORS, { token: otherToken })).json).toMatchObject({ app: false });
});

test('a temporary password is not mailed to an address that is saved while it is made', async () => {
  const user = await server.fixtures.user('RACE');
  const changed = `changed.${user.userName}@race.example`;
  let reset: Promise<unknown> | undefined;
  await server.owner.transaction().execute(async (transaction) => {
    // As saving the user does.
    await transaction.selectFrom('users').where('id', '=', user.id).select('id').forUpdate().executeTakeFirstOrThrow();
    reset = server.client().post('/api-user/v1/password/reset', {
      username: user.userName,
      organizationCode: user.organizationCode,
    });
    await untilLockWaits(server.owner);
    await transaction.updateTable('users').set({ email: changed }).where('id', '=', user.id).execute();
    await transaction
      .insertInto('email_changes')
      .values({
        user_id: user.id,
        organization_id: user.organizationId,
        previous_email: user.email,
        waits_until: sql<Date>`now() + interval '1 day'`,
      })
      .execute();
  });
  await reset;
  expect(await server.mailsTo(changed)).toEqual([]);
  expect((await server.mailsTo(user.email)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/m),
  ]);
});
