/** Four nodes over PostgreSQL, a replica and Redis, with 10,000 open pages: what it costs, and what the end of one costs. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Client } from 'pg';
import { createServices } from '../../server/app/services';
import { hashSecret, randomSecret } from '../../server/base/keys';
import { readConfig } from '../../server/base/config';
import { afterCommit, openDatabase, type Database, type Scope } from '../../server/database';
import { seedDemo } from '../../server/demo/seed';
import { sendBroadcast } from '../../server/features/broadcasts/send';
import { Notifier } from '../../server/features/notifications/notifier';
import { AccessTokens } from '../../server/identity/sessions/accessToken';
import type { EventBus } from '../../server/platform/eventBus/eventBus';
import { redisEventBus } from '../../server/platform/eventBus/openEventBus';
import { PostgresEventBus } from '../../server/platform/eventBus/postgresEventBus';
import { backoffMs } from '../../sagas/base/clock.saga';
import {
  Balancer,
  NODE_KEYS,
  PUBLIC_URL,
  serverNode,
  signInPeople,
  type People,
  type Person,
  type ServerNode,
} from '../../test/server/support/nodes';
import { startRedis, type TestRedis } from '../../test/server/support/redis';
import { startStreamingPair, type StreamingPair } from '../../test/server/support/streamingPair';
import { LiveClient } from '../../test/server/notifications/liveClient';
import { goalRow } from '../lib/goal';
import { LivePage } from '../lib/liveSockets';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const NODES = 4;
/** `BENCH_SCALE` of less than 1 tries whether it works. */
const SCALE = Number(process.env['BENCH_SCALE'] ?? 1);
const PAGES = Math.round(10_000 * SCALE);
const BROADCAST_TO = PAGES;
/** How many people hear of an event; how often it is told; within how many milliseconds all have to have it. */
const AUDIENCES = [
  { code: 'ONE', people: 1, times: 200, goalMs: 10 },
  { code: 'HUNDRED', people: 100, times: 100, goalMs: 30 },
  { code: 'MANY', people: Math.round(3_000 * SCALE), times: 40, goalMs: 150 },
] as const;
const LOST_WITH_A_NODE = Math.round(1_000 * SCALE);
const WRITERS = 32;
const WRITING_MS = 4_000;
const QUIET = { info: () => undefined, warn: () => undefined };

interface Stage {
  readonly pair: StreamingPair;
  readonly redis: TestRedis;
  readonly nodes: readonly ServerNode[];
  readonly settings: Readonly<Record<string, string>>;
  readonly balancer: Balancer;
  readonly database: Database;
  readonly bus: EventBus;
  readonly note: (line: string) => void;
}

/** Nodes and what they need, for as long as it is worked with. */
async function onStage<T>(note: Stage['note'], work: (stage: Stage) => Promise<T>): Promise<T> {
  // On a disk that has to be waited for, as in production.
  const pair = await startStreamingPair({ max_connections: '250', fsync: 'on', shared_buffers: '512MB' }, tmpdir());
  const redis = await startRedis();
  const settings = { DATABASE_URL: pair.primaryUrl, EVENT_BUS_URL: redis.url, DRAIN_SECONDS: '2', LOG_LEVEL: 'warn' };
  const nodes = await Promise.all(Array.from({ length: NODES }, () => serverNode(settings)));
  const bus = redisEventBus(redis.url, NODE_KEYS);
  let stage: Stage | undefined;
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const balancer = await new Balancer(nodes).start();
    const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: pair.primaryUrl });
    await bus.start(QUIET);
    stage = { pair, redis, nodes, settings, balancer, database, bus, note };
    return await work(stage);
  } finally {
    stage?.balancer.close();
    await Promise.all(nodes.map((node) => node.remove()));
    await bus.close();
    await stage?.database.close();
    await redis.stop();
    await pair.stop();
  }
}

