/**
 * PostgreSQL's answer to a full disk is an error on the statement that needed room (class 53, 53100). It is brought about
 * here by a trigger, so that it can be had on any machine: what the server makes of it is the same.
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
  'a full disk while %s is written turns the sign-in away with a next step, loses nothing, and is over when there is room',
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

test('a full disk ends no session: the renewal fails for now and works with the same cookie later', async () => {
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
