/** Who looks at the board of an organization hears that it has changed. */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';

export type Bus = Pick<EventBus, 'publish'>;

/** Under this id the board of the caller's organization is watched, as a record is. */
export async function boardIdOf(queries: Queries): Promise<string> {
  const { rows } = await sql<{ id: string }>`select board_id() as id`.execute(queries);
  return rows[0]!.id;
}

/** Tells all who look at the board of the caller's organization, once the transaction has committed. */
export async function notifyBoard(bus: Bus, queries: Queries): Promise<void> {
  const boardId = await boardIdOf(queries);
  const { rows } = await sql<{ users: readonly string[] }>`
    select record_watchers(array[${boardId}::uuid]) as users`.execute(queries);
  const userIds = rows[0]?.users ?? [];
  if (userIds.length > 0) await bus.publish(queries, { kind: 'records', recordIds: [boardId], userIds });
}
