/**
 * Notifications about past-due invoices and tasks are also settled once these are paid or done. A settled notification
 * that comes back from a snooze counts as read, because it no longer requires an action.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** The format of timestamps in the API. */
const DATE = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

const settles = (table: string, kind: string): RawBuilder<unknown> => sql`
  create trigger ${sql.id(`${table}_settles`)} after update on ${sql.table(table)} for each row
  when (old.status is distinct from new.status) execute function queue_settling(${sql.lit(kind)})`;

/** Queues the records with open notifications, so that those of records that are already paid or done are settled. */
const catchUp = (table: string, kind: string, code: string): RawBuilder<unknown> => sql`
  insert into notification_settling (tenant_id, record_kind, record_id)
  select r.tenant_id, ${sql.lit(kind)}, r.id from ${sql.table(table)} r
  where r.id::text in (
    select c.content ->> 'entityId' from notification_contents c
    where c.sub_category_code = ${sql.lit(code)} and c.outcome is null)`;

const wake = sql`
  create or replace function notification_wake(most integer)
  returns table (woken_user_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    due record;
    n notification_counters%rowtype;
    e notification_events%rowtype;
    at timestamptz;
    outcome jsonb;
    is_settled boolean;
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
      outcome := notification_outcome(e.content_id);
      is_settled := outcome <> '{}';
      at := greatest(date_trunc('milliseconds', clock_timestamp()), n.last_at, n.last_read_at + interval '1 millisecond');
      update notification_events x set is_moved = true, is_saved = false, snoozed_until = null
      where x.user_id = e.user_id and x.sequence = e.sequence;
      insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab, is_sticky)
      values (e.user_id, e.organization_id, n.last_sequence + 1, at, e.content_id, e.tab, e.is_sticky);
      n.last_sequence := n.last_sequence + 1;
      if e.is_saved or is_settled then
        n.last_sequence := n.last_sequence + 1;
        update notification_events x set is_saved = e.is_saved, is_read = case when is_settled then true end,
          is_dismissed = is_settled
        where x.user_id = e.user_id and x.sequence = n.last_sequence - 1;
        insert into notification_events (user_id, organization_id, sequence, occurred_at, change)
        values (e.user_id, e.organization_id, n.last_sequence, at, json_build_object('changed',
          json_build_object('id', e.content_id, 'tab', e.tab, 'date', to_char(at at time zone 'UTC', ${DATE}),
            'dismissed', is_settled, 'listed', 0, 'unread', -is_settled::integer, 'fresh', -is_settled::integer,
            'state', jsonb_build_object('read', case when is_settled then true end, 'done', false, 'saved', e.is_saved,
              'snoozedUntil', null) || outcome)));
      end if;
      update notification_counters c set last_sequence = n.last_sequence, last_at = at where c.user_id = n.user_id;
      woken_user_id := e.user_id;
      return next;
    end loop;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await settles('invoices', 'invoice').execute(db);
  await settles('tasks', 'task').execute(db);
  await catchUp('invoices', 'invoice', 'INVOICE_PAST_DUE').execute(db);
  await catchUp('tasks', 'task', 'TASK_DUE').execute(db);
  await wake.execute(db);
}
