/**
 * An open board loads only what has changed since its last time, and renews its watch only in the second half of it.
 * Marking everything as read, or a tab as seen, does not walk through what was read or seen before.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const now = sql`date_trunc('milliseconds', clock_timestamp())`;

const CHANGED_AT: readonly RawBuilder<unknown>[] = [
  sql`alter table board_entries add column changed_at timestamptz`,
  sql`update board_entries set changed_at = greatest(acknowledged_at, assigned_at)`,
  sql`
    alter table board_entries
      alter column changed_at set default clock_timestamp(),
      alter column changed_at set not null`,
  sql`comment on column board_entries.changed_at is
    'Of its last version. A change that takes long is visible some seconds later.'`,
  sql`create index board_entries_changed on board_entries (organization_id, changed_at desc)`,
  sql`
    create function board_entry_changed()
    returns trigger language plpgsql set search_path = pg_catalog, public as $$
    begin
      new.changed_at := clock_timestamp();
      return new;
    end $$`,
  sql`
    create trigger board_entries_changed before update on board_entries
    for each row execute function board_entry_changed()`,
];

const watch = sql`
  create or replace function record_watch(record uuid, seconds integer)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    delete from record_watches where user_id = app_user_id() and until < now();
    insert into record_watches as w (record_id, user_id, tenant_id, until)
    select record, app_user_id(), app_tenant_id(), now() + make_interval(secs => seconds)
    where app_user_id() is not null and app_tenant_id() is not null and not exists (
      select from record_watches k where k.record_id = record and k.user_id = app_user_id()
        and k.tenant_id = app_tenant_id() and k.until > now() + make_interval(secs => seconds / 2.0))
    on conflict (record_id, user_id) do update set until = excluded.until, tenant_id = excluded.tenant_id
  $$`;

/**
 * Marks all notifications so far as read. If none is unread, the last read marker stays, whatever has changed since.
 */
const markRead = sql`
  create or replace function notification_mark_read()
  returns table (read_at timestamptz, read_sequence bigint, is_new boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    n notification_counters%rowtype;
    at timestamptz;
  begin
    insert into notification_counters (user_id, organization_id, last_sequence, last_at, last_read_sequence, last_read_at)
    select app_user_id(), app_organization_id(), 1, t.at, 1, t.at from (select ${now} as at) t
    on conflict (user_id) do nothing
    returning * into n;
    if found then
      insert into notification_events (user_id, organization_id, sequence, occurred_at)
      values (n.user_id, n.organization_id, 1, n.last_at);
      return query select n.last_read_at, 1::bigint, true;
      return;
    end if;
    select * into n from notification_counters c where c.user_id = app_user_id() for update;
    if n.last_read_sequence is not null
      and not exists (
        select from notification_events e
        where e.user_id = n.user_id and e.content_id is not null and e.sequence > n.last_read_sequence)
      -- Only what is kept unread has been made unread by a later event; these are few, and have an index.
      and not exists (
        select from notification_events e
        where e.user_id = n.user_id and e.is_read = false and e.unread_sequence > n.last_read_sequence)
    then
      return query select n.last_read_at, n.last_read_sequence, false;
      return;
    end if;
    at := greatest(${now}, n.last_at);
    insert into notification_events (user_id, organization_id, sequence, occurred_at)
    values (n.user_id, n.organization_id, n.last_sequence + 1, at);
    update notification_counters c set last_sequence = n.last_sequence + 1, last_read_sequence = n.last_sequence + 1,
      last_at = at, last_read_at = at
    where c.user_id = n.user_id;
    return query select at, n.last_sequence + 1, true;
  end $$`;

/**
 * Records that the caller has seen a tab. If the tab has nothing new, nothing is written. What came after the mark did
 * not occur before it, so the search ends there.
 */
const markTabSeen = sql`
  create or replace function notification_mark_tab_seen(the_tab text)
  returns table (event_sequence bigint, event_change json)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    n notification_counters%rowtype;
    mark bigint;
    marked_at timestamptz;
    at timestamptz;
    kept integer;
  begin
    select * into n from notification_counters c where c.user_id = app_user_id() for update;
    if not found then
      return;
    end if;
    mark := coalesce((n.seen_up_to ->> the_tab)::bigint, 0);
    select m.occurred_at into marked_at from notification_events m where m.user_id = n.user_id and m.sequence = mark;
    if not exists (
      select from notification_events e
      where e.user_id = n.user_id and e.tab = the_tab and e.content_id is not null and not e.is_moved
        and e.is_read is null and not e.is_done and e.snoozed_until is null
        and e.occurred_at >= coalesce(marked_at, '-infinity') and e.sequence > mark)
    then
      return;
    end if;
    at := greatest(${now}, n.last_at);
    select count(*) into kept from notification_events e
    where e.user_id = n.user_id and e.tab = the_tab and not e.is_moved and e.is_read = false and not e.is_done
      and e.snoozed_until is null;
    event_sequence := n.last_sequence + 1;
    event_change := json_build_object('tabSeen', json_build_object('tab', the_tab, 'fresh', kept));
    insert into notification_events (user_id, organization_id, sequence, occurred_at, change)
    values (n.user_id, n.organization_id, event_sequence, at, event_change);
    update notification_counters c set last_sequence = event_sequence, last_at = at,
      seen_up_to = c.seen_up_to || jsonb_build_object(the_tab, event_sequence)
    where c.user_id = n.user_id;
    return next;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...CHANGED_AT, watch, markRead, markTabSeen]) await statement.execute(db);
}
