/**
 * Foundation of all policies: the caller, as set by `withScope` for one transaction. Unset values are null, and a
 * comparison with null matches no row.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['organization_id', 'tenant_id', 'user_id']) {
    await sql`
      create function ${sql.id(`app_${name}`)}() returns uuid language sql stable parallel safe
      return nullif(current_setting(${sql.lit(`app.${name}`)}, true), '')::uuid`.execute(db);
  }
  await sql`
    create function app_organization_type() returns text language sql stable parallel safe
    return nullif(current_setting('app.organization_type', true), '')`.execute(db);
}
