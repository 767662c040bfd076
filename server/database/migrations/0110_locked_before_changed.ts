/**
 * What must not change while a transaction relies on it is locked first: the session that gets a device, the counts of an
 * account that are forgotten, and the queues of the tallies while one node folds them.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** As 0104, but a sign-out waits for the device, and ends it too. */
const keepDevice = sql`
  create or replace function notification_keep_device(
    the_session uuid, the_endpoint_hash bytea, the_subscription bytea, the_name text, most integer)
  returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_id uuid;
  begin
    perform from sessions s where s.id = the_session and s.user_id = app_user_id() and s.ended_at is null for share;
    if not found then
      raise insufficient_privilege using message = 'a device belongs to a session of the caller';
    end if;
    update push_devices d set gone_at = clock_timestamp()
    where d.endpoint_hash = the_endpoint_hash and d.gone_at is null and d.user_id <> app_user_id();
    update push_devices d set gone_at = clock_timestamp()
    where d.session_id = the_session and d.gone_at is null and d.endpoint_hash <> the_endpoint_hash;
    insert into push_devices as d (user_id, organization_id, session_id, endpoint_hash, encrypted_subscription, name)
    values (app_user_id(), app_organization_id(), the_session, the_endpoint_hash, the_subscription, the_name)
    on conflict (endpoint_hash) where gone_at is null do update set session_id = the_session, encrypted_subscription = the_subscription,
      name = the_name
    returning d.id into the_id;
    update push_devices d set gone_at = clock_timestamp() where d.user_id = app_user_id() and d.gone_at is null and d.id in (
      select x.id from push_devices x where x.user_id = app_user_id() and x.gone_at is null
      order by x.created_at desc offset most);
    return the_id;
  end $$`;

/** As 0066, but a sign-out waits for the device, and ends it too. A device that stays as it is locks nothing. */
const meetDevice = sql`
  create or replace function notification_meet_device(the_session uuid, the_device uuid)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    perform from sessions s
    where s.id = the_session and s.user_id = app_user_id() and s.ended_at is null and exists (
      select from push_devices d
      where d.id = the_device and d.gone_at is null
        and (d.user_id <> s.user_id or d.session_id is distinct from s.id))
    for share;
    if not found then return; end if;
    update push_devices d set
      session_id = case when d.user_id = app_user_id() then the_session else d.session_id end,
      gone_at = case when d.user_id = app_user_id() then null else clock_timestamp() end
    where d.id = the_device and d.gone_at is null;
  end $$`;

/** In key order, as access_lock_tries locks them. */
const forgetTries = sql`
  create or replace function access_forget_tries(the_account bytea)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    delete from sign_in_tries t
    where t.key in (select x.key from sign_in_tries x where x.account = the_account order by x.key for update)
  $$`;

/** The key is that of 0031, which a transaction may lock again: one node folds all tallies, the others return at once. */
const foldTallies = sql`
  create or replace function fold_tallies() returns void
  language plpgsql set search_path = pg_catalog, public as $$
  begin
    if not pg_try_advisory_xact_lock(7201318) then return; end if;
    perform fold_record_tallies();
    perform fold_booking_days();
    perform fold_submission_job_days();
  end $$`;

const STATEMENTS: readonly RawBuilder<unknown>[] = [keepDevice, meetDevice, forgetTries, foldTallies];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