export const writesAcrossNodes: Section = ({ rounds, note }) =>
  onStage(note, (stage) => writes(stage, Math.min(rounds, 5)));
export const openPages: Section = ({ note }) => onStage(note, pages);
export const rollingRestarts: Section = ({ note }) => onStage(note, rollingRestart);
export const readReplica: Section = ({ note }) => onStage(note, dashboards);

const told = (text: string) => ({ kind: 'company', what: 'COMPANY', subject: text, text: 'x' }) as const;

/** Tells everybody of the scope something. Resolves to when it had committed. */
async function tell({ database, bus }: Stage, scope: Scope, text: string): Promise<number> {
  let committedAt = 0;
  const publish: EventBus['publish'] = async (queries, event) => {
    if (committedAt === 0) afterCommit(queries, () => (committedAt = performance.now()));
    await bus.publish(queries, event);
  };
  const notifier = new Notifier(NODE_KEYS, { publish });
  await database.withScope(scope, (queries) => notifier.publish(queries, told(text), { organizationType: 'VMS' }));
  return committedAt;
}

/** Clients that tell one person something each, over and over, with four nodes listening: by NOTIFY, by Redis, by nothing. */
async function writes({ pair, bus, note }: Stage, rounds: number): Promise<readonly Row[]> {
  note(`scale: ${WRITERS} writers, ${rounds} rounds`);
  const open = () => openDatabase({ dataDir: tmpdir(), databaseUrl: pair.primaryUrl });
  const databases = await Promise.all(Array.from({ length: NODES }, open));
  const listening = databases.map((database) => new PostgresEventBus(database.listenerConnection));
  const notifying = new PostgresEventBus(databases[0]!.listenerConnection);
  await Promise.all(listening.map((each) => each.start(QUIET as never)));
  const places = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => signInPeople(pair.primaryUrl, 1, `WRITER${index}`)),
  );
  const rateOf = (publish: EventBus['publish']) => async (): Promise<number> => {
    const notifier = new Notifier(NODE_KEYS, { publish });
    const end = performance.now() + WRITING_MS;
    let count = 0;
    const write = async ({ scope }: People, index: number): Promise<void> => {
      for (; performance.now() < end; count += 1) {
        await databases[index % NODES]!.withScope(scope, (queries) =>
          notifier.publish(queries, told('again'), { organizationType: 'VMS' }),
        );
      }
    };
    await Promise.all(places.map(write));
    return (count / WRITING_MS) * 1_000;
  };
  try {
    const rates = await interleave(
      {
        notify: rateOf((queries, event) => notifying.publish(queries, event)),
        redis: rateOf((queries, event) => bus.publish(queries, event)),
        nothing: rateOf(async () => undefined),
      },
      rounds,
    );
    return (
      [
        { other: 'notify', name: 'NOTIFY', goal: 1.8 },
        { other: 'nothing', name: 'no wake-up', goal: 0.9 },
      ] as const
    ).map(({ other, name, goal }) => {
      const { ratio, spread } = pairwise(rates['redis'] ?? [], rates[other] ?? []);
      return {
        id: 'scale.writes',
        what: `writes of ${WRITERS} clients that wake ${NODES} nodes by Redis`,
        ours: `${Math.round(median(rates['redis'] ?? []))} /s`,
        other: `${name}: ${Math.round(median(rates[other] ?? []))} /s`,
        ratio,
        spread,
        goal: `>= ${goal.toFixed(1)} x`,
        verdict: reached(ratio >= goal),
        exact: false,
      };
    });
  } finally {
    await Promise.all(listening.map((each) => each.close()));
    await Promise.all(databases.map((database) => database.close()));
  }
}

/** Where a page is, and where it is going. */
type Places = Map<LivePage, ServerNode>;

