/**
 * Stores which reminders were sent, so that each is sent once; the recruiter of a candidate; and where a user's
 * sequence starts after old events have been deleted.
 */
import { sql, type Kysely } from 'kysely';

/** Lists all managing organizations, so that reminders can be sent for each of them. */
const managers = sql`
  create function reminder_tenants()
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select o.id from organizations o where o.type = 'VMS' and o.tenant_id = o.id order by o.id
  $$`;

/**
 * Deletes events before a date, for a limited number of users per call; returns how many. Sequences are only shortened
 * from the start, and the counter records up to where. Unread events of signed-in users stay, because their tabs count
 * them. The limit per user keeps the transaction short; the rest follows in the next call.
 */
const prune = sql`
  create function notification_prune(the_cutoff timestamptz, most_people integer)
  returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    pruned integer;
  begin
    with old as (
      select n.user_id, n.kept_after, n.last_read_sequence
      from notification_counters n
      join notification_events first on first.user_id = n.user_id and first.sequence = n.kept_after + 1
      where first.occurred_at < the_cutoff
        and (first.sequence <= coalesce(n.last_read_sequence, 0) or not exists (
          select from sessions s where s.user_id = n.user_id and s.ended_at is null))
      limit most_people
      for update of n skip locked
    ), measured as (
      select o.user_id, o.kept_after, (
        select max(e.sequence) from notification_events e
        where e.user_id = o.user_id and e.sequence > o.kept_after and e.sequence <= o.kept_after + 5000
          and e.occurred_at < the_cutoff
          and (e.sequence <= coalesce(o.last_read_sequence, 0) or not exists (
            select from sessions s where s.user_id = o.user_id and s.ended_at is null))) as up_to
      from old o
    ), gone as (
      delete from notification_events e using measured m
      where e.user_id = m.user_id and e.sequence > m.kept_after and e.sequence <= m.up_to
    ), moved as (
      update notification_counters n set kept_after = m.up_to from measured m
      where n.user_id = m.user_id and m.up_to is not null
      returning n.user_id
    )
    select count(*) into pruned from moved;
    return pruned;
  end $$`;

/** Deletes contents without recipients, and expired idempotency rows. */
const sweep = sql`
  create function notification_sweep(the_cutoff timestamptz)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    delete from notification_contents c where c.created_at < the_cutoff
      and not exists (select from notification_events e where e.content_id = c.id);
    delete from company_notifications where sent_at < the_cutoff;
    delete from notification_reminders where told_at < least(the_cutoff, now() - interval '90 days');
  $$`;

const positions = sql`
  create function notification_positions(wanted_ids uuid[])
  returns table (user_id uuid, last_sequence bigint, kept_after bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select n.user_id, n.last_sequence, n.kept_after from notification_counters n where n.user_id = any (wanted_ids)
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_reminders (
      tenant_id uuid not null references organizations (id),
      sub_category_code text not null check (sub_category_code ~ '^[A-Z][A-Z_]{0,59}$'),
      -- The task, document or job, which may be gone by now.
      subject_id uuid not null,
      -- Which of several reminders of it.
      occasion text not null,
      told_at timestamptz not null default clock_timestamp(),
      primary key (tenant_id, sub_category_code, subject_id, occasion)
    )`.execute(db);
  await sql`create index notification_reminders_told on notification_reminders (told_at)`.execute(db);
  await sql`alter table notification_reminders enable row level security`.execute(db);
  await sql`alter table notification_reminders force row level security`.execute(db);
  await sql`create policy owner_all on notification_reminders to current_user using (true) with check (true)`.execute(
    db,
  );
  const manages = sql`
    tenant_id = (select app_tenant_id()) and (select app_organization_type()) = 'VMS'`;
  await sql`create policy own_rows on notification_reminders using (${manages}) with check (${manages})`.execute(db);

  await sql`alter table candidates add column recruiter_id uuid references users (id) on delete set null`.execute(db);
  await sql`create index candidates_recruiter on candidates (recruiter_id) where recruiter_id is not null`.execute(db);

  await sql`
    alter table notification_counters add column kept_after bigint not null default 0
    check (kept_after <= last_sequence)`.execute(db);
  await sql`drop function notification_positions(uuid[])`.execute(db);
  for (const statement of [positions, managers, prune, sweep]) await statement.execute(db);
}
