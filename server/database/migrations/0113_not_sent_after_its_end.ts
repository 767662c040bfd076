/**
 * A broadcast that was sent after its deadline is not escalated: no one could accept it in time. Browsers that were signed
 * out are forgotten with the deliveries to them.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** As 0095, but not those that were sent at their deadline or later. */
const overdue = sql`
  create or replace function broadcast_overdue(most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.organization_id, o.type, o.tenant_id
    from broadcasts b join organizations o on o.id = b.organization_id
    where b.status = 'SENT' and b.accept_by <= now() and b.accept_by > now() - interval '3 days' and b.escalated_at is null
      and b.sent_at < b.accept_by
      and (b.ends_at is null or b.ends_at >= b.accept_by) and o.disabled_at is null
    order by b.accept_by, b.id limit most
  $$`;

/** As 0097, but it also deletes the devices that have been gone since the cutoff and have no deliveries any more. */
const sweep: readonly RawBuilder<unknown>[] = [
  sql`create index push_devices_gone on push_devices (gone_at) where gone_at is not null`,
  sql`
    create or replace function notification_sweep(the_cutoff timestamptz, most integer default 1000)
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
      ), devices as (
        delete from push_devices d where d.id in (
          select p.id from push_devices p
          where p.gone_at < the_cutoff
            and not exists (select from notification_deliveries x where x.device_id = p.id)
          order by p.gone_at limit most for update skip locked)
        returning 1
      )
      select (select count(*) from contents)::integer + (select count(*) from requests)::integer
        + (select count(*) from reminders)::integer + (select count(*) from devices)::integer
    $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [overdue, ...sweep]) await statement.execute(db);
}
