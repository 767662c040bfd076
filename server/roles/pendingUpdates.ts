/** Which changes of their rights a person has not accepted yet, and that they did. */
import { sql } from 'kysely';
import type { PendingRoleUpdate } from '../../contract';
import type { Queries } from '../database';
import { dateWithZone } from '../notifications/content';

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
    notificationDateWithZone: dateWithZone(created_at),
  }));
}

/** When it counted, which is the first time; undefined where it is not the caller's. */
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
