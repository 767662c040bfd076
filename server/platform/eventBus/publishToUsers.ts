/** Signals to any number of users. */
import type { Queries } from '../../database';
import type { EventBus, ServerEvent } from './eventBus';

type SignalToUsers = Extract<ServerEvent, { readonly userIds: readonly string[] }>;
type WithoutUsers<T> = T extends unknown ? Omit<T, 'userIds'> : never;

/** PostgreSQL limits the payload of NOTIFY to 8,000 bytes. */
const USERS_PER_SIGNAL = 150;

/** Publishes the same signal to all of these users, in parts. */
export async function publishToUsers(
  bus: Pick<EventBus, 'publish'>,
  queries: Queries,
  signal: WithoutUsers<SignalToUsers>,
  userIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < userIds.length; from += USERS_PER_SIGNAL) {
    await bus.publish(queries, { ...signal, userIds: userIds.slice(from, from + USERS_PER_SIGNAL) });
  }
}