async function pages(stage: Stage): Promise<readonly Row[]> {
  const { pair, nodes, note } = stage;
  const audiences: People[] = [];
  for (const { code, people } of AUDIENCES) audiences.push(await signInPeople(pair.primaryUrl, people, code));
  const crowd = await signInPeople(pair.primaryUrl, BROADCAST_TO, 'CROWD');
  const waiting = new Set<() => void>();
  const heard = (): void => waiting.forEach((look) => look());
  const places: Places = new Map();
  const put = (person: Person, node: ServerNode): LivePage => {
    const page = new LivePage(person, heard);
    places.set(page, node);
    return page;
  };
  // Nodes have run warm before it is counted what a page costs.
  const warm = crowd.people
    .slice(0, Math.round(400 * SCALE))
    .map((person, index) => put(person, nodes[index % NODES]!));
  await openAll(stage, places, warm);
  for (const page of warm) {
    page.close();
    places.delete(page);
  }
  await delay(3_000);
  const before = bytesOf(nodes);
  const of = [
    // Everybody of the small ones has a page at each node.
    ...audiences.slice(0, 2).map(({ people }) => people.flatMap((each) => nodes.map((node) => put(each, node)))),
    audiences[2]!.people.map((each, index) => put(each, nodes[index % NODES]!)),
  ];
  const rest = crowd.people.slice(0, PAGES - places.size).map((each, index) => put(each, nodes[index % NODES]!));
  const all = [...of.flat(), ...rest];
  const begun = performance.now();
  await openAll(stage, places, all);
  note(`scale: ${all.length} pages opened in ${Math.round((performance.now() - begun) / 1_000)} s`);
  await delay(5_000);
  const bytes = (bytesOf(nodes) - before) / all.length;
  const rows: Row[] = [
    goalRow({ id: 'scale.memory', what: `memory a page of ${all.length} at ${NODES} nodes`, limit: 25, unit: 'kB' }, [
      bytes / 1_000,
    ]),
  ];
  for (const [index, { people, times, goalMs }] of AUDIENCES.entries()) {
    const pagesOf = of[index]!;
    const { scope } = audiences[index]!;
    const took: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const wanted = pagesOf[0]!.last + 1;
      const committedAt = tell(stage, scope, `event ${count}`);
      await untilAll(pagesOf, wanted, waiting);
      took.push(performance.now() - (await committedAt));
      await delay(people > 1_000 ? 200 : 30);
    }
    rows.push(
      goalRow(
        {
          id: 'scale.event',
          what: `from the commit until all ${pagesOf.length} pages of ${people} people at ${NODES} nodes have it, p95 of ${times}`,
          limit: goalMs,
          unit: 'ms',
        },
        [percentile(took, 0.95)],
      ),
    );
  }
  rows.push(await broadcast(stage, crowd, rest, waiting));
  rows.push(await heartbeat(stage, crowd, begun));
  rows.push(...(await deathOfANode(stage, places, of, rest, audiences, waiting)));
  for (const page of all) page.close();
  return rows;
}

const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

/** Resolves when each of them has heard so far. */
function untilAll(pagesOf: readonly LivePage[], last: number, waiting: Set<() => void>): Promise<void> {
  let left = pagesOf.filter((page) => page.last < last);
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => reject(new Error(`${left.length} pages lack event ${last}`)), 60_000);
    const look = (): void => {
      while (left.length > 0 && left.at(-1)!.last >= last) left.pop();
      if (left.length > 0) return;
      left = [];
      clearTimeout(tooLong);
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
  });
}

/** The tickets are written at once: what issuing them costs is seen when pages come back by themselves. */
async function openAll({ pair }: Stage, places: Places, wanted: readonly LivePage[]): Promise<void> {
  const secrets = wanted.map(() => randomSecret());
  const client = new Client({ connectionString: pair.primaryUrl });
  await client.connect();
  await client.query(
    `insert into websocket_tickets (ticket_hash, organization_id, session_id, expires_at)
     select t.hash, s.organization_id, s.id, now() + interval '10 minutes'
     from unnest($1::bytea[], $2::uuid[]) t (hash, session) join sessions s on s.id = t.session`,
    [secrets.map(hashSecret), wanted.map(({ person }) => person.sessionId)],
  );
  await client.end();
  let next = 0;
  const open = async (): Promise<void> => {
    for (let index = next++; index < wanted.length; index = next++) {
      const page = wanted[index]!;
      await page.open(places.get(page)!.url, secrets[index]!);
    }
  };
  await Promise.all(Array.from({ length: 60 }, open));
}

