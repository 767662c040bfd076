/**
 * A company notification that is sent again with another text is not mistaken for the first. A broadcast is escalated
 * soon after its deadline or not at all, and one of a deactivated organization waits.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const DIGEST: readonly RawBuilder<unknown>[] = [
  sql`alter table company_notifications add column digest bytea`,
  sql`comment on column company_notifications.digest is 'Of subject and text; null: sent by an earlier version.'`,
];

/**
 * The broadcasts of all organizations whose deadline has passed in the last days and that have not been escalated yet;
 * also those that have ended in the meantime, but not those that ended before their deadline. Those of a deactivated
 * organization wait until it is reactivated.
 */
const overdue = sql`
  create or replace function broadcast_overdue(most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.organization_id, o.type, o.tenant_id
    from broadcasts b join organizations o on o.id = b.organization_id
    where b.status = 'SENT' and b.accept_by <= now() and b.accept_by > now() - interval '3 days' and b.escalated_at is null
      and (b.ends_at is null or b.ends_at >= b.accept_by) and o.disabled_at is null
    order by b.accept_by, b.id limit most
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...DIGEST, overdue]) await statement.execute(db);
}
