/**
 * Thousands of notifications to 20 clients, with the database killed and the server restarted in the meantime: all
 * arrive, once, in order.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { readConfig } from '../../../server/base/config';
import { isUnavailable, openDatabase, type Database, type Scope } from '../../../server/database';
import type { AccessTables } from '../../../server/database/schema/access';
import { deriveKeys } from '../../../server/base/keys';
import { serve, type RunningServer } from '../../../server/app/serve';
import { kill9, migratedFolder, removeTemporaryFolders, until } from '../database/support/processes';
import { TestClient } from '../support/client';
import { Fixtures, type FixtureUser } from '../support/fixtures';
import { LiveClient } from './liveClient';
import { upTo } from './support';
import { cases } from '../../support/cases';

const USERS = 4;
const SOCKETS_EACH = 5;
const EVENTS = cases('events for each of 20 clients over a crash and a restart', { usual: 500, long: 2_500 });
const BATCH = 50;

let database: Database;
let server: RunningServer | undefined;
let dataDir: string;
const clients: LiveClient[] = [];

const start = (): Promise<RunningServer> =>
  serve(
    readConfig({ PORT: '0', LOG_LEVEL: 'silent' }),
    database,
    deriveKeys('a secret for tests only, long enough to be one'),
  );

beforeAll(async () => {
  dataDir = await migratedFolder();
  database = await openDatabase({ dataDir });
  server = await start();
});
afterAll(async () => {
  for (const client of clients) client.stop();
  await server?.stop();
  await database.close();
  removeTemporaryFolders();
});

/** Fixtures write as the owner, and borrow its only connection. */
const makeUsers = (): Promise<FixtureUser[]> =>
  database.withOwner(async (client) => {
    const pool = {
      connect: async () => Object.assign(client, { release: () => undefined }),
      end: async () => undefined,
    };
    const owner = new Kysely<AccessTables>({ dialect: new PostgresDialect({ pool }) });
    const fixtures = new Fixtures(owner);
    const users: FixtureUser[] = [];
    for (let index = 0; index < USERS; index += 1) users.push(await fixtures.user('LIVE'));
    return users;
  });

async function connectAll(user: FixtureUser): Promise<void> {
  const http = new TestClient(server!.app.http);
  const { access_token: token } = await http.signedIn(user);
  const ticket = async (): Promise<string> => {
    if (server === undefined) throw new Error('there is no server just now');
    const { json } = await new TestClient(server.app.http).get('/api-websocket/v1/websocket/wscontext', { token });
    return String(json['context']);
  };
  for (let index = 0; index < SOCKETS_EACH; index += 1) {
    const client = new LiveClient(() => server?.url, ticket);
    clients.push(client);
    await client.start();
  }
}

async function writeBatch(scope: Scope, from: number): Promise<void> {
  for (;;) {
    const notifier = server?.app.services.notifier;
    try {
      if (notifier === undefined) throw new Error('there is no server just now');
      await database.withScope(scope, async (queries) => {
        for (let count = from; count < from + BATCH; count += 1) {
          const event = { kind: 'company', what: 'COMPANY', subject: `no. ${count}`, text: 'x' } as const;
          await notifier.publish(queries, event, { organizationType: 'VMS' });
        }
      });
      return;
    } catch (error) {
      if (notifier !== undefined && !isUnavailable(error)) throw error;
      await delay(50);
    }
  }
}

test('a kill -9 of the database and a restart of the server lose nothing, duplicate nothing and keep the order', async () => {
  const users = await makeUsers();
  for (const user of users) await connectAll(user);
  const [{ organizationId }] = users as [FixtureUser];
  const scope: Scope = { organizationId, tenantId: organizationId, organizationType: 'VMS', userId: null };

  const killDatabase = async (): Promise<void> => {
    const pid = Number(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    await kill9(pid);
  };
  const restart = async (): Promise<void> => {
    const leaving = server;
    server = undefined;
    await leaving?.stop();
    server = await start();
  };
  let disturbance: Promise<void> = Promise.resolve();
  for (let from = 0; from < EVENTS; from += BATCH) {
    if (from === EVENTS * 0.4) disturbance = killDatabase();
    if (from === EVENTS * 0.7) disturbance = disturbance.then(restart);
    await writeBatch(scope, from);
  }
  await disturbance;
  // A batch with an unknown commit result is written again, so the rows say how many there are.
  const { rows } = await database.withOwner((client) =>
    client.query<{ user_id: string; last: string; found: string }>(
      'select user_id, max(sequence) as last, count(*) as found from notification_events group by user_id',
    ),
  );
  const last = Number(rows[0]?.last);
  expect(rows.map((row) => [Number(row.last), Number(row.found)])).toEqual(Array(USERS).fill([last, last]));
  expect(last).toBeGreaterThanOrEqual(EVENTS);
  await until(() => clients.every((client) => client.last >= last), `all clients have event ${last}`);
  await Promise.all(clients.map((client) => client.flushed()));
  const expected = upTo(last);
  for (const client of clients) expect(client.sequences).toEqual(expected);
  expect(clients.map(({ resets }) => resets)).toEqual(clients.map(() => 0));
  expect(clients.every(({ connections }) => connections >= 2)).toBe(true);
});
