/** Notes when a broadcast first came to a page of its recipients, in the answer of a call or over a socket. */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { publishToUsers } from '../../platform/eventBus/publishToUsers';

type Bus = Pick<EventBus, 'publish'>;
interface Shown {
  readonly id: string;
}

/** `queries` are in the scope of the reader. */
export async function recordShown(bus: Bus, queries: Queries, broadcastIds: readonly string[]): Promise<void> {
  if (broadcastIds.length === 0) return;
  const { rows } = await sql<Shown>`
    select shown_broadcast as id from broadcast_shown(${[...broadcastIds]}::uuid[])`.execute(queries);
  await notifySenders(
    bus,
    queries,
    rows.map(({ id }) => id),
  );
}

/** Call after notifications of broadcasts were written to open sockets of these users. */
export async function recordShownOnSockets(
  bus: Bus,
  queries: Queries,
  contentIds: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<Shown>`
    select distinct shown_broadcast as id
    from broadcast_shown_live(${[...contentIds]}::uuid[], ${[...userIds]}::uuid[])`.execute(queries);
  await notifySenders(
    bus,
    queries,
    rows.map(({ id }) => id),
  );
}

/**
 * Notifies open pages of its recipients, or only of those who have never accepted it, that it has changed. `queries`
 * are in the sender's scope.
 */
export async function notifyRecipients(
  bus: Bus,
  queries: Queries,
  broadcastId: string,
  which: 'all' | 'waiting',
): Promise<void> {
  const recipients = queries
    .selectFrom('broadcast_recipients')
    .where('broadcast_id', '=', broadcastId)
    .select('user_id');
  const found = await (which === 'all' ? recipients : recipients.where('accepted_at', 'is', null)).execute();
  await publishToUsers(
    bus,
    queries,
    { kind: 'records', recordIds: [broadcastId] },
    found.map(({ user_id }) => user_id),
  );
}

/** Notifies those who have the page of one of these broadcasts open that its recipients have changed. */
export async function notifySenders(
  bus: Pick<EventBus, 'publish'>,
  queries: Queries,
  broadcastIds: readonly string[],
): Promise<void> {
  if (broadcastIds.length === 0) return;
  const { rows } = await sql<{ id: string; userIds: readonly string[] }>`
    select watched_broadcast as "id", watching as "userIds" from broadcast_watchers(${[...broadcastIds]}::uuid[])
  `.execute(queries);
  for (const { id, userIds } of rows) {
    await publishToUsers(bus, queries, { kind: 'records', recordIds: [id] }, userIds);
  }
}
