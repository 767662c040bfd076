/** What becomes of sessions and their tokens after their time. */
import { sql } from 'kysely';
import { deleteExpired } from '../../../server/identity/sessions/deleteExpired';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const STOPPED = AbortSignal.abort();

/** Sessions that ended so many days ago, each with three tokens whose values were not cleared. */
async function endedSessions(count: number, daysAgo: number): Promise<void> {
  const { id, organizationId } = await server.fixtures.user('EXPIRED');
  await sql`
    with ended as (
      insert into sessions (
        organization_id, user_id, state, device, address, last_used_at, idle_expires_at, expires_at, ended_at, end_reason)
      select ${organizationId}, ${id}, 'live', 'Firefox', '127.0.0.1', t, t, t, t, 'signed_out'
      from generate_series(1, ${count}::integer) n
      cross join lateral (select now() - make_interval(days => ${daysAgo}::integer, secs => n) as t) x
      returning *)
    insert into refresh_tokens (token_hash, organization_id, session_id, generation, encrypted_token, issued_at)
    select sha256((e.id || ':' || generation)::bytea), e.organization_id, e.id, generation, 'x', e.ended_at
    from ended e cross join generate_series(1, 3) generation`.execute(server.owner);
}

async function kept(): Promise<{ sessions: number; tokens: number; values: number }> {
  const { rows } = await sql<{ sessions: number; tokens: number; values: number }>`
    select (select count(*) from sessions)::integer as sessions, count(*)::integer as tokens,
      count(encrypted_token)::integer as values
    from refresh_tokens`.execute(server.owner);
  return rows[0] ?? { sessions: 0, tokens: 0, values: 0 };
}

test('sessions that ended more than a month ago are deleted with their tokens, however many there are', async () => {
  await endedSessions(700, 31);
  await endedSessions(5, 29);
  expect(await kept()).toEqual({ sessions: 705, tokens: 2115, values: 2115 });
  // One step of each kind.
  await deleteExpired(server, STOPPED);
  expect(await kept()).toMatchObject({ sessions: 205, tokens: 615 });
  await deleteExpired(server);
  expect(await kept()).toEqual({ sessions: 5, tokens: 15, values: 0 });
});

test('the values of tokens are cleared even if old sessions cannot be deleted in time', async () => {
  await endedSessions(1, 31);
  await sql`
    create function too_slow() returns trigger language plpgsql as $$
    begin
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end $$`.execute(server.owner);
  await sql`
    create trigger too_slow before delete on sessions for each row execute function too_slow()`.execute(server.owner);
  try {
    await expect(deleteExpired(server)).rejects.toMatchObject({ code: '57014' });
  } finally {
    await sql`drop function too_slow cascade`.execute(server.owner);
  }
  expect(await kept()).toEqual({ sessions: 6, tokens: 18, values: 0 });
  await deleteExpired(server);
  expect(await kept()).toEqual({ sessions: 5, tokens: 15, values: 0 });
});

test('of several nodes that delete at the same time none waits for another, and all is deleted once', async () => {
  await endedSessions(1_200, 31);
  await Promise.all([1, 2, 3].map(() => deleteExpired(server)));
  expect(await kept()).toEqual({ sessions: 5, tokens: 15, values: 0 });
});