/** What the processes hold of the machine's memory. */
const bytesOf = (nodes: readonly ServerNode[]): number =>
  nodes
    .map(({ processId }) => /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1])
    .reduce((sum, kilobytes) => sum + Number(kilobytes) * 1_024, 0);

async function broadcast(
  { pair, redis, database, bus }: Stage,
  { scope, people }: People,
  open: readonly LivePage[],
  waiting: Set<() => void>,
): Promise<Row> {
  const config = readConfig({ DATABASE_URL: pair.primaryUrl, EVENT_BUS_URL: redis.url });
  const services = createServices({ config, database, keys: NODE_KEYS, bus, log: pino({ level: 'silent' }) });
  const id = crypto.randomUUID();
  await database.withOwner((client) =>
    client.query(
      `insert into broadcasts (id, organization_id, tenant_id, request_id, subject, template, display_frequency,
         sticky, release_notes, force_logout, organization_types, organization_ids, send_at)
       values ($1, $2, $2, $1, 'News', '<p>Something is new.</p>', 'IMMEDIATE', false, false, false, '{VMS}', '{}', now())`,
      [id, scope.organizationId],
    ),
  );
  let announced = 0;
  let complete = (): void => undefined;
  const isAnnounced = new Promise<void>((resolve) => (complete = resolve));
  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'notified') announced += event.userIds.length;
    if (announced === people.length) complete();
  });
  const wanted = (open[0]?.last ?? 0) + 1;
  const begun = performance.now();
  const client = { address: '127.0.0.1', device: 'bench' };
  await database.withScope(scope, (queries) => sendBroadcast(services, queries, id, client));
  await isAnnounced;
  const ms = performance.now() - begun;
  unsubscribe();
  await untilAll(open, wanted, waiting);
  const allMs = performance.now() - begun;
  return {
    ...goalRow(
      {
        id: 'scale.broadcast',
        what: `a broadcast to ${people.length} people, written and announced`,
        limit: 5_000,
        unit: 'ms',
      },
      [ms],
    ),
    ours: `${Math.round(ms)} ms; at all ${open.length} pages after ${Math.round(allMs)} ms`,
  };
}

/** Calls while all pages are asked whether they are there, and their sessions are noted as used. */
async function heartbeat({ balancer, note }: Stage, { people }: People, openedAt: number): Promise<Row> {
  // Pages extend their sessions for the first time after a minute.
  await delay(Math.max(0, openedAt + 62_000 - performance.now()));
  const took: number[] = [];
  const end = performance.now() + 27_000;
  for (let index = 0; performance.now() < end; index += 1) {
    const begun = performance.now();
    await balancer.call('GET', '/api-user/v1/notifications/since/0', people[index % people.length]!);
    took.push(performance.now() - begun);
    await delay(30);
  }
  note(
    `scale: calls during a heartbeat p50 ${median(took).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms`,
  );
  return goalRow(
    { id: 'scale.heartbeat', what: `the slowest of ${took.length} calls during a heartbeat`, limit: 250, unit: 'ms' },
    [Math.max(...took)],
  );
}

