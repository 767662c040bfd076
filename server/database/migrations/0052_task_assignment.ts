/**
 * Administrators of managing organizations can assign tasks to other users; all users there can take unassigned tasks.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into role_permissions (role_id, organization_id, permission)
    select r.id, r.organization_id, 'TASK_ASSIGN' from roles r join organizations o on o.id = r.organization_id
    where o.type in ('OWNER', 'VMS') and exists (
      select from role_permissions p where p.role_id = r.id and p.permission = 'ROLE_EDIT')
    on conflict do nothing`.execute(db);
}
