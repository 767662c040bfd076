/**
 * 10,000 open pages at four nodes: the cost of a page, how soon it receives an event, and the effect of killing a node.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Client } from 'pg';
import { createServices } from '../../server/app/services';
import { readConfig } from '../../server/base/config';
import { hashSecret, randomSecret } from '../../server/base/keys';
import { sendBroadcast } from '../../server/features/broadcasts/send';
import { backoffMs } from '../../sagas/base/backoff.saga';
import { NODE_KEYS, signInPeople, type People, type Person, type ServerNode } from '../../test/server/support/nodes';
import { goalRow } from '../lib/goal';
import { LivePage } from '../lib/liveSockets';
import { redisEventBus } from '../../server/platform/eventBus/openEventBus';
import { NODES, notify, QUIET, SCALE, withNodes, type Installation } from '../lib/manyNodes';
import { median, percentile } from '../lib/pairs';
import type { Row } from '../lib/row';
import type { Section } from '../lib/section';

const PAGES = Math.round(10_000 * SCALE);
const BROADCAST_TO = PAGES;
/** The number of recipients of an event, of events, and the limit in milliseconds until all recipients have it. */
const AUDIENCES = [
  { code: 'ONE', people: 1, times: 200, goalMs: 10 },
  { code: 'HUNDRED', people: 100, times: 100, goalMs: 30 },
  { code: 'MANY', people: Math.round(3_000 * SCALE), times: 40, goalMs: 150 },
] as const;
const LOST_WITH_A_NODE = Math.round(1_000 * SCALE);

export const openPages: Section = ({ note }) => withNodes(note, pages);

/** The current and the next node of each page. */
type Places = Map<LivePage, ServerNode>;

async function pages(installation: Installation): Promise<readonly Row[]> {
  const { pair, nodes, note } = installation;
  const audiences: People[] = [];
  for (const { code, people } of AUDIENCES) audiences.push(await signInPeople(pair.primaryUrl, people, code));
  const audience = await signInPeople(pair.primaryUrl, BROADCAST_TO, 'CROWD');
  const waiting = new Set<() => void>();
  const onEvent = (): void => waiting.forEach((look) => look());
  const places: Places = new Map();
  const put = (person: Person, node: ServerNode): LivePage => {
    const page = new LivePage(person, onEvent);
    places.set(page, node);
    return page;
  };
  // Nodes are warmed up before the cost of a page is measured.
  const warm = audience.people
    .slice(0, Math.round(400 * SCALE))
    .map((person, index) => put(person, nodes[index % NODES]!));
  await openAll(installation, places, warm);
  for (const page of warm) {
    page.close();
    places.delete(page);
  }
  await delay(3_000);
  const before = bytesOf(nodes);
  const of = [
    // Each recipient in the small audiences has a page at each node.
    ...audiences.slice(0, 2).map(({ people }) => people.flatMap((each) => nodes.map((node) => put(each, node)))),
    audiences[2]!.people.map((each, index) => put(each, nodes[index % NODES]!)),
  ];
  const rest = audience.people.slice(0, PAGES - places.size).map((each, index) => put(each, nodes[index % NODES]!));
  const all = [...of.flat(), ...rest];
  const begun = performance.now();
  await openAll(installation, places, all);
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
      const committedAt = notify(installation, scope, `event ${count}`);
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
  rows.push(await broadcast(installation, audience, rest, waiting));
  rows.push(await heartbeat(installation, audience, begun));
  rows.push(...(await killOneNode(installation, places, of, rest, audiences, waiting)));
  for (const page of all) page.close();
  return rows;
}

/** Resolves when each of them has received events up to `last`. */
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

/**
 * The tickets are written directly to the database; the cost of issuing them is measured when pages reconnect by
 * themselves.
 */
async function openAll({ pair }: Installation, places: Places, wanted: readonly LivePage[]): Promise<void> {
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

/** The memory of the processes. */
const bytesOf = (nodes: readonly ServerNode[]): number =>
  nodes
    .map(({ processId }) => /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1])
    .reduce((sum, kilobytes) => sum + Number(kilobytes) * 1_024, 0);

async function broadcast(
  { pair, redis, database }: Installation,
  { scope, people }: People,
  open: readonly LivePage[],
  waiting: Set<() => void>,
): Promise<Row> {
  const config = readConfig({ DATABASE_URL: pair.primaryUrl, EVENT_BUS_URL: redis.url });
  const bus = redisEventBus(redis.url, NODE_KEYS);
  await bus.start(QUIET);
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
  bus.subscribe((event) => {
    if (event.kind === 'notified') announced += event.userIds.length;
    if (announced === people.length) complete();
  });
  const wanted = (open[0]?.last ?? 0) + 1;
  const begun = performance.now();
  const client = { address: '127.0.0.1', device: 'bench' };
  await database.withScope(scope, (queries) => sendBroadcast(services, queries, id, client));
  await isAnnounced;
  const ms = performance.now() - begun;
  await bus.close();
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

/** Calls while all pages are pinged and their sessions are marked as used. */
async function heartbeat({ balancer, note }: Installation, { people }: People, openedAt: number): Promise<Row> {
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

/** One node is killed; its pages reconnect to the others, each after the app's delay. */
async function killOneNode(
  installation: Installation,
  places: Places,
  of: readonly (readonly LivePage[])[],
  rest: readonly LivePage[],
  audiences: readonly People[],
  waiting: Set<() => void>,
): Promise<readonly Row[]> {
  const { nodes, balancer } = installation;
  const killed = nodes[NODES - 1]!;
  const busy = of.flat().filter((page) => places.get(page) === killed);
  const idle = rest.filter((page) => places.get(page) === killed);
  const kept = Math.max(0, LOST_WITH_A_NODE - busy.length);
  for (const page of idle.splice(kept)) page.close();
  const lost = [...busy, ...idle];
  await killed.kill();
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
  const publishing = (async () => {
    for (let count = 0; !isOver; count += 1) {
      await notify(installation, audiences[2]!.scope, `while it is dead ${count}`);
      await delay(400);
    }
  })();
  const took = await Promise.all(backAt);
  isOver = true;
  await publishing;
  const last = Math.max(...of[2]!.map((page) => page.last));
  await untilAll(of[2]!, last, waiting);
  const allPages = [...of.flat(), ...rest];
  const sum = (count: (page: LivePage) => number): number => allPages.reduce((all, page) => all + count(page), 0);
  await killed.start();
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
