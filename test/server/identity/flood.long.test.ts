/**
 * Ninety sources guess continuously while users sign in: all users get in, from known and from new browsers. The delay
 * depends on the machine, so the figures are logged but not asserted.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TestClient } from '../support/client';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

const SOURCES = 90;
const PEOPLE = 20;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PASSWORD_HASHING: 'full', SIGN_IN_FAILURES_PER_MINUTE: '60' });
});
afterAll(() => server.stop());

test('a flood of guesses locks no one else out', async () => {
  const people: { readonly user: FixtureUser; readonly known: TestClient }[] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const user = await server.fixtures.user('FLOODED');
    const known = server.client();
    await known.signIn(user, {}, { address: `198.51.100.${index}` });
    people.push({ user, known });
  }
  const flood = { isOn: true, answers: 0 };
  const attackers = Array.from({ length: SOURCES }, async (_, source) => {
    for (let guess = 0; flood.isOn; guess += 1) {
      const userName = `victim.${(source * 7 + guess) % 1_000}`;
      const user = { ...(people[0] as { user: FixtureUser }).user, userName };
      await server.client().signIn(user, { password: `guess ${guess}` }, { address: `203.0.113.${source}` });
      flood.answers += 1;
    }
  });
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();

  const timed = async (client: TestClient, user: FixtureUser, address: string) => {
    const started = performance.now();
    const { status } = await client.signIn(user, {}, { address });
    return { status, ms: performance.now() - started };
  };
  const known: { readonly status: number; readonly ms: number }[] = [];
  const fresh: typeof known = [];
  for (const [index, person] of people.entries()) {
    known.push(await timed(person.known, person.user, `198.51.100.${index}`));
    fresh.push(await timed(server.client(), person.user, `192.0.2.${index}`));
  }
  loop.disable();
  flood.isOn = false;
  await Promise.all(attackers);

  const within = (all: typeof known, ms: number) => all.filter((each) => each.status === 200 && each.ms <= ms).length;
  const figures = {
    guesses: flood.answers,
    knownWithin2s: within(known, 2_000),
    newWithin5s: within(fresh, 5_000),
    slowestKnown: Math.round(Math.max(...known.map(({ ms }) => ms))),
    slowestFresh: Math.round(Math.max(...fresh.map(({ ms }) => ms))),
    loopP99: Math.round(loop.percentile(99) / 1e6),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(known.map(({ status }) => status)).toEqual(Array(PEOPLE).fill(200));
  expect(fresh.map(({ status }) => status)).toEqual(Array(PEOPLE).fill(200));
});
