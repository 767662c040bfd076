/** Sign-ins a second through the real server and database, beside what argon2id alone allows on the same cores. */
import { Agent, request as httpRequest } from 'node:http';
import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';
import { PUBLIC_CLIENT_ID } from '../../contract/shell/runtimeConfig';
import { PasswordHasher } from '../../server/identity/passwords/passwordHasher';
import { startDemo } from '../lib/ourServer';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const PASSWORD = 'Demo-pass-2026';
/** Different people, so that no two sign-ins wait for the same row. */
const PEOPLE = [
  ['owner.admin', 'PLATFORM'],
  ['subowner.admin', 'PLATFORM'],
  ['vms.manager', 'MERIDIAN'],
  ['vms.analyst', 'MERIDIAN'],
  ['msp.manager', 'MERIDIAN'],
  ['client.manager', 'LAKESIDE'],
  ['agency.recruiter', 'SUMMIT'],
  ['agency.sales', 'SUMMIT'],
] as const;
const DURATION_MS = 2_000;
const GOAL_PER_SECOND = 30;
const GOAL_LAG_MS = 50;

export const signIns: Section = async ({ rounds, note }) => {
  const server = await startDemo();
  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE.length });
  try {
    const hash = await new PasswordHasher().hash(PASSWORD);
    const cost = /\$m=[^$]+/.exec(hash)?.[0].slice(1) ?? 'unknown cost';
    note(`sign-ins: argon2id at ${cost}`);
    const lags: number[] = [];
    const results = await interleave(
      {
        ours: async () => {
          await lagSeconds(server.base);
          const rate = await perSecond(PEOPLE.length, (lane) => signIn(server.base, agent, lane));
          lags.push((await lagSeconds(server.base)) * 1000);
          return rate;
        },
        bare: () => perSecond(availableParallelism(), () => verify(hash, PASSWORD)),
      },
      rounds,
    );
    return rows(results['ours'] ?? [], results['bare'] ?? [], lags.slice(1), cost);
  } finally {
    agent.destroy();
    await server.stop();
  }
};

function rows(
  ours: readonly number[],
  bare: readonly number[],
  lagsMs: readonly number[],
  cost: string,
): readonly Row[] {
  const rate = median(ours);
  const cores = availableParallelism();
  const { ratio, spread } = pairwise(ours, bare);
  const speed: Row = {
    id: 'sign-ins.rate',
    what: `sign-ins a second, ${cores} cores, load generator included`,
    ours: `${rate.toFixed(1)} /s`,
    other: `bare argon2id (${cost}): ${median(bare).toFixed(1)} /s`,
    ratio,
    spread,
    goal: `>= ${GOAL_PER_SECOND} /s`,
    verdict: reached(rate >= GOAL_PER_SECOND),
    exact: false,
  };
  const goal = `<= ${GOAL_LAG_MS} ms`;
  const what = "event loop's delay during it, p99, worst round";
  const worst = Math.max(...lagsMs);
  if (!Number.isFinite(worst))
    return [speed, skipped('sign-ins.lag', what, goal, '/metrics names no event loop delay')];
  const lag: Row = {
    id: 'sign-ins.lag',
    what,
    ours: `${worst.toFixed(1)} ms`,
    other: `limit ${GOAL_LAG_MS} ms`,
    ratio: worst / GOAL_LAG_MS,
    goal,
    verdict: reached(worst <= GOAL_LAG_MS),
    exact: false,
  };
  return [speed, lag];
}

/** Keeps that many lanes busy for a while. */
async function perSecond(lanes: number, work: (lane: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let done = 0;
  const busy = Array.from({ length: lanes }, async (_, lane) => {
    while (performance.now() - started < DURATION_MS) {
      await work(lane);
      done += 1;
    }
  });
  await Promise.all(busy);
  return done / ((performance.now() - started) / 1000);
}

/** One password grant; anything but a token is an error, so a refusal never counts as speed. */
function signIn(base: string, agent: Agent, lane: number): Promise<void> {
  const [username, organization_code] = PEOPLE[lane % PEOPLE.length] ?? PEOPLE[0];
  const body = new URLSearchParams({
    grant_type: 'password',
    username,
    organization_code,
    password: PASSWORD,
  }).toString();
  const headers = {
    authorization: `Basic ${btoa(`${PUBLIC_CLIENT_ID}:`)}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${base}/api-user/oauth2/token`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        if (response.statusCode === 200 && text.includes('"access_token"')) resolve();
        else reject(new Error(`${username} was not signed in: ${response.statusCode} ${text}`));
      });
    });
    call.on('error', reject).end(body);
  });
}

/** Reading resets the measurement: each value covers the time since the one before. */
async function lagSeconds(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? ([\d.e+-]+)$/m.exec(text)?.[1] ?? Number.NaN);
}
