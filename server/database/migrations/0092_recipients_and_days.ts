/**
 * Nothing is sent for a deactivated organization, or to a device after all sessions of its user were ended by hand or by
 * a new password. The tasks of a user are due by the user's day.
 */
import { sql, type Kysely } from 'kysely';
import { ACTIVE_ORGANIZATIONS_ONLY } from './0092_recipients_and_days.functions';

/**
 * Removes a user's devices except that of one session, also those whose session had already ended. The caller is in the
 * scope of the user's organization; operators are in none.
 */
const forgetDevices = sql`
  create function notification_forget_devices(the_user uuid, kept_session uuid)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    update push_devices d set gone_at = clock_timestamp()
    where d.user_id = the_user and d.gone_at is null and d.session_id is distinct from kept_session
      and d.organization_id = coalesce(app_organization_id(), d.organization_id)
  $$`;

/** The date of a moment where the user is: in the zone of their deliveries, or in UTC before they have one. */
const dayOf = sql`
  create function notification_day_of(the_user uuid, the_moment timestamptz)
  returns date language sql stable security definer set search_path = pg_catalog, public as $$
    select (the_moment at time zone coalesce((
      select s.time_zone from notification_settings s where s.user_id = the_user and time_zone_known(s.time_zone)),
      'UTC'))::date
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...ACTIVE_ORGANIZATIONS_ONLY, forgetDevices, dayOf]) await statement.execute(db);
}
