/**
 * When clocks go back, two hours have the same name, and mail that is collected each hour waited for the end of the second.
 * Now it waits for the end of the hour in which the event happens.
 */
import { sql, type Kysely } from 'kysely';

/** As 0091, but the next full hour is counted from the event, because its local time alone may name two moments. */
const dueAt = sql`
  create or replace function notification_due_at(
    at timestamptz, mode text, zone text, morning_at time, quiet_from time, quiet_to time)
  returns timestamptz language plpgsql stable as $$
  declare
    known constant text := case when time_zone_known(zone) then zone else 'UTC' end;
    here timestamp := at at time zone known;
    due timestamptz := at;
    clock time;
  begin
    if mode = 'HOURLY' then
      due := at + (date_trunc('hour', here) + interval '1 hour' - here);
    elsif mode = 'MORNING' then
      due := (here::date + case when here::time < morning_at then 0 else 1 end + morning_at) at time zone known;
    end if;
    if quiet_from is null then
      return due;
    end if;
    here := due at time zone known;
    clock := here::time;
    if (case when quiet_from < quiet_to then clock >= quiet_from and clock < quiet_to
      else clock >= quiet_from or clock < quiet_to end)
    then
      due := (here::date + case when clock < quiet_to then 0 else 1 end + quiet_to) at time zone known;
    end if;
    return due;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await dueAt.execute(db);
}
