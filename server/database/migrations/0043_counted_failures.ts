/** Refused calls are counted across all nodes in leaky buckets, which are stored with the sign-in attempts. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Adds one to this bucket, which drains at the given rate per second, and returns its level.
  await sql`
    create function access_count_failure(bucket bytea, lost_a_second double precision)
    returns double precision language sql volatile security definer set search_path = pg_catalog, public as $$
      insert into sign_in_tries as t (key, tries, at) values (bucket, 1, extract(epoch from clock_timestamp()))
      on conflict (key) do update set
        tries = greatest(0, t.tries - (excluded.at - t.at) * lost_a_second) + 1, at = excluded.at
      returning tries
    $$`.execute(db);
}
