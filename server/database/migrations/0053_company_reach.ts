/** How many people a company notification would reach, before it is sent. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function company_notification_reach(the_audience text, is_default boolean)
    returns integer
    language sql stable security definer set search_path = pg_catalog, public as $$
      select count(*)::integer
      from users u
      join organizations o on o.id = u.organization_id
      left join notification_preferences p on p.user_id = u.id and p.sub_category_code = 'COMPANY'
      where u.disabled_at is null and o.tenant_id = app_tenant_id()
        and (o.id = app_organization_id() or (the_audience = 'PROGRAM' and app_organization_id() = app_tenant_id()))
        and coalesce(p.notification, is_default)
    $$`.execute(db);
}
