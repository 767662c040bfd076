/**
 * Four nodes on PostgreSQL, a replica and Redis, with 20 active users: the effects of a rolling restart and of 20 kill
 * -9 each of a node, Redis and the replica.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, type Database } from '../../../server/database';
import { Notifier } from '../../../server/features/notifications/notifier';
import { redisEventBus } from '../../../server/platform/eventBus/openEventBus';
import type { EventBus } from '../../../server/platform/eventBus/eventBus';
import { cases } from '../../support/cases';
import { until } from '../database/support/processes';
import { LiveClient } from '../notifications/liveClient';
import { upTo } from '../notifications/support';
import {
  Balancer,
  NODE_KEYS,
  PUBLIC_URL,
  serverNode,
  signInPeople,
  type People,
  type Person,
  type ServerNode,
} from '../support/nodes';
import { startRedis, type TestRedis } from '../support/redis';
import { startStreamingPair, type StreamingPair } from '../support/streamingPair';

const NODES = 4;
const PEOPLE = 20;
const KILLS = cases('kill -9 of a node, of Redis and of the replica', { usual: 2, long: 20 });
const FILTERS = '/api-client/v1/dashboard/filters';

let pair: StreamingPair;
let redis: TestRedis;
let nodes: readonly ServerNode[] = [];
let balancer: Balancer;
let database: Database;
let bus: EventBus;
let at: People;
let clients: readonly LiveClient[] = [];
/** How many events were sent to all users. */
let sent = 0;
const failures: unknown[] = [];

beforeAll(async () => {
  [pair, redis] = await Promise.all([startStreamingPair({ max_connections: '200' }), startRedis()]);
  const settings = {
    DATABASE_URL: pair.primaryUrl,
    DATABASE_READ_URL: pair.readUrl,
    EVENT_BUS_URL: redis.url,
    DRAIN_SECONDS: '2',
  };
  nodes = await Promise.all(Array.from({ length: NODES }, () => serverNode(settings)));
  await Promise.all(nodes.map((node) => node.start()));
  balancer = await new Balancer(nodes).start();
  database = await openDatabase({ dataDir: '/tmp', databaseUrl: pair.primaryUrl });
  bus = redisEventBus(redis.url, NODE_KEYS);
  await bus.start({ info: () => undefined, warn: () => undefined });
  at = await signInPeople(pair.primaryUrl, PEOPLE);
  clients = at.people.map((person) => {
    const ticket = async () =>
      ((await balancer.call('GET', '/api-websocket/v1/websocket/wscontext', person)) as { context: string }).context;
    return new LiveClient(() => balancer.next().url, ticket, { origin: PUBLIC_URL });
  });
  await Promise.all(clients.map((client) => client.start()));
});
afterAll(async () => {
  for (const client of clients) client.stop();
  balancer?.close();
  await Promise.all(nodes.map((node) => node.remove()));
  await bus?.close();
  await database?.close();
  await redis?.stop();
  await pair?.stop();
});

async function notify(): Promise<void> {
  const notifier = new Notifier(bus);
  const event = { kind: 'company', what: 'COMPANY', subject: `no. ${sent + 1}`, text: 'x' } as const;
  const recipients = await database.withScope(at.scope, (queries) =>
    notifier.publish(queries, event, { organizationType: 'VMS' }),
  );
  if (recipients.length !== PEOPLE) throw new Error(`${recipients.length} were notified`);
  sent += 1;
}

/** All users repeatedly write and read back, while they receive notifications. Resolves after `work`. */
async function underLoad(work: () => Promise<void>): Promise<number> {
  let isOver = false;
  let calls = 0;
  const notifying = (async () => {
    for (; !isOver; await delay(50)) await notify();
  })();
  const workOnce = async (person: Person, searchName: string): Promise<void> => {
    const body = { dashboard: 'HOME', searchName, public: false, default: false, filter: '{}' };
    const { id } = (await balancer.call('POST', FILTERS, person, body)) as { id: string };
    const { savedFilters } = (await balancer.call('GET', `${FILTERS}?dashboard=HOME`, person)) as {
      savedFilters: readonly { id: string }[];
    };
    if (!savedFilters.some((saved) => saved.id === id)) throw new Error(`${searchName} was saved and is not there`);
    await balancer.call('DELETE', `${FILTERS}/${id}`, person);
    calls += 3;
  };
  const working = at.people.map(async (person, index) => {
    for (let round = 0; !isOver; round += 1) {
      await workOnce(person, `${sent}-${index}-${round}`).catch((error: unknown) => void failures.push(error));
      await delay(50);
    }
  });
  const all = Promise.all([notifying.catch((error: unknown) => void failures.push(error)), ...working]);
  try {
    await work();
  } finally {
    isOver = true;
    await all;
  }
  return calls;
}

/** Each has every event, once, in order. */
async function expectNothingLost(): Promise<void> {
  await until(() => clients.every(({ last }) => last >= sent), `${sent} events at all clients`);
  for (const client of clients) expect([client.sequences, client.resets]).toEqual([upTo(sent), 0]);
}

test('of four that start at the same time on an empty database one creates the schema', () => {
  const migrating = nodes.filter(({ lines }) =>
    lines.some((line) => line.includes('the database schema is up to date')),
  );
  expect(migrating).toHaveLength(1);
});

test('a rolling restart: no call fails if it is retried as requested, nothing is lost or duplicated', async () => {
  const calls = await underLoad(async () => {
    for (const node of nodes) {
      expect(await node.leave()).toBe(0);
      await node.start();
    }
    await delay(1_000);
  });
  expect(failures.splice(0)).toEqual([]);
  expect(calls).toBeGreaterThan(100);
  await expectNothingLost();
  expect(clients.every(({ connections }) => connections > 1)).toBe(true);
});

test(`kill -9 of a node, ${KILLS} times: nothing is lost or duplicated`, async () => {
  await underLoad(async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const node = nodes[round % NODES]!;
      await node.kill();
      await delay(300);
      await node.start();
      await until(() => clients.every(({ last }) => last >= sent - 20), 'all clients are near the last event');
    }
  });
  // Only calls in flight when their node dies may fail, because their result is unknown.
  const errors = failures.splice(0).map(String);
  expect(errors.filter((error) => !/other side closed|ECONNRESET|terminated/.test(error))).toEqual([]);
  await expectNothingLost();
});

test(`kill -9 of Redis, ${KILLS} times: no call fails, nothing is lost or duplicated`, async () => {
  const before = clients.map(({ connections }) => connections);
  await underLoad(async () => {
    for (let round = 0; round < KILLS; round += 1) {
      await redis.kill();
      await delay(500);
      await redis.startAgain();
      await delay(1_000);
    }
  });
  expect(failures.splice(0)).toEqual([]);
  await expectNothingLost();
  expect(clients.map(({ connections }) => connections)).toEqual(before);
});

test(`kill -9 of the replica, ${KILLS} times: no call fails, and all users read what they wrote`, async () => {
  const lines = (text: string) => nodes.map((node) => node.lines.filter((line) => line.includes(text)).length);
  const before = lines('reads go to the replica');
  await underLoad(async () => {
    for (let round = 0; round < KILLS; round += 1) {
      await pair.replica.kill();
      await delay(1_500);
      await pair.replica.startAgain();
      await delay(2_500);
    }
  });
  expect(failures.splice(0)).toEqual([]);
  await expectNothingLost();
  lines('reads go to the replica').forEach((count, node) => expect(count).toBeGreaterThan(before[node]!));
});
