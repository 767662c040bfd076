/**
 * Adds HTML bodies to mails, and the time of each user's last sign-in: users are notified by mail of a sign-in from a
 * new browser, but not of their very first sign-in.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_outbox add column encrypted_html bytea`.execute(db);
  await sql`drop function access_claim_mail(integer)`.execute(db);
  await sql`
    create function access_claim_mail(most integer)
    returns table (id uuid, recipient text, encrypted_subject bytea, encrypted_text bytea, encrypted_html bytea, attempts integer)
    language sql volatile security definer set search_path = pg_catalog, public as $$
      update mail_outbox m
      set attempts = m.attempts + 1,
        next_attempt_at = now() + least(interval '10 minutes', interval '5 seconds' * power(2, m.attempts))
      where m.id in (
        select w.id from mail_outbox w
        where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit most for update skip locked
      )
      returning m.id, m.recipient, m.encrypted_subject, m.encrypted_text, m.encrypted_html, m.attempts
    $$`.execute(db);
  await sql`
    create or replace function access_finish_mail(wanted_id uuid, problem text, give_up boolean)
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      update mail_outbox set
        last_error = problem,
        sent_at = case when problem is null then now() end,
        given_up_at = case when give_up then now() end,
        encrypted_subject = case when problem is null or give_up then null else encrypted_subject end,
        encrypted_text = case when problem is null or give_up then null else encrypted_text end,
        encrypted_html = case when problem is null or give_up then null else encrypted_html end
      where id = wanted_id
    $$`.execute(db);
  await sql`drop function access_list_mail(integer)`.execute(db);
  await sql`
    create function access_list_mail(most integer)
    returns table (recipient text, encrypted_subject bytea, encrypted_text bytea, encrypted_html bytea, created_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select m.recipient, m.encrypted_subject, m.encrypted_text, m.encrypted_html, m.created_at from mail_outbox m
      where m.encrypted_text is not null order by m.created_at desc, m.id limit most
    $$`.execute(db);

  await sql`alter table user_credentials add column last_signed_in_at timestamptz`.execute(db);
  await sql`
    update user_credentials c set last_signed_in_at = s.at
    from (
      select user_id, max(at) as at from audit_events where event = 'sign_in' and outcome = 'ok' group by user_id
    ) s
    where s.user_id = c.user_id`.execute(db);
}
