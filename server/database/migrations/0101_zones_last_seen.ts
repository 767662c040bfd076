/** A user has the time zone of the browser that they signed in with, so that reminders go by their day. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** The date of a moment where the user is: in the zone of their deliveries, or in that of their browser, or in UTC. */
const dayOf = sql`
  create or replace function notification_day_of(the_user uuid, the_moment timestamptz)
  returns date language sql stable security definer set search_path = pg_catalog, public as $$
    select (the_moment at time zone coalesce(
      (select s.time_zone from notification_settings s where s.user_id = the_user and time_zone_known(s.time_zone)),
      (select u.time_zone from users u where u.id = the_user and time_zone_known(u.time_zone)),
      'UTC'))::date
  $$`;

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table users add column time_zone text`,
  sql`comment on column users.time_zone is 'The IANA zone of the browser at their last sign-in; null: not known.'`,
  dayOf,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
