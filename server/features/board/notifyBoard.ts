/** Notifies users who have the board of an organization open of its changes. */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { publishToUsers } from '../../platform/eventBus/publishToUsers';

export type Bus = Pick<EventBus, 'publish'>;

/** The id under which the board of the caller's organization is watched, like a record. */
export async function boardIdOf(queries: Queries): Promise<string> {
  const { rows } = await sql<{ id: string }>`select board_id() as id`.execute(queries);
  return rows[0]!.id;
}

/** Notifies users who have the board of the caller's organization open, after the transaction has committed. */
export async function notifyBoard(bus: Bus, queries: Queries): Promise<void> {
  const boardId = await boardIdOf(queries);
  const { rows } = await sql<{ users: readonly string[] }>`
    select record_watchers(array[${boardId}::uuid]) as users`.execute(queries);
  await publishToUsers(bus, queries, { kind: 'records', recordIds: [boardId] }, rows[0]?.users ?? []);
}
