/**
 * Plain names for visits to the home dashboard and for the tabs of the notification panel that a user has seen. Events
 * that were stored under the old name are renamed too.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Replacements in the bodies of functions. */
const IN_BODIES: readonly (readonly [from: string, to: string])[] = [
  ['n.looked', 'n.seen_up_to'],
  ['looked = c.looked', 'seen_up_to = c.seen_up_to'],
  [`'looked'`, `'tabSeen'`],
];

const replaced = IN_BODIES.reduce(
  (text, [from, to]) => sql`replace(${text}, ${sql.lit(from)}, ${sql.lit(to)})`,
  sql`pg_get_functiondef(p.oid)`,
);

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table dashboard_looks rename to dashboard_visits`,
  sql`alter index dashboard_looks_pkey rename to dashboard_visits_pkey`,
  sql`
    do $do$
    declare c record;
    begin
      for c in
        select conname from pg_constraint
        where conrelid = 'dashboard_visits'::regclass and conname like 'dashboard\\_looks\\_%'
      loop
        execute format('alter table dashboard_visits rename constraint %I to %I',
          c.conname, replace(c.conname, 'dashboard_looks', 'dashboard_visits'));
      end loop;
    end $do$`,
  sql`alter table notification_counters rename column looked to seen_up_to`,
  // A parameter cannot be renamed in place, so the function is created again.
  sql`drop function notification_is_fresh(notification_events, jsonb)`,
  sql`
    create function notification_is_fresh(e notification_events, seen_up_to jsonb)
    returns boolean language sql immutable as $$
      select not e.is_moved and not e.is_done and e.snoozed_until is null and e.is_read is not true
        and (e.is_read is not null or e.sequence > coalesce((seen_up_to ->> e.tab)::bigint, 0))
    $$`,
  sql`alter function notification_look(text) rename to notification_mark_tab_seen`,
  sql`
    do $do$
    declare f record;
    begin
      for f in
        select ${replaced} as definition from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and ${replaced} <> pg_get_functiondef(p.oid)
      loop
        execute f.definition;
      end loop;
    end $do$`,
  sql`
    update notification_events set change = json_build_object('tabSeen', change -> 'looked')
    where change is not null and change ->> 'looked' is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
