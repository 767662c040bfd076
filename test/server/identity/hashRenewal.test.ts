/**
 * A stored hash of another cost is replaced when its owner signs in, so that every password costs the same to guess.
 */
import { PasswordHasher } from '../../../server/identity/passwords/passwordHasher';
import { PASSWORD, type FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { untilLockWaits } from '../support/lockWaits';

let server: TestServer;

beforeAll(async () => {
  // The hashes of the users here are quick ones.
  server = await startTestServer({ PASSWORD_HASHING: 'full' });
});
afterAll(() => server.stop());

async function hashOf({ id }: FixtureUser): Promise<string | null> {
  await server.app.services.afterResponse.finish();
  const row = await server.owner
    .selectFrom('user_credentials')
    .where('user_id', '=', id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  return row.password_hash;
}
const signIn = (user: FixtureUser, extra = {}) => server.client().signIn(user, extra);

test('after the right password, once, and the password stays', async () => {
  const user = await server.fixtures.user('HASHED');
  expect(await hashOf(user)).toContain('$m=1024,');
  expect((await signIn(user)).status).toBe(200);
  const renewed = await hashOf(user);
  expect(renewed).toContain('$argon2id$v=19$m=47104,t=1,p=1$');
  expect((await signIn(user)).status).toBe(200);
  expect(await hashOf(user)).toBe(renewed);
});

test('not after a wrong one, nor if the account refuses the right one', async () => {
  const user = await server.fixtures.user('HASHED');
  const locked = await server.fixtures.user('HASHED', { locked: true });
  expect([(await signIn(user, { password: 'wrong' })).status, (await signIn(locked)).status]).toEqual([400, 400]);
  for (const each of [user, locked]) expect(await hashOf(each)).toContain('$m=1024,');
});

test('a sign-in that verified the hash before it was renewed is accepted', async () => {
  const user = await server.fixtures.user('HASHED');
  const renewed = await new PasswordHasher('full').renew(PASSWORD, (await hashOf(user)) ?? '');
  const late = await server.owner.transaction().execute(async (transaction) => {
    // Holds the row, so that the sign-in waits for it after it has verified the earlier hash.
    await transaction
      .updateTable('user_credentials')
      .set({ password_hash: renewed })
      .where('user_id', '=', user.id)
      .execute();
    const started = signIn(user);
    await untilLockWaits(server.owner);
    return [started];
  });
  expect((await Promise.all(late))[0]?.status).toBe(200);
  expect(await hashOf(user)).toBe(renewed);
  expect((await signIn(user)).status).toBe(200);
});

test('a password that was changed in the meantime is not overwritten', async () => {
  const user = await server.fixtures.user('HASHED');
  expect((await signIn(user)).status).toBe(200);
  await server.owner
    .updateTable('user_credentials')
    .set({ password_hash: 'another one' })
    .where('user_id', '=', user.id)
    .execute();
  expect(await hashOf(user)).toBe('another one');
});
