/**
 * Functions that change the states of notifications under the lock of the user's counter, like all writes of events.
 */
import { sql, type RawBuilder } from 'kysely';

/** The format of timestamps in the API. */
const DATE = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/** Also returns the changes of events that are neither notifications nor read markers. */
const eventsAfter = sql`
  create function notification_events_after(wanted_ids uuid[], after_sequences bigint[], most integer)
  returns table (events jsonb, places json)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select s.events, json_agg(s.place)
    from (
      select w.place, jsonb_agg(
        case when e.change is null then jsonb_build_array(e.sequence - w.after, e.occurred_at, e.content_id)
        else jsonb_build_array(e.sequence - w.after, e.occurred_at, null, e.change) end order by e.sequence) as events
      from unnest(wanted_ids, after_sequences) with ordinality as w (id, after, place)
      cross join lateral (
        select n.sequence, n.occurred_at, n.content_id, n.change from notification_events n
        where n.user_id = w.id and n.sequence > w.after order by n.sequence limit most
      ) e
      group by w.place
    ) s
    group by s.events
  $$`;

/** Whether the bell counts the notification: it was sent or marked unread after the last read marker. */
const isUnread = sql`
  create function notification_is_unread(e notification_events, last_read bigint)
  returns boolean language sql immutable as $$
    select not e.is_moved and not e.is_done and e.snoozed_until is null and e.is_read is not true
      and coalesce(e.unread_sequence, e.sequence) > coalesce(last_read, 0)
  $$`;

