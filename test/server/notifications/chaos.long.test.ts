/**
 * Notifications under chaos: three nodes on PostgreSQL and Redis, and users with two tabs each. Sockets are cut, a
 * node, the database or Redis is killed, tabs freeze and wake, and the clock of a node jumps, repeatedly. No
 * notification is lost, duplicated or out of order. `CHAOS_NOTIFICATIONS=20000` and `CHAOS_PEOPLE=20` change the
 * numbers, `CHAOS_FIGURES` is a file for the results.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Client } from 'pg';
import { isUnavailable, openDatabase, type Database } from '../../../server/database';
import { Notifier } from '../../../server/features/notifications/notifier';
import type { EventBus } from '../../../server/platform/eventBus/eventBus';
import { redisEventBus } from '../../../server/platform/eventBus/openEventBus';
import { cases, seed } from '../../support/cases';
import { removeTemporaryFolders, temporaryFolder, until } from '../database/support/processes';
import { Balancer, NODE_KEYS, serverNode, signInPeople, type People, type ServerNode } from '../support/nodes';
import { startRedis, type TestRedis } from '../support/redis';
import { startStreamingPair, type StreamingPair } from '../support/streamingPair';
import { ChaosTab, subjectOf } from './chaosTab';

const PEOPLE = Number(process.env['CHAOS_PEOPLE'] ?? 0) || cases('people under chaos', { usual: 20, long: 100 });
const TABS_EACH = 2;
const NODES = 3;
const NOTIFICATIONS =
  Number(process.env['CHAOS_NOTIFICATIONS'] ?? 0) ||
  cases('notifications under chaos', { usual: 4_000, long: 1_000_000 });
const EVENTS = NOTIFICATIONS / PEOPLE;
const BATCH = 20;
/** One fault per this many events, from the first on. */
const EVENTS_A_FAULT = Math.max(20, Math.min(125, Math.floor(EVENTS / 12)));
/** Beyond this distance a tab takes a snapshot, but most events should arrive over the socket. */
const AHEAD_MOST = 300;
const LONGEST_MS = 20 * 3_600_000;

const FAULTS = ['cut', 'node', 'database', 'redis', 'freeze', 'clock'] as const;
type Fault = (typeof FAULTS)[number];

/** Each fault once before any is repeated, so that a short run has them all. */
const order = fc
  .sample(fc.shuffledSubarray([...FAULTS], { minLength: FAULTS.length }), {
    seed: seed(3),
    numRuns: Math.ceil(EVENTS / EVENTS_A_FAULT / FAULTS.length) + 1,
  })
  .flat();

/** The clock of a node: a file has its offset in milliseconds. */
const CLOCK = `import { readFileSync, watchFile } from 'node:fs';
const RealDate = Date;
let off = 0;
const read = () => { off = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')); };
read();
watchFile(process.env.CLOCK_FILE, { interval: 50, persistent: false }, read);
globalThis.Date = class extends RealDate {
  constructor(...parts) { super(...(parts.length === 0 ? [RealDate.now() + off] : parts)); }
  static now() { return RealDate.now() + off; }
};`;
/** An hour behind, half a minute ahead, and correct again. */
const OFF_MS = [-3_600_000, 30_000, 600_000, 0];

jest.setTimeout(LONGEST_MS);
const folder = temporaryFolder();
const clockOf = (node: number): string => path.join(folder, `clock-${node}`);
const setClock = (node: number, offMs: number): void => writeFileSync(clockOf(node), String(offMs));

let pair: StreamingPair;
let redis: TestRedis;
let nodes: readonly ServerNode[] = [];
let balancer: Balancer;
let database: Database;
let bus: EventBus;
let at: People;
let tabs: readonly ChaosTab[] = [];

beforeAll(async () => {
  [pair, redis] = await Promise.all([startStreamingPair({ max_connections: '200' }), startRedis()]);
  const preload = path.join(folder, 'clock.mjs');
  writeFileSync(preload, CLOCK);
  nodes = await Promise.all(
    Array.from({ length: NODES }, (_, node) => {
      setClock(node, 0);
      return serverNode({
        ...{ DATABASE_URL: pair.primaryUrl, EVENT_BUS_URL: redis.url, DRAIN_SECONDS: '2', LOG_LEVEL: 'error' },
        ...{ NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: clockOf(node) },
      });
    }),
  );
  await Promise.all(nodes.map((node) => node.start()));
  balancer = await new Balancer(nodes).start();
  database = await openDatabase({ dataDir: '/tmp', databaseUrl: pair.primaryUrl, forCommand: true, timeoutFactor: 20 });
  bus = redisEventBus(redis.url, NODE_KEYS);
  await bus.start({ info: () => undefined, warn: () => undefined });
  at = await signInPeople(pair.primaryUrl, PEOPLE);
  tabs = at.people.flatMap((person) => {
    const ticket = async () =>
      ((await balancer.call('GET', '/api-websocket/v1/websocket/wscontext', person)) as { context: string }).context;
    return Array.from({ length: TABS_EACH }, () => new ChaosTab(() => balancer.next().url, ticket));
  });
  for (const tab of tabs) tab.start();
  await until(() => tabs.every(({ connections }) => connections > 0), 'all tabs are connected');
  const owner = new Client({ connectionString: pair.primaryUrl });
  await owner.connect();
  await owner.query('create table chaos_batches (batch integer primary key)');
  await owner.query('grant all on chaos_batches to public');
  await owner.end();
});
afterAll(async () => {
  for (const tab of tabs) tab.stop();
  balancer?.close();
  await Promise.all(nodes.map((node) => node.remove()));
  await bus?.close();
  await database?.close();
  await redis?.stop();
  await pair?.stop();
  removeTemporaryFolders();
});

