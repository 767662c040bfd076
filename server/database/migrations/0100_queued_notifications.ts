/**
 * A transaction that notifies of many records queues what happened and publishes it after its commit, record by record,
 * so that it does not hold the counters of all recipients for as long as it takes to notify of each.
 *
 * notification_lock_counters stays: nodes of the former version call it while the nodes are upgraded one by one.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`
    create table notification_queue (
      id bigint generated always as identity primary key,
      tenant_id uuid not null,
      organization_id uuid not null references organizations (id),
      -- Null for the system.
      actor_id uuid,
      event jsonb not null,
      queued_at timestamptz not null default now()
    )`,
  sql`alter table notification_queue enable row level security`,
  sql`alter table notification_queue force row level security`,
  sql`create policy owner_all on notification_queue to current_user using (true) with check (true)`,
  // What is queued is published as if by its organization.
  sql`
    create policy own_events on notification_queue for insert with check (tenant_id = (select app_tenant_id())
      and organization_id = (select app_organization_id())
      and (actor_id is null or actor_id = (select app_user_id())))`,
  sql`
    create function notification_queue_due(most integer, the_start bigint)
    returns table (
      queued_id bigint, queued_tenant_id uuid, queued_organization_id uuid, queued_organization_type text,
      queued_actor_id uuid, queued_event jsonb)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select q.id, q.tenant_id, q.organization_id, o.type, q.actor_id, q.event
      from notification_queue q join organizations o on o.id = q.organization_id
      where q.id > the_start order by q.id limit most
    $$`,
  // Returns false if another node is processing the entry or has processed it.
  sql`
    create function notification_queue_claim(the_id bigint)
    returns boolean
    language sql volatile security definer set search_path = pg_catalog, public as $$
      with mine as (select q.id from notification_queue q where q.id = the_id for update skip locked),
      gone as (delete from notification_queue q using mine where q.id = mine.id returning q.id)
      select exists (select from gone)
    $$`,
  // For a record that left its state before it had a notification, of which its trigger did not know.
  sql`
    create function notification_settling_add(the_kind text, the_record uuid)
    returns void
    language sql volatile security definer set search_path = pg_catalog, public as $$
      insert into notification_settling (tenant_id, record_kind, record_id)
      select app_tenant_id(), the_kind, the_record where app_tenant_id() is not null
    $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
