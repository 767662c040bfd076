/**
 * 50 calls of a signed-in app find their token expired. The limit is three round trips: the refusal, the renewal,
 * the replay. Exactly one renewal is needed, and no call may be lost.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startExpiringServer, ROUND_TRIP_MS, type ExpiringServer } from '../lib/expiringServer';
import { startOurClient, type Client } from '../lib/ourClient';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const CALLS = 50;
const STEP_MS = (3 * ROUND_TRIP_MS) / CALLS;

interface Scenario {
  readonly id: string;
  readonly what: string;
  /** When call i starts, and how much later than usual its first answer comes. */
  readonly startMs: (i: number) => number;
  readonly lateMs: (i: number) => number;
}

const SCENARIOS: readonly Scenario[] = [
  { id: 'concurrent', what: '50 calls at once', startMs: () => 0, lateMs: () => 0 },
  { id: 'staggered', what: '50 calls at once, answered over 150 ms', startMs: () => 0, lateMs: (i) => i * STEP_MS },
  { id: 'arriving', what: '50 calls arriving over 150 ms', startMs: (i) => i * STEP_MS, lateMs: () => 0 },
];

interface Run {
  readonly refreshes: number;
  readonly failed: number;
  readonly overLimitMs: number;
}

type Connect = () => Promise<Client> | Client;

export const refresh: Section = async ({ rounds, note }) => {
  const server = await startExpiringServer();
  const ours = await startOurClient(server.base);
  const peers = await peerClients(server);
  try {
    const rows: Row[] = [];
    for (const scenario of SCENARIOS) {
      note(`refresh: ${scenario.what}`);
      const candidates = { ours: () => ours, ...peers };
      const results = await interleave(
        Object.fromEntries(
          Object.entries(candidates).map(([name, connect]) => [name, () => run(server, scenario, connect)]),
        ),
        rounds,
      );
      rows.push(...rowsOf(scenario, results));
    }
    return rows;
  } finally {
    ours.stop();
    await server.close();
  }
};

async function run(server: ExpiringServer, scenario: Scenario, connect: Connect): Promise<Run> {
  server.delayFirstAnswers((userName) => scenario.lateMs(Number(userName)));
  const client = await connect();
  server.expire();
  const started = performance.now();
  const calls = Array.from({ length: CALLS }, async (_, i) => {
    await untilMs(started + scenario.startMs(i));
    const answer = (await client.get(String(i))) as { userName?: unknown };
    if (answer.userName !== String(i)) throw new Error(`call ${i} got the answer of ${String(answer.userName)}`);
  });
  const outcomes = await Promise.allSettled(calls);
  return {
    refreshes: server.refreshes(),
    failed: outcomes.filter(({ status }) => status === 'rejected').length,
    overLimitMs: performance.now() - started - limitMs(scenario),
  };
}

const untilMs = (moment: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - performance.now())));

/** No scheme can be faster: the new token is there one round trip after the first refusal, a replay takes another. */
function limitMs({ startMs, lateMs }: Scenario): number {
  const indexes = Array.from({ length: CALLS }, (_, i) => i);
  const refused = indexes.map((i) => startMs(i) + ROUND_TRIP_MS + lateMs(i));
  const renewed = Math.min(...refused) + ROUND_TRIP_MS;
  return Math.max(
    ...indexes.map((i) => {
      const start = startMs(i);
      return start >= renewed ? start + ROUND_TRIP_MS + lateMs(i) : Math.max(refused[i] ?? 0, renewed) + ROUND_TRIP_MS;
    }),
  );
}

const PEERS = [
  'axios-auth-refresh',
  'axios-auth-refresh, not deduplicated',
  'RTK Query + async-mutex',
  'a hand-written single flight',
];

const worst = (runs: readonly Run[]): string =>
  `${Math.max(...runs.map((r) => r.refreshes))} refreshed, ${Math.max(...runs.map((r) => r.failed))} failed`;

function rowsOf(scenario: Scenario, results: Readonly<Record<string, readonly Run[]>>): readonly Row[] {
  const ours = results['ours'] ?? [];
  const exactlyOne = ours.every((r) => r.refreshes === 1 && r.failed === 0);
  const counts: Row = {
    id: `refresh.${scenario.id}`,
    what: `${scenario.what}: renewals and lost calls, worst run`,
    ours: worst(ours),
    other: 'least possible: 1 refreshed, 0 failed',
    goal: '1 refreshed, 0 failed',
    verdict: reached(exactlyOne),
    exact: true,
  };
  const times = PEERS.map((name) => timeRow(scenario, ours, name, results[name] ?? [], exactlyOne));
  return [counts, ...times];
}

function timeRow(scenario: Scenario, ours: readonly Run[], name: string, peer: readonly Run[], oursWork: boolean): Row {
  const limit = limitMs(scenario);
  const total = (runs: readonly Run[]): readonly number[] => runs.map((r) => r.overLimitMs + limit);
  const over = (runs: readonly Run[]): string =>
    `${median(runs.map((r) => r.overLimitMs)).toFixed(1)} ms over, ${worst(runs)}`;
  const lost = Math.max(...peer.map((r) => r.failed));
  const shared = {
    id: `refresh.${scenario.id}.ms`,
    what: `${scenario.what}: time over the limit of ${limit.toFixed(0)} ms`,
    ours: over(ours),
    exact: false,
  };
  if (!oursWork) return { ...shared, other: name, goal: '-', verdict: 'WRONG', reason: 'our calls were lost' };
  // A candidate that loses calls is not compared in speed.
  if (lost > 0) return { ...shared, other: `${name}: ${over(peer)}`, goal: 'none: it loses calls', verdict: 'info' };
  const { ratio, spread } = pairwise(total(ours), total(peer));
  return {
    ...shared,
    other: `${name}: ${over(peer)}`,
    ratio,
    spread,
    goal: '<= 1.05 x',
    verdict: reached(ratio <= 1.05),
  };
}

type AxiosModule = Record<'withDefaults' | 'withoutDeduplication', PeerFactory>;
interface PeerModule {
  readonly createClient: PeerFactory;
}
type PeerFactory = (base: string, expiredToken: string) => { readonly get: (path: string) => Promise<unknown> };

/** Each run gets a client that holds the token of before; ours keeps its session over all runs. */
async function peerClients(server: ExpiringServer): Promise<Readonly<Record<string, Connect>>> {
  const load = async (name: string): Promise<unknown> =>
    import(pathToFileURL(path.join(__dirname, `../peers/refresh/${name}.mjs`)).href);
  const axios = (await load('axiosAuthRefresh')) as AxiosModule;
  const rtk = (await load('rtkQueryMutex')) as PeerModule;
  const singleFlight = (await load('singleFlight')) as PeerModule;
  const adapt =
    (factory: PeerFactory): Connect =>
    () => {
      const client = factory(server.base, 'token-0');
      return { get: (userName) => client.get(`/api-user/v1/users/${userName}/info`), stop: () => undefined };
    };
  return {
    'axios-auth-refresh': adapt(axios.withDefaults),
    'axios-auth-refresh, not deduplicated': adapt(axios.withoutDeduplication),
    'RTK Query + async-mutex': adapt(rtk.createClient),
    'a hand-written single flight': adapt(singleFlight.createClient),
  };
}
