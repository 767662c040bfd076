/** A sign-out ends the pushes of its browser, whatever has become of its session; a browser has one device a session. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * Ends the devices of the caller's session (`own_session`), and the device that the browser names, unless another session
 * in it is open. The browser may name a session (`signed_out`) that the server no longer has.
 */
const forgetBrowser = sql`
  create function notification_forget_browser(the_device uuid, own_session uuid, signed_out text)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    update push_devices d set gone_at = clock_timestamp()
    where d.gone_at is null and (d.session_id = own_session or d.id = the_device and not exists (
      select from sessions s
      where s.id = d.session_id and s.id::text is distinct from signed_out and s.ended_at is null
        and least(s.idle_expires_at, s.expires_at) > now()))
  $$`;

/**
 * Registers the browser at this endpoint for the caller, even if it was another user's: the last user who enabled
 * pushes there receives them. A new subscription of the browser replaces the one that its session had.
 */
const keepDevice = sql`
  create or replace function notification_keep_device(
    the_session uuid, the_endpoint_hash bytea, the_subscription bytea, the_name text, most integer)
  returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_id uuid;
  begin
    if app_user_id() is null or not exists (
      select from sessions s where s.id = the_session and s.user_id = app_user_id() and s.ended_at is null)
    then
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

const STATEMENTS: readonly RawBuilder<unknown>[] = [forgetBrowser, keepDevice];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
