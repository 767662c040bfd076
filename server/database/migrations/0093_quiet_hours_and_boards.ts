/**
 * A broadcast whose deadline is its end is escalated, and a deactivated organization gets no broadcast. No push or mail
 * is sent in quiet hours after a delay. Colleagues share an entry of the board, whatever their rules do with its toast.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { CONTENTS_SHARED, QUIET_HOURS_RESPECTED } from './0093_quiet_hours_and_boards.functions';

const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/** The active organizations that the caller may address; `nameable` ones can be chosen individually. */
const reach = sql`
  create or replace function broadcast_reach()
  returns table (organization_id uuid, organization_type text, name text, nameable boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select o.id, o.type, o.name, app_organization_type() <> 'OWNER' or o.type in ('OWNER', 'VMS')
    from organizations o
    where o.disabled_at is null and case app_organization_type()
      when 'OWNER' then true
      when 'VMS' then o.tenant_id = app_tenant_id()
      else o.id = app_organization_id() end
  $$`;

/** The names of the organizations that were chosen for the caller's broadcast, also of those deactivated since. */
const organizationNames = sql`
  create function broadcast_organization_names(the_broadcast uuid)
  returns text[] language sql stable security definer set search_path = pg_catalog, public as $$
    select array(
      select o.name from broadcasts b join organizations o on o.id = any (b.organization_ids)
      where b.id = the_broadcast and b.organization_id = app_organization_id() order by o.name)
  $$`;

/**
 * The broadcasts of all organizations whose deadline has passed and that have not been escalated yet; also those that
 * have ended in the meantime, but not those that ended before their deadline.
 */
const overdue = sql`
  create or replace function broadcast_overdue(most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.organization_id, o.type, o.tenant_id
    from broadcasts b join organizations o on o.id = b.organization_id
    where b.status = 'SENT' and b.accept_by <= now() and b.escalated_at is null
      and (b.ends_at is null or b.ends_at >= b.accept_by)
    order by b.accept_by, b.id limit most
  $$`;

const SHARED_IDS: readonly RawBuilder<unknown>[] = [
  sql`alter table notification_contents add column shared_id uuid references notification_contents (id)`,
  sql`comment on column notification_contents.shared_id is
    'The content of the same event under which all of them are on the board; null: this one.'`,
  sql`create index notification_contents_shared on notification_contents (shared_id) where shared_id is not null`,
];

/** The id under which a notification is on the board, the same for all recipients of its event. */
const sharedId = sql`
  create function notification_shared_id(the_content uuid)
  returns uuid language sql stable set search_path = pg_catalog, public as $$
    select coalesce(c.shared_id, c.id) from notification_contents c where c.id = the_content
  $$`;

/** Deletes contents without recipients, unless another content has their id as the shared one; expired rows as before. */
const sweep = sql`
  create or replace function notification_sweep(the_cutoff timestamptz)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    delete from notification_contents c where c.created_at < the_cutoff
      and not exists (select from notification_events e where e.content_id = c.id)
      and not exists (select from notification_contents v where v.shared_id = c.id);
    delete from company_notifications where sent_at < the_cutoff;
    delete from notification_reminders where sent_at < least(the_cutoff, now() - interval '90 days');
  $$`;

/** Whether a user of the caller's organization received the notification, in any of its contents, and still has it. */
const has = sql`
  create or replace function board_has(the_user uuid, the_content uuid)
  returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
    select exists (
      select from (select notification_shared_id(the_content) as id) s
      join notification_contents c on c.id = s.id or c.shared_id = s.id
      join notification_events e on e.content_id = c.id and e.user_id = the_user and not e.is_moved
      join users u on u.id = e.user_id
      where u.organization_id = app_organization_id() and u.disabled_at is null)
  $$`;

/**
 * Returns false if another user was faster, and no row if the caller does not have the notification. The first user
 * becomes its assignee.
 */
const acknowledge = sql`
  create or replace function board_acknowledge(the_content uuid)
  returns table (is_first boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    if not board_has(app_user_id(), the_content) then
      return;
    end if;
    insert into board_entries (organization_id, content_id, acknowledged_by, acknowledged_at, assignee_id, assigned_at)
    values (app_organization_id(), notification_shared_id(the_content), app_user_id(), ${now}, app_user_id(), ${now})
    on conflict do nothing;
    return query select found;
  end $$`;

/** The same for an assignment; returns `null` if the assignee does not have the notification. */
const assign = sql`
  create or replace function board_assign(the_content uuid, the_assignee uuid, the_version integer)
  returns table (is_first boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    if not board_has(app_user_id(), the_content) then
      return;
    end if;
    if the_assignee is not null and not board_has(the_assignee, the_content) then
      return query select null::boolean;
      return;
    end if;
    if the_version = 0 then
      insert into board_entries (organization_id, content_id, acknowledged_by, acknowledged_at, assignee_id, assigned_at)
      values (app_organization_id(), notification_shared_id(the_content), app_user_id(), ${now}, the_assignee,
        case when the_assignee is not null then ${now} end)
      on conflict do nothing;
    else
      update board_entries b set version = b.version + 1, assignee_id = the_assignee,
        assigned_at = case when the_assignee is not null then ${now} end
      where b.organization_id = app_organization_id() and b.content_id = notification_shared_id(the_content)
        and b.version = the_version;
    end if;
    return query select found;
  end $$`;

/** The due broadcasts of all organizations. Those of a deactivated one wait until it is reactivated. */
const due = sql`
  create or replace function broadcast_due(most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.organization_id, o.type, o.tenant_id
    from broadcasts b join organizations o on o.id = b.organization_id
    where b.status = 'SCHEDULED' and b.send_at <= now() and o.disabled_at is null
    order by b.send_at, b.id limit most
  $$`;

const BROADCASTS = [reach, organizationNames, overdue, due];
const BOARDS = [...SHARED_IDS, sharedId, ...CONTENTS_SHARED, sweep, has, acknowledge, assign];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...BROADCASTS, ...QUIET_HOURS_RESPECTED, ...BOARDS]) await statement.execute(db);
}
