/** A change of what people may do, kept for each until they accept it, and told to them at once. */
import { sql } from 'kysely';
import type { Permission } from '../../contract';
import { permissionName } from '../../contract/permissionGroups';
import { roleUpdateContent } from '../broadcasts/content';
import type { Queries } from '../database';
import { searchText } from '../notifications/content';
import { escapeHtml, text } from '../notifications/markup';
import type { Notifier } from '../notifications/notifier';

export interface RightsChange {
  readonly organizationId: string;
  /** Of one role, or of all roles of one person. */
  readonly roleName: string;
  readonly subject: string;
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
  readonly changedBy: string;
  readonly userIds: readonly string[];
}

const MOST_NAMED = 12;

/** `queries` are scoped to the organisation whose people these are. Answers how many were told. */
export async function tellRightsChange(
  notifier: Pick<Notifier, 'signal'>,
  queries: Queries,
  change: RightsChange,
): Promise<number> {
  const { organizationId, roleName, subject, userIds } = change;
  const [added, removed] = [[...change.added].sort(), [...change.removed].sort()];
  if (userIds.length === 0 || added.length + removed.length === 0) return 0;
  const template = [
    text`<p>What you may do as <strong>${roleName}</strong> has changed.</p>`,
    listed('You may now use', added),
    listed('You may no longer use', removed),
  ].join('');
  const { id } = await queries
    .insertInto('role_updates')
    .values({
      organization_id: organizationId,
      role_name: roleName,
      subject,
      template,
      added,
      removed,
      changed_by: change.changedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into role_update_recipients (role_update_id, user_id, organization_id)
    select ${id}::uuid, u, ${organizationId}::uuid from unnest(${[...userIds]}::uuid[]) as t (u)`.execute(queries);
  const content = roleUpdateContent({ id, subject, template });
  const { rows } = await sql<{ id: string }>`
    select told_user_id as "id"
    from role_update_tell(${id}::uuid, ${JSON.stringify(content)}::json, ${searchText(content)})`.execute(queries);
  await notifier.signal(
    queries,
    rows.map((row) => row.id),
  );
  return rows.length;
}

function listed(introduction: string, codes: readonly Permission[]): string {
  if (codes.length === 0) return '';
  const names = codes.slice(0, MOST_NAMED).map((code) => `<li>${escapeHtml(permissionName(code))}</li>`);
  const more = codes.length > MOST_NAMED ? `<li>and ${codes.length - MOST_NAMED} more</li>` : '';
  return `<p>${introduction}:</p><ul>${names.join('')}${more}</ul>`;
}