/** One node is killed; its pages come back to the others, each after the pause of the app. */
async function deathOfANode(
  stage: Stage,
  places: Places,
  of: readonly (readonly LivePage[])[],
  rest: readonly LivePage[],
  audiences: readonly People[],
  waiting: Set<() => void>,
): Promise<readonly Row[]> {
  const { nodes, balancer } = stage;
  const dying = nodes[NODES - 1]!;
  const told = of.flat().filter((page) => places.get(page) === dying);
  const idle = rest.filter((page) => places.get(page) === dying);
  const kept = Math.max(0, LOST_WITH_A_NODE - told.length);
  for (const page of idle.splice(kept)) page.close();
  const lost = [...told, ...idle];
  await dying.kill();
  const killedAt = performance.now();
  const backAt = lost.map(async (page) => {
    page.close();
    for (let attempts = 1; ; attempts += 1) {
      await delay(backoffMs(attempts, Math.random()));
      try {
        const path = '/api-websocket/v1/websocket/wscontext';
        const { context } = (await balancer.call('GET', path, page.person)) as { context: string };
        await page.open(balancer.next().url, context);
        return performance.now() - killedAt;
      } catch {
        // The next attempt waits longer.
      }
    }
  });
  let isOver = false;
  const telling = (async () => {
    for (let count = 0; !isOver; count += 1) {
      await tell(stage, audiences[2]!.scope, `while it is dead ${count}`);
      await delay(400);
    }
  })();
  const took = await Promise.all(backAt);
  isOver = true;
  await telling;
  const last = Math.max(...of[2]!.map((page) => page.last));
  await untilAll(of[2]!, last, waiting);
  const everybody = [...of.flat(), ...rest];
  const sum = (count: (page: LivePage) => number): number => everybody.reduce((all, page) => all + count(page), 0);
  await dying.start();
  return [
    {
      ...goalRow(
        {
          id: 'scale.death',
          what: `all ${lost.length} pages of a node that was killed have caught up`,
          limit: 5_000,
          unit: 'ms',
        },
        [Math.max(...took)],
      ),
      ours: `${Math.round(Math.max(...took))} ms, median ${Math.round(median(took))} ms`,
    },
    goalRow(
      {
        id: 'scale.lost',
        what: 'events lost or shown twice, at any page in all of this',
        limit: 0,
        unit: '',
        exact: true,
      },
      [sum((page) => page.lost) + sum((page) => page.twice)],
    ),
  ];
}

/** 20 people at work while one node after the other is restarted. */
async function rollingRestart(stage: Stage): Promise<readonly Row[]> {
  const { pair, nodes, balancer, note } = stage;
  note('scale: a rolling restart');
  const { scope, people } = await signInPeople(pair.primaryUrl, 20, 'ROLLING');
  const clients = people.map((person) => {
    const ticket = async () =>
      ((await balancer.call('GET', '/api-websocket/v1/websocket/wscontext', person)) as { context: string }).context;
    return new LiveClient(() => balancer.next().url, ticket, {
      origin: PUBLIC_URL,
      pauseMs: () => backoffMs(1, Math.random()),
    });
  });
  await Promise.all(clients.map((client) => client.start()));
  let isOver = false;
  let [calls, failed, count] = [0, 0, 0];
  const working = people.map(async (person) => {
    for (; !isOver; await delay(30)) {
      calls += 1;
      await balancer.call('GET', '/api-user/v1/notifications/since/0', person).catch(() => (failed += 1));
    }
  });
  const telling = (async () => {
    for (; !isOver; await delay(100)) await tell(stage, scope, `no. ${(count += 1)}`);
  })();
  for (const node of nodes) {
    await node.leave();
    await node.start();
  }
  await delay(5_500);
  isOver = true;
  await Promise.all([telling, ...working]);
  await delay(500);
  const wrong = clients.filter(
    ({ sequences }) => sequences.length !== count || sequences.some((sequence, index) => sequence !== index + 1),
  );
  for (const client of clients) client.stop();
  const longest = Math.max(...clients.flatMap(({ away }) => away));
  return [
    goalRow(
      {
        id: 'scale.rolling',
        what: 'the longest a page is without its socket in a rolling restart',
        limit: 5_000,
        unit: 'ms',
      },
      [longest],
    ),
    {
      ...goalRow({ id: 'scale.rolling', what: `of ${calls} calls meanwhile failed`, limit: 0, unit: '', exact: true }, [
        failed,
      ]),
    },
    goalRow(
      {
        id: 'scale.rolling',
        what: `of 20 people lost or saw twice one of ${count} events`,
        limit: 0,
        unit: '',
        exact: true,
      },
      [wrong.length],
    ),
  ];
}

