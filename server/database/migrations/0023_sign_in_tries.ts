/**
 * Sign-in attempts, counted before any account is looked up, by a digest of the entered values and the source of the
 * request. The application reads and writes them through these functions only. They replace the lock after five wrong
 * passwords.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_tries (
      key bytea primary key,
      account bytea,
      tries double precision not null default 0,
      at double precision not null default 0,
      sources integer not null default 0,
      locked_until double precision not null default 0
    )`.execute(db);
  await sql`create index sign_in_tries_account on sign_in_tries (account) where account is not null`.execute(db);
  await sql`create index sign_in_tries_at on sign_in_tries (at)`.execute(db);

  // Locks the rows in key order until the transaction ends; missing rows are created first.
  await sql`
    create function access_lock_tries(wanted bytea[], the_account bytea)
    returns table (
      key bytea, tries double precision, at double precision, sources integer, locked_until double precision,
      now double precision
    ) language sql volatile security definer set search_path = pg_catalog, public as $$
      insert into sign_in_tries as t (key, account)
      select k, the_account from unnest(wanted) k order by k
      on conflict (key) do update set key = excluded.key
      returning t.key, t.tries, t.at, t.sources, t.locked_until, extract(epoch from clock_timestamp())::double precision
    $$`.execute(db);
  await sql`
    create function access_save_tries(
      the_keys bytea[], the_tries double precision[], the_times double precision[], the_sources integer[],
      the_locks double precision[])
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      update sign_in_tries t set tries = n.tries, at = n.at, sources = n.sources, locked_until = n.locked_until
      from unnest(the_keys, the_tries, the_times, the_sources, the_locks) n (key, tries, at, sources, locked_until)
      where t.key = n.key
    $$`.execute(db);
  await sql`
    create function access_forget_tries(the_account bytea)
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      delete from sign_in_tries where account = the_account
    $$`.execute(db);
  await sql`
    create function access_sweep_tries()
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      delete from sign_in_tries
      where greatest(at, locked_until) < extract(epoch from clock_timestamp()) - 3600
    $$`.execute(db);
  await sql`alter table user_credentials drop column failed_attempts`.execute(db);
}
