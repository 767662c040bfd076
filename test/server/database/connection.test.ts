/** What the rest of the server can rely on when the database is slow, busy, in conflict or unavailable. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { Client } from 'pg';
import { isUnavailable, openDatabase, withRetry } from '../../../server/database';
import { EmbeddedPostgres } from '../../../server/database/embedded';
import { findPackage } from '../../../server/database/embedded/binaries';
import { NO_LOG } from '../../../server/database/pool';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { kill9, migratedFolder, removeTemporaryFolders, temporaryFolder, until } from './support/processes';
let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
  removeTemporaryFolders();
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const SCOPE = {
  organizationId: crypto.randomUUID(),
  organizationType: 'VMS',
  tenantId: crypto.randomUUID(),
  userId: null,
} as const;

test('a query may take 5 s; a longer one is ended, and counts as the database being unavailable', async () => {
  const usual = await openDatabase({ ...db.options, timeoutFactor: 1 });
  const { rows } = await sql`select current_setting('statement_timeout') as limit`.execute(usual.queries);
  expect(rows).toEqual([{ limit: '5s' }]);
  await usual.close();

  const error = await failure(
    db.database.withScope(SCOPE, async (queries) => {
      await sql`set local statement_timeout = 50`.execute(queries);
      await sql`select pg_sleep(600)`.execute(queries);
    }),
  );
  expect(error).toMatchObject({ code: '57014' });
  expect(isUnavailable(error)).toBe(true);
});

test('a call that finds all connections busy is refused before one is free', async () => {
  const MAX_CONNECTIONS = 10;
  const impatient = await openDatabase({ ...db.options, timeoutFactor: 0.2 });
  let free = (): void => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  let taken = 0;
  const take = async (): Promise<void> => {
    const waiting = impatient.queries.connection().execute(() => {
      taken += 1;
      return held;
    });
    const error = await failure(waiting);
    // On a busy machine connecting itself may take long.
    if (error !== undefined) await take();
  };
  const busy = Array.from({ length: MAX_CONNECTIONS }, take);
  await until(() => taken === MAX_CONNECTIONS, 'all connections are taken');
  const error = await failure(impatient.ping());
  free();
  expect(isUnavailable(error)).toBe(true);
  await Promise.all(busy);
  await impatient.close();
});

test('a connection that dies during a transaction fails only that transaction', async () => {
  const error = await failure(
    db.database.withScope(SCOPE, async (queries) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries);
      const pid = rows[0]?.pid;
      await sql`select pg_terminate_backend(${pid})`.execute(db.owner);
      const left = sql`select from pg_stat_activity where pid = ${pid}`;
      await until(async () => (await left.execute(db.owner)).rows.length === 0, 'the connection is gone');
      await sql`select 1`.execute(queries);
    }),
  );
  expect(isUnavailable(error)).toBe(true);
  await db.database.ping();
});

test('two conflicting transactions both succeed: the one rolled back is retried', async () => {
  await sql`create table crossing (n integer primary key, hits integer not null default 0)`.execute(db.owner);
  await sql`insert into crossing values (1), (2)`.execute(db.owner);
  let tries = 0;
  let holding = 0;
  const cross = (first: number, second: number): Promise<void> =>
    withRetry(() =>
      db.owner.transaction().execute(async (queries) => {
        tries += 1;
        await sql`update crossing set hits = hits + 1 where n = ${first}`.execute(queries);
        holding += 1;
        await until(() => holding >= 2, 'each holds the row that the other wants');
        await sql`update crossing set hits = hits + 1 where n = ${second}`.execute(queries);
      }),
    );
  await Promise.all([cross(1, 2), cross(2, 1)]);
  const { rows } = await sql<{ hits: number }>`select hits from crossing order by n`.execute(db.owner);
  expect(rows.map(({ hits }) => hits)).toEqual([2, 2]);
  expect(tries).toBeGreaterThan(2);
});

test('counts are numbers and calendar dates are text, in any time zone of the machine', async () => {
  const { rows } = await sql`select 9007199254740991::bigint as n, date '2026-02-28' as d`.execute(db.database.queries);
  expect(rows).toEqual([{ n: 9_007_199_254_740_991, d: '2026-02-28' }]);
});

test('when the embedded database is killed, calls fail as unavailable and recover automatically', async () => {
  const dataDir = await migratedFolder();
  const database = await openDatabase({ dataDir });
  try {
    await kill9(Number(readFileSync(`${dataDir}/postgres/cluster/postmaster.pid`, 'utf8').split('\n')[0]));
    expect(isUnavailable(await failure(database.ping()))).toBe(true);
    await until(async () => (await failure(database.ping())) === undefined, 'the database answers again');
  } finally {
    await database.close();
  }
});

describe('a PostgreSQL address', () => {
  let server: EmbeddedPostgres;
  const url = (user: string, password: unknown, name = 'vms'): string => {
    const { host = '' } = server.connection('postgres');
    return `postgres://${user}:${String(password)}@${encodeURIComponent(host)}/${name}`;
  };
  const asSuperuser = async (text: string): Promise<void> => {
    const client = new Client(server.connection('postgres'));
    await client.connect();
    await client.query(text).finally(() => client.end());
  };

  beforeAll(async () => {
    server = await EmbeddedPostgres.start(temporaryFolder(), NO_LOG, { packageDir: findPackage() });
    await asSuperuser(`create role somebody login createrole password 'somebody'`);
    await asSuperuser('drop database if exists theirs');
    await asSuperuser('create database theirs owner somebody');
  });
  afterAll(() => server.stop());

  test('whose user may neither create nor change vms_app is refused with instructions', async () => {
    const start = openDatabase({ dataDir: temporaryFolder(), databaseUrl: url('somebody', 'somebody', 'theirs') });
    await expect(start).rejects.toThrow(/cannot set up the role vms_app .*DATABASE_APP_URL/);
  });

  test('whose user may create roles gets its own vms_app, the same for every node', async () => {
    await asSuperuser('revoke all on database vms from vms_app');
    await asSuperuser('drop role vms_app');
    const options = { dataDir: temporaryFolder(), databaseUrl: url('somebody', 'somebody', 'theirs') };
    const nodes = [await openDatabase(options), await openDatabase({ ...options, dataDir: temporaryFolder() })];
    for (const node of nodes) {
      const { rows } =
        await sql`select current_user as who, rolbypassrls from pg_roles where rolname = current_user`.execute(
          node.queries,
        );
      expect(rows).toEqual([{ who: 'vms_app', rolbypassrls: false }]);
    }
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('is refused if the app role could bypass row-level security', async () => {
    await asSuperuser(`create role mighty login bypassrls password 'mighty'`);
    const options = { dataDir: temporaryFolder(), databaseUrl: url('somebody', 'somebody', 'theirs') };
    const start = openDatabase({ ...options, databaseAppUrl: url('mighty', 'mighty', 'theirs') });
    await expect(start).rejects.toThrow(/The role mighty could bypass row-level security/);
  });

  test('that cannot be reached is refused in one line without the password', async () => {
    const start = openDatabase({
      dataDir: temporaryFolder(),
      databaseUrl: 'postgres://me:secret-word@127.0.0.1:9/none',
    });
    const error = (await failure(start)) as Error;
    expect(error.message).toMatch(/^DATABASE_URL cannot be used [^\n]*$/);
    expect(error.message).not.toContain('secret-word');
  });
});
