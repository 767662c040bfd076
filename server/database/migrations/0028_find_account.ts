/**
 * Finds the account for a sign-in by organization code and user name. Under row-level security, PostgreSQL could not
 * use the index on lower(user_name) and read all users of the organization, so the response time revealed whether the
 * organization exists. This function always returns one row and uses the same indexes, whether or not there is an
 * account.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function access_find_account(wanted_code text, wanted_name text)
    returns table (
      organization_id uuid, organization_type text, tenant_id uuid, code text, name text, disclose_account_state boolean,
      organization_addresses text[], user_id uuid, email text, user_type text, password_hash text,
      password_generated boolean, locked boolean, lock_ends_in_seconds integer, disabled boolean, user_addresses text[],
      temporary_mac bytea
    ) language sql stable security definer set search_path = pg_catalog, public as $$
      select o.id, o.type, o.tenant_id, o.code, o.name, o.disclose_account_state, o.allowed_addresses::text[],
        u.id, u.email, u.user_type, c.password_hash, coalesce(c.password_generated, false),
        coalesce(c.locked_until > now(), false),
        case when c.locked_until > now() and c.locked_until < 'infinity'
          then ceil(extract(epoch from c.locked_until - now()))::integer end,
        u.disabled_at is not null, u.allowed_addresses::text[], t.password_mac
      from (select upper(wanted_code) as code, lower(wanted_name) as user_name) w
      left join organizations o on o.code = w.code
      left join (users u join user_credentials c on c.user_id = u.id)
        on u.organization_id = coalesce(o.id, '00000000-0000-0000-0000-000000000000')
        and lower(u.user_name) = w.user_name
      left join temporary_passwords t on t.user_id = u.id and t.expires_at > now()
    $$`.execute(db);
}
