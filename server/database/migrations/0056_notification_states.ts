/**
 * The states of each user's notifications: read, kept unread, done, saved, snoozed, or with a dismissed toast; and the
 * position up to which the user has seen each tab. Every change is an event in the user's sequence.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NOTIFICATION_STATE_FUNCTIONS } from './0056_notification_states.functions';

/** Functions that insert events now also store whether a toast stays until it is dismissed. */
const IN_BODIES: readonly (readonly [from: string, to: string])[] = [
  ['occurred_at, content_id, tab)', 'occurred_at, content_id, tab, is_sticky)'],
  [
    'the_id, the_tab from counted',
    "the_id, the_tab, coalesce(the_content ->> 'stickyNotification', '') = 'true' from counted",
  ],
  [
    "the_id, 'BROADCAST' from counted",
    "the_id, 'BROADCAST', coalesce(the_content ->> 'stickyNotification', '') = 'true' from counted",
  ],
];

const replaced = IN_BODIES.reduce(
  (text, [from, to]) => sql`replace(${text}, ${sql.lit(from)}, ${sql.lit(to)})`,
  sql`pg_get_functiondef(p.oid)`,
);

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table notification_counters add column looked jsonb not null default '{}'`,
  // Everything that has been read so far counts as seen.
  sql`
    update notification_counters set looked = (
      select jsonb_object_agg(t.tab, last_read_sequence)
      from unnest(array['JOBSORDERS', 'SUBMISSIONS', 'COMPLIANCE', 'ASSIGNMENTS', 'BACK_OFFICE', 'BROADCAST']) as t (tab))
    where last_read_sequence is not null`,
  sql`
    alter table notification_events
      -- Its toast stands until it is dismissed or acted on.
      add column is_sticky boolean not null default false,
      add column is_dismissed boolean not null default false,
      -- True: read by itself. False: kept unread. Null: as the reading and the look at its tab say.
      add column is_read boolean,
      -- The event that made it unread again.
      add column unread_sequence bigint,
      add column is_done boolean not null default false,
      add column is_saved boolean not null default false,
      add column snoozed_until timestamptz,
      -- It came back from a snooze as a later event, which has its state.
      add column is_moved boolean not null default false,
      -- Of an event that is neither a notification nor a reading: what has changed.
      add column change json`,
  sql`
    alter table notification_events
      add constraint notification_events_change check (change is null or content_id is null),
      drop constraint notification_events_user_id_content_id_key`,
  sql`create unique index notification_events_once on notification_events (user_id, content_id) where not is_moved`,
  sql`drop index notification_events_pages`,
  sql`
    create index notification_events_pages on notification_events (user_id, tab, occurred_at desc, content_id desc)
    where content_id is not null and not is_moved and not is_done and snoozed_until is null`,
  sql`
    create index notification_events_archive on notification_events (user_id, tab, occurred_at desc, content_id desc)
    where content_id is not null and not is_moved`,
  sql`create index notification_events_saved on notification_events (user_id, occurred_at desc) where is_saved`,
  sql`create index notification_events_snoozed on notification_events (snoozed_until) where snoozed_until is not null`,
  sql`create index notification_events_done on notification_events (user_id, occurred_at desc) where is_done`,
  sql`create index notification_events_kept on notification_events (user_id, sequence) where is_read = false`,
  sql`create index notification_events_sticky on notification_events (user_id, sequence) where is_sticky and not is_dismissed`,
  sql`
    do $do$
    declare f record;
    begin
      for f in
        select ${replaced} as definition from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and p.proname in ('notification_send', 'notification_deliver', 'role_update_send')
          and ${replaced} <> pg_get_functiondef(p.oid)
      loop
        execute f.definition;
      end loop;
    end $do$`,
  sql`drop function notification_events_after(uuid[], bigint[], integer)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...STATEMENTS, ...NOTIFICATION_STATE_FUNCTIONS]) await statement.execute(db);
}
