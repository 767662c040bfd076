/** Role updates: permission changes, stored for each user until they accept them. */
import { sql } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import type { PendingRoleUpdate } from '../../../contract/broadcasts/broadcast';
import { permissionName } from '../../../contract/identity/permissionGroups';
import type { Queries } from '../../database';
import { stampText } from '../../base/dates';
import { NO_SUBJECT, searchText, subCategory, type NotificationContent } from '../notifications/content';
import { escapeHtml } from '../../base/escapeHtml';
import { text } from '../notifications/markup';
import type { Notifier } from '../notifications/notifier';

/** The user's unread changes, oldest first. */
export async function readRoleUpdates(queries: Queries, userId: string): Promise<PendingRoleUpdate[]> {
  const rows = await queries
    .selectFrom('role_update_recipients as r')
    .innerJoin('role_updates as u', 'u.id', 'r.role_update_id')
    .where('r.user_id', '=', userId)
    .where('r.read_at', 'is', null)
    .orderBy('u.created_at')
    .orderBy('u.id')
    .limit(200)
    .select(['u.id', 'u.role_name', 'u.subject', 'u.template', 'u.added', 'u.removed', 'u.created_at'])
    .execute();
  return rows.map(({ id, role_name, created_at, ...row }) => ({
    ...row,
    entityId: id,
    roleName: role_name,
    notificationDate: created_at.toISOString(),
    notificationDateWithZone: stampText(created_at),
  }));
}

/** Returns when it was first read; undefined if it is not the caller's. */
export async function markRoleUpdateRead(
  queries: Queries,
  userId: string,
  updateId: string,
): Promise<Date | undefined> {
  const row = await queries
    .updateTable('role_update_recipients')
    .set({ read_at: sql<Date>`coalesce(read_at, date_trunc('milliseconds', clock_timestamp()))` })
    .where('role_update_id', '=', updateId)
    .where('user_id', '=', userId)
    .returning('read_at')
    .executeTakeFirst();
  return row?.read_at ?? undefined;
}

export interface PermissionChange {
  readonly organizationId: string;
  /** The name of one role, or of all roles of one user. */
  readonly roleName: string;
  readonly subject: string;
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
  readonly changedBy: string;
  /** The recipients; no one if it is empty. */
  readonly userIds: readonly string[];
}

const MAX_NAMED = 12;

/** `queries` are in the scope of the users' organization. Returns the number of recipients. */
export async function notifyPermissionChange(
  notifier: Pick<Notifier, 'notified'>,
  queries: Queries,
  change: PermissionChange,
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
    select recipient_id as "id"
    from role_update_send(${id}::uuid, ${JSON.stringify(content)}::json, ${searchText(content)})`.execute(queries);
  await notifier.notified(
    queries,
    rows.map((row) => row.id),
  );
  return rows.length;
}

function listed(introduction: string, codes: readonly Permission[]): string {
  if (codes.length === 0) return '';
  const names = codes.slice(0, MAX_NAMED).map((code) => `<li>${escapeHtml(permissionName(code))}</li>`);
  const more = codes.length > MAX_NAMED ? `<li>and ${codes.length - MAX_NAMED} more</li>` : '';
  return `<p>${introduction}:</p><ul>${names.join('')}${more}</ul>`;
}

const roleUpdateContent = (update: {
  readonly id: string;
  readonly subject: string;
  readonly template: string;
}): NotificationContent => ({
  ...subCategory('ROLE_PERMISSION_UPDATE'),
  ...NO_SUBJECT,
  subject: update.subject,
  template: update.template,
  entityId: update.id,
  stickyNotification: false,
  releaseNotes: false,
  displayFrequency: null,
  forceLogout: false,
  messageTags: [],
  documentName: NO_DOCUMENT,
});
