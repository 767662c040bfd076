/**
 * A person's decisions also apply to what waits: mail about a kind that they stopped is given up, and new times move it.
 * A mail that was written before quiet hours waits for their end, and so does a reminder to accept a broadcast, which is
 * also given up if the account is deactivated.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** A reminder to accept has no delivery that tells it from other mail. Deliveries show when their mail is tried again. */
const NOTIFICATIONS_MARKED: readonly Sql[] = [
  sql`alter table mail_outbox add column is_notification boolean not null default false`,
  sql`comment on column mail_outbox.is_notification is
    'It waits for the end of quiet hours, and is given up if the account is deactivated.'`,
  sql`
    update mail_outbox m set is_notification = true
    where m.sent_at is null and m.given_up_at is null
      and exists (select from notification_deliveries d where d.mail_id = m.id)`,
  sql`
    do $do$
    begin
      execute replace(replace(
        pg_get_functiondef('notification_queue_mail'::regproc),
        'encrypted_html, encrypted_unsubscribe)', 'encrypted_html, encrypted_unsubscribe, is_notification)'),
        'the_html, the_unsubscribe from', 'the_html, the_unsubscribe, true from');
      execute replace(replace(
        pg_get_functiondef('broadcast_remind'::regproc),
        'encrypted_subject, encrypted_text)', 'encrypted_subject, encrypted_text, is_notification, next_attempt_at)'),
        'the_mail_text from told t', 'the_mail_text, true, notification_after_quiet(t.user_id, now()) from told t');
      execute replace(replace(
        pg_get_functiondef('access_finish_mail'::regproc),
        'exists (select from notification_deliveries d where d.mail_id = wanted_id)', 'mail.is_notification'),
        'attempts = d.attempts + 1,',
        'attempts = d.attempts + 1, next_attempt_at = case when is_over then d.next_attempt_at else retry_at end,');
    end $do$`,
];

/**
 * Claims due mails for longer than an attempt takes: a mail server has 10 seconds for each of its about ten answers, and a
 * name server 30. After that, another node or a restarted one claims them again. Notifications of a deactivated account are
 * given up, and those that would arrive in quiet hours wait for the end of these.
 */
const claimMail = sql`
  create or replace function access_claim_mail(most integer)
  returns table (
    id uuid, recipient text, encrypted_subject bytea, encrypted_text bytea, encrypted_html bytea,
    encrypted_unsubscribe bytea, attempts integer)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    due uuid[];
  begin
    perform access_finish_mail(w.id, 'The account is deactivated.', true)
    from mail_outbox w join users u on u.id = w.user_id join organizations o on o.id = w.organization_id
    where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
      and (u.disabled_at is not null or o.disabled_at is not null) and w.is_notification;
    loop
      select array_agg(l.id) into due from (
        select w.id from mail_outbox w
        where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit most for update skip locked) l;
      update mail_outbox m set next_attempt_at = notification_after_quiet(m.user_id, now())
      where m.id = any (due) and m.is_notification and notification_after_quiet(m.user_id, now()) > now();
      exit when not found;
      update notification_deliveries d set next_attempt_at = m.next_attempt_at
      from mail_outbox m where m.id = any (due) and d.mail_id = m.id and m.next_attempt_at > now();
    end loop;
    return query
    update mail_outbox m set attempts = m.attempts + 1, next_attempt_at = now() + interval '5 minutes'
    where m.id = any (due)
    returning m.id, m.recipient, m.encrypted_subject, m.encrypted_text, m.encrypted_html, m.encrypted_unsubscribe, m.attempts;
  end $$`;

/**
 * The due mail deliveries of users whom no other node is processing. Locks these users until the transaction ends and
 * reads their deliveries afterwards, so that a delivery another node has just queued is no longer due. Those that the user
 * stopped in the meantime are given up, and those that would be sent in quiet hours wait for the end of these.
 */
const dueMails = sql`
  create or replace function notification_due_mails(most_people integer)
  returns table (
    delivery_id bigint, user_id uuid, organization_id uuid, email text, organization_name text, theme text, contact text,
    mode text, is_held boolean, kind text, content_id uuid, content json, occurred_at timestamptz, time_zone text,
    is_disabled boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    people uuid[];
    due bigint[];
  begin
    loop
      select array_agg(l.id) into people from (
        select u.id from users u
        where u.id in (
          select d.user_id from notification_deliveries d
          where d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null and d.next_attempt_at <= now())
        order by u.id limit most_people for no key update skip locked) l;
      select array_agg(d.id) into due from notification_deliveries d
      where d.user_id = any (people) and d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null
        and d.next_attempt_at <= now();
      update notification_deliveries d set
        status = 'GIVEN_UP', problem = 'You stopped these emails.', done_at = clock_timestamp()
      from notification_contents c, notification_preferences p
      where d.id = any (due) and c.id = d.content_id
        and p.user_id = d.user_id and p.sub_category_code = c.sub_category_code and p.is_mail_refused;
      continue when found;
      exit when not notification_hold(due);
    end loop;
    return query
    select d.id, d.user_id, d.organization_id, u.email, o.name, o.theme, o.footer_email, d.mode, d.is_held,
      c.sub_category_code, c.id, c.content, d.created_at, coalesce(s.time_zone, 'UTC'),
      u.disabled_at is not null or o.disabled_at is not null
    from notification_deliveries d
    join users u on u.id = d.user_id
    join organizations o on o.id = u.organization_id
    join notification_contents c on c.id = d.content_id
    left join notification_settings s on s.user_id = u.id
    where d.id = any (due)
    order by d.user_id, d.id;
  end $$`;

/**
 * Applies the caller's times to what waits for its first attempt. What was held is still collected in one mail. Locks the
 * caller, as those who write mail do.
 */
const reschedule = sql`
  create function notification_reschedule()
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    perform from users u where u.id = app_user_id() for no key update;
    update notification_deliveries d set
      next_attempt_at = w.due,
      is_held = d.is_held or w.due > now() and d.mode = 'AT_ONCE'
    from (
      select x.id, notification_due_at(x.created_at, x.mode, s.time_zone, s.morning_at, s.quiet_from, s.quiet_to) as due
      from notification_deliveries x join notification_settings s on s.user_id = x.user_id
      where x.user_id = app_user_id() and x.status = 'PENDING' and x.attempts = 0 and x.mail_id is null) w
    where d.id = w.id and d.status = 'PENDING' and d.attempts = 0 and d.mail_id is null;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...NOTIFICATIONS_MARKED, claimMail, dueMails, reschedule]) await statement.execute(db);
}