/** Written once, even if the result of a commit is unknown because the database was killed. */
async function writeBatch(batch: number, notifier: Notifier): Promise<void> {
  for (;;) {
    try {
      await database.withScope(at.scope, async (queries) => {
        const { rows } = await sql`
          insert into chaos_batches values (${batch}) on conflict do nothing returning batch`.execute(queries);
        if (rows.length === 0) return;
        const last = Math.min(EVENTS, (batch + 1) * BATCH);
        for (let number = batch * BATCH + 1; number <= last; number += 1) {
          const event = { kind: 'company', what: 'COMPANY', subject: subjectOf(number), text: 'x' } as const;
          await notifier.publish(queries, event, { organizationType: 'VMS' });
        }
      });
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await delay(50);
    }
  }
}

const slowest = (): number => Math.min(...tabs.filter(({ isFrozen }) => !isFrozen).map(({ last }) => last));

/** How often each fault occurred. */
const done: Record<Fault, number> = { cut: 0, node: 0, database: 0, redis: 0, freeze: 0, clock: 0 };

/** While events continue; resolves once everything is restored. */
async function disturb(fault: Fault, round: number): Promise<void> {
  const node = nodes[round % NODES]!;
  switch (fault) {
    case 'cut':
      tabs.filter((_, index) => index % 3 === round % 3).forEach((tab) => tab.cut());
      break;
    case 'node':
      await node.kill();
      await node.start();
      break;
    case 'database':
      await pair.primary.kill();
      await pair.primary.startAgain();
      break;
    case 'redis':
      await redis.kill();
      await delay(1_000);
      await redis.startAgain();
      break;
    case 'freeze': {
      const frozen = tabs.filter((_, index) => index % 4 === round % 4);
      frozen.forEach((tab) => tab.freeze());
      await delay(3_000);
      frozen.forEach((tab) => tab.wake());
      break;
    }
    case 'clock':
      setClock(round % NODES, OFF_MS[Math.floor(round / FAULTS.length) % OFF_MS.length]!);
  }
  done[fault] += 1;
}

test(`${NOTIFICATIONS.toLocaleString('en')} notifications: none is lost or duplicated, all are in order`, async () => {
  const begun = performance.now();
  const notifier = new Notifier(bus);
  let disturbing: Promise<void> = Promise.resolve();
  const failures: unknown[] = [];
  let round = 0;
  for (let batch = 0; batch * BATCH < EVENTS; batch += 1) {
    if (batch * BATCH >= round * EVENTS_A_FAULT) {
      const [fault, each] = [order[round]!, round];
      // One after the other, so that everything is restored before the next.
      disturbing = disturbing.then(() => disturb(fault, each)).catch((error: unknown) => void failures.push(error));
      round += 1;
      if (round % FAULTS.length === 0) await disturbing;
    }
    await writeBatch(batch, notifier);
    const written = (batch + 1) * BATCH;
    await until(() => slowest() >= written - AHEAD_MOST, `the tabs are near event ${written}`, 600_000);
  }
  await disturbing;
  for (const tab of tabs) tab.wake();
  await until(() => tabs.every(({ last }) => last >= EVENTS), `all tabs have event ${EVENTS}`, 600_000);
  expect(failures).toEqual([]);
  expect(tabs.flatMap(({ faults }) => faults)).toEqual([]);
  expect(tabs.map(({ last }) => last)).toEqual(tabs.map(() => EVENTS));
  for (const fault of FAULTS) expect([fault, done[fault] > 0]).toEqual([fault, true]);
  // Many tabs had to reconnect, and most events arrived over the sockets, not by snapshots.
  expect(tabs.reduce((sum, tab) => sum + tab.connections, 0)).toBeGreaterThan(tabs.length * 1.5);
  const received = tabs.reduce((sum, tab) => sum + tab.received, 0);
  expect(received).toBeGreaterThan((EVENTS * tabs.length) / 2);
  const { CHAOS_FIGURES } = process.env;
  if (CHAOS_FIGURES !== undefined)
    writeFileSync(
      CHAOS_FIGURES,
      JSON.stringify({
        done,
        received,
        snapshots: tabs.reduce((sum, tab) => sum + tab.snapshots, 0),
        connections: tabs.reduce((sum, tab) => sum + tab.connections, 0),
        seconds: Math.round((performance.now() - begun) / 1000),
      }),
    );

  await expectRows();
});

/** What is stored: every event of each user once, from the first to the last, each with its text. */
async function expectRows(): Promise<void> {
  const owner = new Client({ connectionString: pair.primaryUrl });
  await owner.connect();
  const { rows } = await owner.query(`
    select count(*)::integer as kept, min(e.sequence)::integer as first, max(e.sequence)::integer as last,
      count(*) filter (where c.content ->> 'subject' is distinct from 'no. ' || e.sequence)::integer as wrong
    from notification_events e join notification_contents c on c.id = e.content_id group by e.user_id`);
  await owner.end();
  expect(rows).toEqual(Array(PEOPLE).fill({ kept: EVENTS, first: 1, last: EVENTS, wrong: 0 }));
}
