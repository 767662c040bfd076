/**
 * The queue of records to settle is read in pages, so that entries that fail do not hide later ones. Old contents are
 * deleted in batches. A transaction that notifies several times locks all counters first.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const settlingDue: readonly RawBuilder<unknown>[] = [
  sql`drop function notification_settling_due(integer)`,
  sql`
    create function notification_settling_due(most integer, the_start bigint default 0)
    returns table (queued_id bigint, queued_tenant_id uuid, queued_kind text, queued_record_id uuid)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select q.id, q.tenant_id, q.record_kind, q.record_id from notification_settling q
      where q.id > the_start order by q.id limit most
    $$`,
];

/**
 * Deletes contents without recipients, unless another content has their id as the shared one, and expired rows: at most
 * this many of each. Returns how many in total. Always reads by the indexes, from the oldest: a plan for all rows would take
 * too long where there are many.
 */
const sweep: readonly RawBuilder<unknown>[] = [
  sql`create index notification_contents_created on notification_contents (created_at)`,
  sql`create index company_notifications_sent on company_notifications (sent_at)`,
  sql`drop function notification_sweep(timestamptz)`,
  sql`
    create function notification_sweep(the_cutoff timestamptz, most integer default 1000)
    returns integer language sql volatile security definer
    set search_path = pg_catalog, public
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
      with contents as (
        delete from notification_contents d where d.id in (
          select c.id from notification_contents c
          where c.created_at < the_cutoff
            and not exists (select from notification_events e where e.content_id = c.id)
            and not exists (select from notification_contents v where v.shared_id = c.id)
          order by c.created_at limit most for update skip locked)
        returning 1
      ), requests as (
        delete from company_notifications d where (d.organization_id, d.request_id) in (
          select c.organization_id, c.request_id from company_notifications c where c.sent_at < the_cutoff
          order by c.sent_at limit most for update skip locked)
        returning 1
      ), reminders as (
        delete from notification_reminders d where (d.tenant_id, d.sub_category_code, d.subject_id, d.occasion) in (
          select r.tenant_id, r.sub_category_code, r.subject_id, r.occasion from notification_reminders r
          where r.sent_at < least(the_cutoff, now() - interval '90 days')
          order by r.sent_at limit most for update skip locked)
        returning 1
      )
      select (select count(*) from contents)::integer + (select count(*) from requests)::integer
        + (select count(*) from reminders)::integer
    $$`,
];

/**
 * Locks the counters of people of the caller's program in these organizations who hold one of the permissions, in user
 * order, as all senders do. For a transaction that notifies several times.
 */
const lockCounters = sql`
  create function notification_lock_counters(the_organizations uuid[], the_permissions text[])
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    perform from notification_counters n
    where n.organization_id in (
        select o.id from organizations o where o.id = any (the_organizations) and o.tenant_id = app_tenant_id())
      and exists (
        select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
        where ur.user_id = n.user_id and rp.permission = any (the_permissions))
    order by n.user_id for update of n;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...settlingDue, ...sweep, lockCounters]) await statement.execute(db);
}
