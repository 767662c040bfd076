/**
 * A time zone that Node.js or a browser knows can be unknown to PostgreSQL. A recipient with such a zone made every event
 * that notifies them fail, with the change that caused it. Now UTC applies to them.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Whether it is the name of an area's zone: PostgreSQL also takes abbreviations, such as IST, each for one of several. */
const isKnown = sql`
  create function time_zone_known(zone text)
  returns boolean language plpgsql stable as $$
  begin
    return (zone = 'UTC' or zone like '%/%') and (now() at time zone zone) is not null;
  exception when invalid_parameter_value then
    return false;
  end $$`;

/** When a delivery is sent: at once, at the next full hour, or in the morning; never during quiet hours. */
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
      due := (date_trunc('hour', here) + interval '1 hour') at time zone known;
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

const STATEMENTS: readonly RawBuilder<unknown>[] = [isKnown, dueAt];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
