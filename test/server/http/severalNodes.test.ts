/** Two nodes on one database, one of them with a wrong clock: what each of them knows of events at the other. */
import { openDatabase, type Database } from '../../../server/database';
import { serve, type RunningServer } from '../../../server/app/serve';
import { readConfig } from '../../../server/base/config';
import { deriveKeys } from '../../../server/base/keys';
import { TestClient } from '../support/client';
import { startTestServer, type TestServer } from '../support/server';

const MINUTES_APART = 7;
const log: string[] = [];
let first: TestServer;
let second: RunningServer;
let database: Database;

beforeAll(async () => {
  const settings = { SIGN_IN_FAILURES_PER_MINUTE: '3', ACCESS_TOKEN_SECONDS: '60' };
  first = await startTestServer(settings);
  database = await openDatabase(first.options);
  second = await serve(
    readConfig({ ...settings, PORT: '0', PASSWORD_HASHING: 'quick' }),
    database,
    deriveKeys('a secret for tests only, long enough to be one'),
    { ownClock: () => Date.now() + MINUTES_APART * 60_000, logStream: { write: (line) => void log.push(line) } },
  );
});
afterAll(async () => {
  await second.stop();
  await database.close();
  await first.stop();
});

test('a clock that is minutes off is reported in one line, and each node accepts what the other signs', async () => {
  const apps = [first.app, second.app];
  for (const [issuer, judge] of [apps, [...apps].reverse()]) {
    const { access_token: token } = await new TestClient(issuer!.http).signedIn(await first.fixtures.user('NODES'));
    const answer = await new TestClient(judge!.http).get('/api-websocket/v1/websocket/wscontext', { token });
    expect(answer.status).toBe(200);
  }
  const about = log.map((line) => JSON.parse(line) as { msg: string; seconds: number; level: number });
  expect(about.filter(({ msg }) => msg.includes('clocks'))).toEqual([
    expect.objectContaining({ level: 40, seconds: -MINUTES_APART * 60 }),
  ]);
  expect(first.log.filter((line) => line.includes('clocks'))).toEqual([]);
});

test('refused calls count for all nodes together', async () => {
  const request = (node: { readonly http: TestServer['app']['http'] }) =>
    new TestClient(node.http)
      .get('/api-user/v1/organizations/identifier/NOBODY/sign-in-methods')
      .then(({ status }) => status);
  expect([await request(first.app), await request(second.app), await request(first.app)]).toEqual([200, 200, 200]);
  // The second one learns of all three with its next call.
  expect([await request(first.app), await request(second.app), await request(second.app)]).toEqual([429, 200, 429]);
});
