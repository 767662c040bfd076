/**
 * Several pushes to a device that is gone may end at the same time. Each gives up all that wait for the device, so each
 * locks the device before its own delivery; before, they waited for each other's deliveries.
 */
import { sql, type Kysely } from 'kysely';

const finishPush = sql`
  create or replace function notification_finish_push(
    the_delivery bigint, the_attempt integer, the_outcome text, the_problem text, retry_seconds double precision)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_device uuid;
  begin
    if the_outcome = 'GONE' then
      perform from push_devices p
      where p.id = (select d.device_id from notification_deliveries d where d.id = the_delivery)
      for no key update;
    end if;
    update notification_deliveries d set
      status = case the_outcome when 'GONE' then 'GIVEN_UP' else the_outcome end,
      problem = the_problem,
      next_attempt_at = case the_outcome
        when 'FAILED' then notification_after_quiet(d.user_id, now() + make_interval(secs => retry_seconds))
        else d.next_attempt_at end,
      done_at = case the_outcome when 'FAILED' then null else clock_timestamp() end
    where d.id = the_delivery and d.status in ('PENDING', 'FAILED')
      and (d.attempts = the_attempt or the_outcome = 'SENT')
    returning d.device_id into the_device;
    if the_outcome = 'GONE' and the_device is not null then
      update push_devices set gone_at = coalesce(gone_at, clock_timestamp()) where id = the_device;
      update notification_deliveries d set status = 'GIVEN_UP', problem = the_problem, done_at = clock_timestamp()
      where d.device_id = the_device and d.status in ('PENDING', 'FAILED');
    end if;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await finishPush.execute(db);
}
