/**
 * PostgreSQL answers a full disk with an error on the statement that needs space (class 53, 53100). A trigger raises it
 * here, so that the test runs on any machine: the server's reaction is the same.
 */
import { sql } from 'kysely';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await sql`
    create function no_room() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
    end $$`.execute(server.owner);
});
afterAll(() => server.stop());

const fill = (table: string) =>
  sql`create trigger no_room before insert or update on ${sql.table(table)} for each statement execute function no_room()`.execute(
    server.owner,
  );
const free = (table: string) => sql`drop trigger no_room on ${sql.table(table)}`.execute(server.owner);
const sessions = async () => (await server.owner.selectFrom('sessions').select('id').execute()).length;

test.each(['sessions', 'refresh_tokens', 'audit_events'])(
  'a full disk while %s is written refuses the sign-in with a next step, loses nothing, and recovers when there is space',
  async (table) => {
    const user = await server.fixtures.user('FULL');
    const client = server.client();
    const before = await sessions();
    await fill(table);
    try {
      const refused = await client.signIn(user);
      expect([refused.status, refused.json['error']]).toEqual([503, 'temporarily_unavailable']);
      expect(refused.headers['retry-after']).toBe('2');
      expect(refused.text).not.toMatch(/extend file|base\/1/);
      expect(await sessions()).toBe(before);
    } finally {
      await free(table);
    }
    await client.signedIn(user);
    expect(await sessions()).toBe(before + 1);
  },
);

test('a full disk ends no session: the renewal fails temporarily and works with the same cookie later', async () => {
  const user = await server.fixtures.user('FULL2');
  const client = server.client();
  await client.signedIn(user);
  await fill('refresh_tokens');
  try {
    expect((await client.refresh()).status).toBe(503);
  } finally {
    await free('refresh_tokens');
  }
  expect((await client.refresh()).status).toBe(200);
});