const CARDS = [
  'submissionsWidget',
  'activeComplianceWidget',
  'assignmentsWidget',
  'upcomingAssignments',
  'timesheetWidget',
  'invoiceWidget',
] as const;
const LOADS = Math.max(20, Math.round(150 * SCALE));

/** The home dashboard of the demo from a node that reads from the replica, and from one that does not. */
async function dashboards({ pair, nodes, settings, database, note }: Stage): Promise<readonly Row[]> {
  note('scale: dashboards with and without a replica');
  await Promise.all(nodes.map((node) => node.leave()));
  await seedDemo(database, { hashPassword: async () => 'nobody signs in by it' });
  const person = await database.withOwner(async (client): Promise<Person> => {
    const { rows } = await client.query<{ userId: string; sessionId: string; organizationId: string }>(
      `insert into sessions (organization_id, user_id, state, device, address, last_used_at, idle_expires_at, expires_at)
       select u.organization_id, u.id, 'live', 'bench', '127.0.0.1', now(), now() + interval '6 hours', now() + interval '6 hours'
       from users u join organizations o on o.id = u.organization_id where o.code = 'MERIDIAN' and u.user_name = 'vms.manager'
       returning user_id as "userId", id as "sessionId", organization_id as "organizationId"`,
    );
    const { userId, sessionId, organizationId } = rows[0]!;
    const claims = { organizationId, tenantId: organizationId, organizationType: 'VMS', userType: 'VMS' } as const;
    const token = await new AccessTokens(NODE_KEYS.accessToken, 3_600).issue({ userId, sessionId, ...claims });
    return { userId, sessionId, token };
  });
  const [with_, without] = await Promise.all([
    serverNode({ ...settings, DATABASE_READ_URL: pair.readUrl, LOG_LEVEL: 'info' }),
    serverNode(settings),
  ]);
  try {
    await Promise.all([with_.start(), without.start()]);
    while (!with_.lines.some((line) => line.includes('reads go to the replica'))) await delay(100);
    await pair.ask(pair.primary, 'checkpoint');
    const load = (node: ServerNode) => async (): Promise<number> => {
      const begun = performance.now();
      const answer = await fetch(`${node.url}/api-job/v1/dashboard/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, origin: PUBLIC_URL, 'content-type': 'application/json' },
        body: JSON.stringify({ calls: CARDS.map((call) => ({ call })) }),
      });
      const text = await answer.text();
      if (!answer.ok || text.includes('"status":4') || text.includes('"status":5')) throw new Error(text.slice(0, 300));
      return performance.now() - begun;
    };
    const took = await interleave({ replica: load(with_), primary: load(without) }, LOADS);
    const [replica, primary] = [percentile(took['replica'] ?? [], 0.95), percentile(took['primary'] ?? [], 0.95)];
    return [
      {
        id: 'scale.dashboard',
        what: `the home dashboard from a node that reads from the replica, p95 of ${LOADS}`,
        ours: `${replica.toFixed(1)} ms, median ${median(took['replica'] ?? []).toFixed(1)} ms`,
        other: `without: ${primary.toFixed(1)} ms, median ${median(took['primary'] ?? []).toFixed(1)} ms`,
        ratio: replica / primary,
        goal: '<= 1.1 x',
        verdict: reached(replica <= 1.1 * primary),
        exact: false,
      },
    ];
  } finally {
    await Promise.all([with_.remove(), without.remove()]);
  }
}
