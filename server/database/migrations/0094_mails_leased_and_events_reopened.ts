/**
 * A mail that takes long is not sent by a second node, and one that was sent stays sent. A mail that would arrive too late
 * to be of use is not tried again. Undoing an action reopens its notifications for all readers, whatever their rules do
 * with the toast.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const USEFUL_UNTIL: readonly RawBuilder<unknown>[] = [
  sql`alter table mail_outbox add column useful_until timestamptz`,
  sql`comment on column mail_outbox.useful_until is
    'It is not tried again later, such as a code that has expired; null: it is always of use.'`,
];

/**
 * Claims due mails for longer than an attempt takes: a mail server has 10 seconds for each of its about ten answers, and a
 * name server 30. After that, another node or a restarted one claims them again. Notifications of a deactivated account are
 * given up.
 */
const claimMail = sql`
  create or replace function access_claim_mail(most integer)
  returns table (
    id uuid, recipient text, encrypted_subject bytea, encrypted_text bytea, encrypted_html bytea,
    encrypted_unsubscribe bytea, attempts integer)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    perform access_finish_mail(w.id, 'The account is deactivated.', true)
    from mail_outbox w join users u on u.id = w.user_id join organizations o on o.id = w.organization_id
    where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
      and (u.disabled_at is not null or o.disabled_at is not null)
      and exists (select from notification_deliveries d where d.mail_id = w.id);
    return query
    update mail_outbox m set attempts = m.attempts + 1, next_attempt_at = now() + interval '5 minutes'
    where m.id in (
      select w.id from mail_outbox w
      where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
      order by w.next_attempt_at limit most for update skip locked
    )
    returning m.id, m.recipient, m.encrypted_subject, m.encrypted_text, m.encrypted_html, m.encrypted_unsubscribe, m.attempts;
  end $$`;

/**
 * Records the outcome of an attempt, unless the mail was sent or given up before. The waits double from 5 seconds up to 10
 * minutes, and those of notifications to the end of the recipient's quiet hours. A mail that is no longer of use by its
 * next attempt is given up.
 */
const finishMail = sql`
  create or replace function access_finish_mail(wanted_id uuid, problem text, give_up boolean)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    mail mail_outbox%rowtype;
    retry_at timestamptz;
    is_over boolean;
  begin
    select * into mail from mail_outbox m
    where m.id = wanted_id and m.sent_at is null and m.given_up_at is null for update;
    if not found then
      return;
    end if;
    retry_at := now() + least(interval '10 minutes', interval '5 seconds' * power(2, least(mail.attempts - 1, 7)));
    if exists (select from notification_deliveries d where d.mail_id = wanted_id) then
      retry_at := notification_after_quiet(mail.user_id, retry_at);
    end if;
    is_over := $2 is null or give_up or coalesce(mail.useful_until <= retry_at, false);
    update mail_outbox m set
      last_error = $2,
      next_attempt_at = retry_at,
      sent_at = case when $2 is null then now() end,
      given_up_at = case when $2 is not null and is_over then now() end,
      encrypted_subject = case when is_over then null else m.encrypted_subject end,
      encrypted_text = case when is_over then null else m.encrypted_text end,
      encrypted_html = case when is_over then null else m.encrypted_html end,
      encrypted_unsubscribe = case when is_over then null else m.encrypted_unsubscribe end
    where m.id = wanted_id;
    update notification_deliveries d set
      status = case when $2 is null then 'SENT' when is_over then 'GIVEN_UP' else 'FAILED' end,
      attempts = d.attempts + 1,
      problem = $2,
      done_at = case when is_over then clock_timestamp() end
    where d.mail_id = wanted_id;
  end $$`;

/**
 * Settles the record's notifications of the settled kinds with this outcome and reopens those of the open kinds. Each of
 * their readers gets an event: a settled notification counts as read and needs no toast, and its snooze ends for good. A
 * reopened notification, as after an action was undone, is treated as if it had never been settled; only those of the
 * newest event of each kind are reopened. Counters are locked in user order, as by all senders.
 */
const settle = sql`
  create or replace function notification_settle(the_record uuid, open_kinds text[], settled_kinds text[], the_outcome jsonb)
  returns table (told_user_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    touched uuid[];
    w record;
    n notification_counters%rowtype;
    was notification_events%rowtype;
    e notification_events%rowtype;
    at timestamptz;
    change json;
  begin
    with changed as (
      update notification_contents c
      set outcome = case when c.sub_category_code = any (settled_kinds) then the_outcome end
      where c.content ->> 'entityId' = the_record::text and c.tenant_id = app_tenant_id()
        and (c.sub_category_code = any (settled_kinds) and c.outcome is null
          or c.sub_category_code = any (open_kinds) and c.outcome is not null and not exists (
            select from notification_contents later
            where later.content ->> 'entityId' = the_record::text and later.sub_category_code = c.sub_category_code
              and later.created_at > c.created_at
              and coalesce(later.shared_id, later.id) <> coalesce(c.shared_id, c.id)))
      returning c.id)
    select array_agg(id) into touched from changed;
    for w in
      select distinct x.user_id, x.content_id from notification_events x
      where x.content_id = any (touched) order by x.user_id, x.content_id
    loop
      select * into n from notification_counters c where c.user_id = w.user_id for update;
      select * into was from notification_events x
      where x.user_id = w.user_id and x.content_id = w.content_id and not x.is_moved;
      continue when not found;
      e := was;
      if notification_outcome(e.content_id) <> '{}' then
        e.is_read := true;
        e.unread_sequence := null;
        e.is_dismissed := true;
        if e.snoozed_until is not null then
          e.snoozed_until := null;
          e.is_done := true;
        end if;
      else
        e.is_read := null;
      end if;
      at := greatest(date_trunc('milliseconds', clock_timestamp()), n.last_at);
      change := json_build_object('changed', json_build_object(
        'id', e.content_id, 'tab', e.tab,
        'date', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'state', jsonb_build_object('read', e.is_read, 'done', e.is_done, 'saved', e.is_saved, 'snoozedUntil',
          to_char(e.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || notification_outcome(e.content_id),
        'dismissed', e.is_dismissed,
        'listed', (not e.is_done and e.snoozed_until is null)::integer - (not was.is_done and was.snoozed_until is null)::integer,
        'unread', notification_is_unread(e, n.last_read_sequence)::integer - notification_is_unread(was, n.last_read_sequence)::integer,
        'fresh', notification_is_fresh(e, n.seen_up_to)::integer - notification_is_fresh(was, n.seen_up_to)::integer));
      update notification_events x set
        is_read = e.is_read, unread_sequence = e.unread_sequence, is_done = e.is_done, snoozed_until = e.snoozed_until,
        is_dismissed = e.is_dismissed
      where x.user_id = e.user_id and x.sequence = e.sequence;
      insert into notification_events (user_id, organization_id, sequence, occurred_at, change)
      values (n.user_id, n.organization_id, n.last_sequence + 1, at, change);
      update notification_counters c set last_sequence = n.last_sequence + 1, last_at = at where c.user_id = n.user_id;
      told_user_id := w.user_id;
      return next;
    end loop;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...USEFUL_UNTIL, claimMail, finishMail, settle]) await statement.execute(db);
}
