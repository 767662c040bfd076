/** Chooses the event bus: that of EVENT_BUS_URL, or the database's own. */
import type { Config } from '../../base/config';
import type { Keys } from '../../base/keys';
import type { Database } from '../../database';
import type { EventBus } from './eventBus';
import { PostgresEventBus } from './postgresEventBus';
import { RedisEventBus } from './redisEventBus';

/** The prefix of the channel, which a Redis access list can name; a suffix separates installations on one Redis. */
const CHANNEL = 'vms_events';

/** The bus of this server or command, not yet started. It can publish without having been started. */
export function openEventBus({ eventBusUrl }: Config, database: Database, keys: Keys): EventBus {
  return eventBusUrl === undefined
    ? new PostgresEventBus(database.listenerConnection)
    : redisEventBus(eventBusUrl, keys);
}

/** The bus over the Redis or Valkey at this address. */
export function redisEventBus(url: string, keys: Pick<Keys, 'mac'>): RedisEventBus {
  const installation = keys.mac('event-bus', 'channel').toString('hex').slice(0, 16);
  return new RedisEventBus(url, `${CHANNEL}:${installation}`);
}
