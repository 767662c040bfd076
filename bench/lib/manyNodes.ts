/** Several nodes over PostgreSQL, a streaming replica and Redis, as they stand together in production. */
import { tmpdir } from 'node:os';
import { afterCommit, openDatabase, type Database, type Scope } from '../../server/database';
import { Notifier } from '../../server/features/notifications/notifier';
import type { EventBus } from '../../server/platform/eventBus/eventBus';
import { redisEventBus } from '../../server/platform/eventBus/openEventBus';
import { Balancer, NODE_KEYS, serverNode, type ServerNode } from '../../test/server/support/nodes';
import { startRedis, type TestRedis } from '../../test/server/support/redis';
import { startStreamingPair, type StreamingPair } from '../../test/server/support/streamingPair';

export const NODES = 4;
/** `BENCH_SCALE` below 1 is for trying out whether the section works. */
export const SCALE = Number(process.env['BENCH_SCALE'] ?? 1);
export const QUIET = { info: () => undefined, warn: () => undefined };

export interface Installation {
  readonly pair: StreamingPair;
  readonly redis: TestRedis;
  readonly nodes: readonly ServerNode[];
  readonly settings: Readonly<Record<string, string>>;
  readonly balancer: Balancer;
  readonly database: Database;
  /** Publishes events and does not receive any, unlike a node. */
  readonly bus: EventBus;
  readonly note: (line: string) => void;
}

/** Starts nodes and their services, and stops them after `work`. */
export async function withNodes<T>(
  note: Installation['note'],
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  // On a real disk, as in production.
  const pair = await startStreamingPair({ max_connections: '250', fsync: 'on', shared_buffers: '512MB' }, tmpdir());
  const redis = await startRedis();
  const settings = { DATABASE_URL: pair.primaryUrl, EVENT_BUS_URL: redis.url, DRAIN_SECONDS: '2', LOG_LEVEL: 'warn' };
  const nodes = await Promise.all(Array.from({ length: NODES }, () => serverNode(settings)));
  const bus = redisEventBus(redis.url, NODE_KEYS);
  let installation: Installation | undefined;
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const balancer = await new Balancer(nodes).start();
    const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: pair.primaryUrl });
    installation = { pair, redis, nodes, settings, balancer, database, bus, note };
    return await work(installation);
  } finally {
    installation?.balancer.close();
    await Promise.all(nodes.map((node) => node.remove()));
    await bus.close();
    await installation?.database.close();
    await redis.stop();
    await pair.stop();
  }
}

/** A message to all users of a company, as it is published. */
export const messageOf = (text: string) => ({ kind: 'company', what: 'COMPANY', subject: text, text: 'x' }) as const;

/** Sends a message to all users of the scope. Resolves to the time of its commit, by `performance.now()`. */
export async function notify({ database, bus }: Installation, scope: Scope, text: string): Promise<number> {
  let committedAt = 0;
  const publish: EventBus['publish'] = async (queries, event) => {
    if (committedAt === 0) afterCommit(queries, () => (committedAt = performance.now()));
    await bus.publish(queries, event);
  };
  const notifier = new Notifier({ publish });
  await database.withScope(scope, (queries) => notifier.publish(queries, messageOf(text), { organizationType: 'VMS' }));
  return committedAt;
}