/** Whether the notification is marked as new: its tab has not been opened since, or it is kept unread. */
const isFresh = sql`
  create function notification_is_fresh(e notification_events, looked jsonb)
  returns boolean language sql immutable as $$
    select not e.is_moved and not e.is_done and e.snoozed_until is null and e.is_read is not true
      and (e.is_read is not null or e.sequence > coalesce((looked ->> e.tab)::bigint, 0))
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
    if n.last_read_sequence is not null and not exists (
      select from notification_events e where e.user_id = n.user_id and e.content_id is not null
        and (e.sequence > n.last_read_sequence or e.unread_sequence > n.last_read_sequence))
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
 * Changes states of the caller's notifications; each entry has the `id` of one and the states to set. Returns one row
 * for each known notification, with an event if its state has changed; unknown ids are ignored.
 */
const setStates = sql`
  create function notification_set_states(the_changes jsonb)
  returns table (event_sequence bigint, event_change json, is_known boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    n notification_counters%rowtype;
    was notification_events%rowtype;
    e notification_events%rowtype;
    wanted jsonb;
    at timestamptz;
  begin
    select * into n from notification_counters c where c.user_id = app_user_id() for update;
    if not found then
      return;
    end if;
    for wanted in select w from jsonb_array_elements(the_changes) as t (w) loop
      select * into was from notification_events x
      where x.user_id = n.user_id and x.content_id = (wanted ->> 'id')::uuid and not x.is_moved;
      continue when not found;
      e := was;
      if wanted ? 'read' then e.is_read := (wanted ->> 'read')::boolean; end if;
      if wanted ? 'saved' then e.is_saved := (wanted ->> 'saved')::boolean; end if;
      if wanted ? 'done' then
        e.is_done := (wanted ->> 'done')::boolean;
        if e.is_done then e.snoozed_until := null; end if;
      end if;
      if wanted ? 'snoozedUntil' then
        e.snoozed_until := (wanted ->> 'snoozedUntil')::timestamptz;
        if e.snoozed_until is not null then e.is_done := false; end if;
      end if;
      -- Whoever acts on it needs no toast of it any more.
      if coalesce((wanted ->> 'dismissed')::boolean, false) or e.is_read or e.is_done or e.snoozed_until is not null then
        e.is_dismissed := true;
      end if;
      if e.is_read = false then
        if was.is_read is distinct from false then e.unread_sequence := n.last_sequence + 1; end if;
      else
        e.unread_sequence := null;
      end if;
      if (e.is_read, e.is_done, e.is_saved, e.snoozed_until, e.is_dismissed)
        is not distinct from (was.is_read, was.is_done, was.is_saved, was.snoozed_until, was.is_dismissed)
      then
        return query select null::bigint, null::json, true;
        continue;
      end if;
      at := greatest(${now}, n.last_at);
      n.last_sequence := n.last_sequence + 1;
      n.last_at := at;
      event_sequence := n.last_sequence;
      event_change := json_build_object('changed', json_build_object(
        'id', e.content_id, 'tab', e.tab, 'date', to_char(e.occurred_at at time zone 'UTC', ${DATE}),
        'state', json_build_object('read', e.is_read, 'done', e.is_done, 'saved', e.is_saved,
          'snoozedUntil', to_char(e.snoozed_until at time zone 'UTC', ${DATE})),
        'dismissed', e.is_dismissed,
        'listed', (not e.is_done and e.snoozed_until is null)::integer - (not was.is_done and was.snoozed_until is null)::integer,
        'unread', notification_is_unread(e, n.last_read_sequence)::integer - notification_is_unread(was, n.last_read_sequence)::integer,
        'fresh', notification_is_fresh(e, n.looked)::integer - notification_is_fresh(was, n.looked)::integer));
      is_known := true;
      update notification_events x set
        is_read = e.is_read, unread_sequence = e.unread_sequence, is_done = e.is_done, is_saved = e.is_saved,
        snoozed_until = e.snoozed_until, is_dismissed = e.is_dismissed
      where x.user_id = e.user_id and x.sequence = e.sequence;
      insert into notification_events (user_id, organization_id, sequence, occurred_at, change)
      values (n.user_id, n.organization_id, event_sequence, at, event_change);
      return next;
    end loop;
    update notification_counters c set last_sequence = n.last_sequence, last_at = n.last_at where c.user_id = n.user_id;
  end $$`;

/** Records that the caller has opened a tab. If the tab has nothing new, nothing is written. */
const look = sql`
  create function notification_look(the_tab text)
  returns table (event_sequence bigint, event_change json)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    n notification_counters%rowtype;
    at timestamptz;
    kept integer;
  begin
    select * into n from notification_counters c where c.user_id = app_user_id() for update;
    if not found or not exists (
      select from notification_events e
      where e.user_id = n.user_id and e.tab = the_tab and not e.is_moved and e.is_read is null and not e.is_done
        and e.snoozed_until is null and e.sequence > coalesce((n.looked ->> the_tab)::bigint, 0))
    then
      return;
    end if;
    at := greatest(${now}, n.last_at);
    select count(*) into kept from notification_events e
    where e.user_id = n.user_id and e.tab = the_tab and not e.is_moved and e.is_read = false and not e.is_done
      and e.snoozed_until is null;
    event_sequence := n.last_sequence + 1;
    event_change := json_build_object('looked', json_build_object('tab', the_tab, 'fresh', kept));
    insert into notification_events (user_id, organization_id, sequence, occurred_at, change)
    values (n.user_id, n.organization_id, event_sequence, at, event_change);
    update notification_counters c set last_sequence = event_sequence, last_at = at,
      looked = c.looked || jsonb_build_object(the_tab, event_sequence)
    where c.user_id = n.user_id;
    return next;
  end $$`;

/**
 * Brings notifications whose snooze has ended back as the newest of their user. The earlier event stays in place,
 * without a state, for clients that catch up. Returns the users. Nodes that run this at the same time share the work.
 */
const wake = sql`
  create function notification_wake(most integer)
  returns table (woken_user_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    due record;
    n notification_counters%rowtype;
    e notification_events%rowtype;
    at timestamptz;
  begin
    for due in
      select x.user_id, x.sequence from notification_events x
      where x.snoozed_until <= now() order by x.user_id, x.snoozed_until limit most
    loop
      select * into n from notification_counters c where c.user_id = due.user_id for update skip locked;
      continue when not found;
      select * into e from notification_events x
      where x.user_id = due.user_id and x.sequence = due.sequence and x.snoozed_until <= now();
      continue when not found;
      at := greatest(${now}, n.last_at, n.last_read_at + interval '1 millisecond');
      update notification_events x set is_moved = true, is_saved = false, snoozed_until = null
      where x.user_id = e.user_id and x.sequence = e.sequence;
      insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab, is_sticky)
      values (e.user_id, e.organization_id, n.last_sequence + 1, at, e.content_id, e.tab, e.is_sticky);
      n.last_sequence := n.last_sequence + 1;
      if e.is_saved then
        n.last_sequence := n.last_sequence + 1;
        update notification_events x set is_saved = true where x.user_id = e.user_id and x.sequence = n.last_sequence - 1;
        insert into notification_events (user_id, organization_id, sequence, occurred_at, change)
        values (e.user_id, e.organization_id, n.last_sequence, at, json_build_object('changed',
          json_build_object('id', e.content_id, 'tab', e.tab, 'date', to_char(at at time zone 'UTC', ${DATE}),
            'dismissed', false, 'listed', 0, 'unread', 0, 'fresh', 0,
            'state', json_build_object('read', null, 'done', false, 'saved', true, 'snoozedUntil', null))));
      end if;
      update notification_counters c set last_sequence = n.last_sequence, last_at = at where c.user_id = n.user_id;
      woken_user_id := e.user_id;
      return next;
    end loop;
  end $$`;

export const NOTIFICATION_STATE_FUNCTIONS: readonly RawBuilder<unknown>[] = [
  eventsAfter,
  markRead,
  isUnread,
  isFresh,
  setStates,
  look,
  wake,
];
