/**
 * What has expired is handled in steps: after a busy month, or a long stop, one statement for all of it would never
 * finish, and the values of tokens would be kept. Nodes of the former version still call access_sweep and
 * access_sweep_tries while the nodes are upgraded one by one.
 */
import { sql, type Kysely } from 'kysely';

/** Plans that look up the rows found, however many others a table has. */
const BY_INDEX = sql`set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`;

/** What must not be used any more; a refresh token's value outlives its reuse window by at most a minute. */
const expire = sql`
  create function access_expire(most integer)
  returns integer language sql volatile security definer set search_path = pg_catalog, public ${BY_INDEX} as $$
    with tokens as (
      update refresh_tokens t set encrypted_token = null where t.token_hash in (
        select r.token_hash from refresh_tokens r
        where r.encrypted_token is not null and r.issued_at < now() - interval '15 seconds'
        order by r.issued_at limit most for update skip locked)
      returning 1
    ), ended as (
      update sessions s set ended_at = now(), end_reason = 'expired' where s.id in (
        select o.id from sessions o
        where o.ended_at is null and least(o.idle_expires_at, o.expires_at) <= now()
        limit most for update skip locked)
      returning 1
    ), tickets as (
      delete from websocket_tickets t where t.ticket_hash in (
        select x.ticket_hash from websocket_tickets x where x.expires_at <= now() limit most for update skip locked)
      returning 1
    ), passwords as (
      delete from temporary_passwords p where p.user_id in (
        select x.user_id from temporary_passwords x where x.expires_at <= now() limit most for update skip locked)
      returning 1
    )
    select (select count(*) from tokens)::integer + (select count(*) from ended)::integer
      + (select count(*) from tickets)::integer + (select count(*) from passwords)::integer
  $$`;

/** What is no longer needed. A session goes with its tokens, which may be hundreds. */
const deleteOld = sql`
  create function access_delete_old(most integer)
  returns integer language sql volatile security definer set search_path = pg_catalog, public ${BY_INDEX} as $$
    with old_sessions as (
      delete from sessions s where s.id in (
        select o.id from sessions o where o.ended_at < now() - interval '30 days'
        order by o.ended_at limit most for update skip locked)
      returning 1
    ), mails as (
      delete from mail_outbox m where m.id in (
        select o.id from mail_outbox o where o.created_at < now() - interval '7 days'
        order by o.created_at limit most for update skip locked)
      returning 1
    ), challenges as (
      delete from two_factor_challenges c where c.id in (
        select o.id from two_factor_challenges o where o.expires_at < now() - interval '1 day'
        limit most for update skip locked)
      returning 1
    ), tries as (
      delete from sign_in_tries t where t.key in (
        select o.key from sign_in_tries o
        where o.at < extract(epoch from clock_timestamp()) - 3600
          and o.locked_until < extract(epoch from clock_timestamp()) - 3600
        order by o.at limit most for update skip locked)
      returning 1
    )
    select (select count(*) from old_sessions)::integer + (select count(*) from mails)::integer
      + (select count(*) from challenges)::integer + (select count(*) from tries)::integer
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mail_outbox_created on mail_outbox (created_at)`.execute(db);
  await expire.execute(db);
  await deleteOld.execute(db);
}
