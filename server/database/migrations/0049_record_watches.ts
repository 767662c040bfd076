/**
 * Users who have the page of a record open, so that only they are notified of a change. Rows are written when the page
 * is loaded, only by the functions below: the server calls them once it has shown the record to that user. The table is
 * unlogged: after a crash, open pages register again within seconds.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table record_watches (
      record_id uuid not null,
      user_id uuid not null,
      tenant_id uuid not null,
      until timestamptz not null,
      primary key (record_id, user_id)
    )`.execute(db);
  await sql`create index record_watches_of on record_watches (user_id, until)`.execute(db);

  await sql`
    create function record_watch(record uuid, seconds integer)
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      delete from record_watches where user_id = app_user_id() and until < now();
      insert into record_watches as w (record_id, user_id, tenant_id, until)
      select record, app_user_id(), app_tenant_id(), now() + make_interval(secs => seconds)
      where app_user_id() is not null and app_tenant_id() is not null
      on conflict (record_id, user_id) do update set until = excluded.until, tenant_id = excluded.tenant_id
    $$`.execute(db);
  await sql`
    create function record_watchers(records uuid[])
    returns uuid[] language sql stable security definer set search_path = pg_catalog, public as $$
      select coalesce(array_agg(distinct user_id), '{}') from record_watches
      where record_id = any (records) and tenant_id = app_tenant_id() and until > now()
    $$`.execute(db);
}
