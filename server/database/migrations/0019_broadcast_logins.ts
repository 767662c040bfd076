/**
 * A broadcast shown at every login first appears at the next login after it was sent, not when an open page requests
 * its pending broadcasts.
 */
import { sql, type Kysely } from 'kysely';

const pending = sql`
  create or replace function broadcast_pending(the_session uuid)
  returns table (
    entity_id uuid, tenant_id uuid, subject text, template text, display_frequency text, document_name text,
    sticky boolean, release_notes boolean, force_logout boolean, sent_at timestamptz, sender text)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.tenant_id, b.subject, b.template, b.display_frequency, d.file_name,
      b.sticky, b.release_notes, b.force_logout, b.sent_at, o.name
    from broadcast_recipients r
    join broadcasts b on b.id = r.broadcast_id
    join organizations o on o.id = b.organization_id
    join sessions s on s.id = the_session and s.user_id = r.user_id
    left join broadcast_documents d on d.id = b.document_id
    where r.user_id = app_user_id() and b.status = 'SENT' and (b.ends_at is null or b.ends_at > now())
      and case b.display_frequency
        when 'IMMEDIATE' then r.accepted_at is null
        when 'NEXT_LOGIN' then r.accepted_at is null and s.created_at > b.sent_at
        else s.created_at > b.sent_at and not exists (
          select from broadcast_views v where v.broadcast_id = b.id and v.session_id = the_session) end
    order by b.sent_at, b.id limit 200
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await pending.execute(db);
}
