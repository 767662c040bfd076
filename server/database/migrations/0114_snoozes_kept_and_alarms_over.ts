/**
 * Old notifications that are snoozed are kept until their snooze ends. Pushes about an alarm that was acknowledged or has
 * ended in the meantime are not sent.
 */
import { sql, type Kysely } from 'kysely';

/**
 * As 0009, but what is snoozed stays, also when the sequence is shortened past it, and is deleted once its snooze has
 * ended. So a user's first event that is not snoozed may be from before the start of their sequence.
 */
const prune = sql`
  create or replace function notification_prune(the_cutoff timestamptz, most_people integer)
  returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    pruned integer;
  begin
    with old as (
      select n.user_id, n.kept_after, n.last_read_sequence
      from notification_counters n
      cross join lateral (
        select e.sequence, e.occurred_at from notification_events e
        where e.user_id = n.user_id and e.snoozed_until is null order by e.sequence limit 1) first
      where first.occurred_at < the_cutoff
        and (first.sequence <= coalesce(n.last_read_sequence, 0) or not exists (
          select from sessions s where s.user_id = n.user_id and s.ended_at is null))
      limit most_people
      for update of n skip locked
    ), measured as (
      select o.user_id, (
        select max(e.sequence) from notification_events e
        where e.user_id = o.user_id and e.sequence <= o.kept_after + 5000 and e.occurred_at < the_cutoff
          and (e.sequence <= coalesce(o.last_read_sequence, 0) or not exists (
            select from sessions s where s.user_id = o.user_id and s.ended_at is null))) as up_to
      from old o
    ), gone as (
      delete from notification_events e using measured m
      where e.user_id = m.user_id and e.sequence <= m.up_to and e.snoozed_until is null
    ), moved as (
      update notification_counters n set kept_after = greatest(n.kept_after, m.up_to) from measured m
      where n.user_id = m.user_id and m.up_to is not null
      returning n.user_id
    )
    select count(*) into pruned from moved;
    return pruned;
  end $$`;

/** Why it is no longer pushed; null: it still is. An escalation is no longer of use once its alarm was acknowledged. */
const pushProblem = sql`
  create function notification_push_problem(the_kind text, the_content json, the_outcome jsonb)
  returns text language sql stable set search_path = pg_catalog, public as $$
    select case
      when the_outcome is not null then 'It was settled before it was sent.'
      when notification_has_ended(the_kind, the_content) then 'The broadcast has ended.'
      when the_kind = 'BOARD_ALARM' then (
        select case
          when a.cleared_at is not null then 'The alarm has ended.'
          when a.acknowledged_at is not null then 'The alarm was acknowledged.' end
        from board_alarms a where a.id = (the_content ->> 'entityId')::uuid)
      end
  $$`;

/** A claim ends, and so keeps what it has done, long before the time limit of a statement. */
const hasTakenLong = sql`clock_timestamp() > statement_timestamp() + interval '1 second'`;

/** As 0111, but it also gives up pushes about an alarm that was acknowledged or has ended. */
const claimPushes = sql`
  create or replace function notification_claim_pushes(most integer, lease_seconds double precision)
  returns table (
    delivery_id bigint, attempt integer, encrypted_subscription bytea, content_id uuid, content json, is_gone boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    due bigint[];
    window_size integer := most;
    is_changed boolean;
  begin
    loop
      select array_agg(l.id) into due from (
        select w.id from notification_deliveries w
        where w.channel = 'PUSH' and w.status in ('PENDING', 'FAILED') and w.mail_id is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit window_size for update skip locked) l;
      update notification_deliveries d set status = 'GIVEN_UP', done_at = clock_timestamp(), problem = p.problem
      from notification_contents c
      cross join lateral notification_push_problem(c.sub_category_code, c.content, c.outcome) p (problem)
      where d.id = any (due) and c.id = d.content_id and p.problem is not null;
      is_changed := found;
      due := notification_still_due(due);
      is_changed := notification_hold(due) or is_changed;
      exit when not is_changed or ${hasTakenLong};
      window_size := greatest(most, 500);
    end loop;
    due := notification_still_due(due);
    return query
    update notification_deliveries d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    from push_devices p, notification_contents c, users u, organizations o
    where d.id in (
        select w.id from notification_deliveries w where w.id = any (due)
        order by w.next_attempt_at limit most)
      and p.id = d.device_id and c.id = d.content_id and u.id = d.user_id and o.id = u.organization_id
    returning d.id, d.attempts, p.encrypted_subscription, c.id, c.content,
      p.gone_at is not null or u.disabled_at is not null or o.disabled_at is not null;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [prune, pushProblem, claimPushes]) await statement.execute(db);
}
