/**
 * Times many answers for existing and missing users, and lets a threshold guess which is which: if accounts are not
 * disclosed, it must do no better than chance. The result depends on the machine, so it runs only with `test:long`.
 */
import type { TestClient } from '../support/client';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

const PROBES = 400;
const ROUNDS = 5;

let server: TestServer;
beforeAll(async () => {
  // Fast hashes, like those of the users here, make other differences most visible.
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Probe {
  readonly isKnown: boolean;
  readonly ms: number;
}

/** One probe after another, known and unknown in random order. */
async function probes(attempt: (isKnown: boolean, index: number) => Promise<unknown>): Promise<Probe[]> {
  const found: Probe[] = [];
  for (let index = 0; index < PROBES; index += 1) {
    const isKnown = Math.random() < 0.5;
    const started = performance.now();
    await attempt(isKnown, index);
    found.push({ isKnown, ms: performance.now() - started });
  }
  return found;
}

/** How often the best threshold of one half is right about the other half. */
function accuracy(all: readonly Probe[]): number {
  const [training, exam] = [0, 1].map((half) => all.filter((_, index) => index % 2 === half)) as [Probe[], Probe[]];
  const rules = training.flatMap(({ ms }) => [(probe: Probe) => probe.ms > ms, (probe: Probe) => probe.ms <= ms]);
  const right = (some: readonly Probe[], rule: (probe: Probe) => boolean) =>
    some.filter((probe) => rule(probe) === probe.isKnown).length / some.length;
  const best = rules.reduce((one, other) => (right(training, other) > right(training, one) ? other : one));
  return right(exam, best);
}

async function meanAccuracy(attempt: (isKnown: boolean, index: number) => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(accuracy(await probes(attempt)));
  return rounds.reduce((sum, each) => sum + each, 0) / ROUNDS;
}

const reset = (client: TestClient, { userName: username, organizationCode }: FixtureUser) =>
  client.post('/api-user/v1/password/reset', { username, organizationCode });

test.each([
  ['a reset, of users', (user: FixtureUser, index: number) => ({ ...user, userName: `nobody.${index}` }), reset],
  ['a reset, of organizations', (user: FixtureUser) => ({ ...user, organizationCode: 'NOWHERE' }), reset],
  [
    'a sign-in, of users',
    (user: FixtureUser, index: number) => ({ ...user, userName: `nobody.${index}` }),
    (client: TestClient, user: FixtureUser) => client.signIn(user, { password: 'wrong' }),
  ],
  [
    'a sign-in, of organizations',
    (user: FixtureUser) => ({ ...user, organizationCode: 'NOWHERE' }),
    (client: TestClient, user: FixtureUser) => client.signIn(user, { password: 'wrong' }),
  ],
] as const)('the response time of %s reveals nothing', async (_what, absent, request) => {
  // Each user is requested once, because a second request would differ from the first.
  const users: FixtureUser[] = [];
  for (let index = 0; index < PROBES * ROUNDS; index += 1) users.push(await server.fixtures.user('TIMED'));
  const client = server.client();
  let requests = 0;
  const result = await meanAccuracy((isKnown) => {
    const user = users[(requests += 1) % users.length] as FixtureUser;
    return request(client, isKnown ? user : absent(user, requests));
  });
  expect(result).toBeLessThan(0.55);
});
