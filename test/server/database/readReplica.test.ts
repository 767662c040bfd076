/** Which database answers: with a real streaming replica, also while it is behind, down or not a replica. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { serve } from '../../../server/app/serve';
import { describeStartFailure } from '../../../server/app/start';
import { readConfig } from '../../../server/base/config';
import type { Environment } from '../../../server/base/environment';
import { deriveKeys } from '../../../server/base/keys';
import { openDatabase, type Database, type Scope } from '../../../server/database';
import { cases } from '../../support/cases';
import { startProgram, type Program, type Reader } from '../notifications/support';
import { startTestServer } from '../support/server';
import { startStreamingPair, type StreamingPair } from '../support/streamingPair';
import { vmsOn } from '../support/vms';
import { freePort, until } from './support/processes';

const ROUNDS = cases('rounds of a write that is not replicated yet', { usual: 2, long: 5 });

let pair: StreamingPair;
let program: Program;
let manager: Reader;

const database = () => program.server.database;
const isIn = (wanted: boolean) =>
  until(() => database().replica?.isIn === wanted, wanted ? 'reads go to the replica' : 'it is left out');
/** Whether the replica answered a read of a user who has written up to this position. */
const isReadThere = (lastWrite: string | undefined, scope: Scope = program.scope()) =>
  database().reading({ ...scope, ...(lastWrite !== undefined && { lastWrite }) }, async (queries) => {
    const { rows } = await sql<{ there: boolean }>`select pg_is_in_recovery() as there`.execute(queries);
    return rows[0]?.there;
  });
/** What the metrics report about it. */
const leftOut = async (): Promise<string | undefined> =>
  /^vms_replica_left_out (.*)$/m.exec((await program.server.client().get('/metrics')).text)?.[1];
const pause = () => pair.query(pair.replica, 'select pg_wal_replay_pause()');
const resume = () => pair.query(pair.replica, 'select pg_wal_replay_resume()');
const FILTERS = '/api-client/v1/dashboard/filters';
const searchNames = async (url = program.server.url): Promise<unknown> => {
  const answer = await fetch(`${url}${FILTERS}?dashboard=HOME`, {
    headers: { authorization: `Bearer ${manager.token}` },
  });
  const { savedFilters } = (await answer.json()) as { savedFilters: readonly { searchName: string }[] };
  return savedFilters.map(({ searchName }) => searchName);
};
const saveSearch = async (searchName: string): Promise<void> => {
  const body = { dashboard: 'HOME', searchName, public: false, default: false, filter: '{}' };
  const answer = await manager.client.post(FILTERS, body, { token: manager.token });
  if (answer.status !== 200) throw new Error(answer.text);
};
const lastWriteOf = async (userId: string): Promise<string> => {
  const { rows } = await sql<{ position: string }>`select access_last_write(${userId}::uuid)::text as position`.execute(
    database().queries,
  );
  return rows[0]?.position ?? '';
};
/** Four nodes that start at the same time on an empty PostgreSQL. */
let started: readonly PromiseSettledResult<Database>[] = [];
beforeAll(async () => {
  pair = await startStreamingPair();
  const start = () => openDatabase({ dataDir: tmpdir(), databaseUrl: pair.primaryUrl });
  started = await Promise.allSettled(Array.from({ length: 4 }, start));
  for (const each of started) if (each.status === 'fulfilled') await each.value.close();
  program = await startProgram('ONE', await startTestServer({}, () => pair.open()));
  manager = await program.signedIn('MANAGER');
  await isIn(true);
});
afterAll(async () => {
  await program.server.stop();
  await pair.stop();
});

test('nodes that start at the same time on an empty database all start: one sets up its role and schema, the others wait', () => {
  expect(started.map((each) => (each.status === 'rejected' ? String(each.reason) : 'started'))).toEqual(
    Array(4).fill('started'),
  );
});

test("rows written before the replica's state are read there, in the scope of the caller", async () => {
  expect(await isReadThere('0/0')).toBe(true);
  const jobs = (place: 'MANAGER' | 'SUPPLIER-1') =>
    database().reading({ ...program.scope(place), lastWrite: '0/0' }, async (queries) => {
      const { rows } = await sql<{ there: boolean; count: number; own: number }>`
        select pg_is_in_recovery() as there, count(*) as count,
          count(*) filter (where agency_id = ${program.world.supplier[0].id}) as own from submissions`.execute(queries);
      return rows[0];
    });
  const all = await jobs('MANAGER');
  const own = await jobs('SUPPLIER-1');
  expect([all?.there, own?.there]).toEqual([true, true]);
  expect(own?.count).toBe(own?.own);
  expect(own!.count).toBeGreaterThan(0);
  expect(own!.count).toBeLessThan(all!.count);
});

test('a read that reaches its time limit there is not repeated on the primary', async () => {
  let runs = 0;
  const slow = database().reading({ ...program.scope(), lastWrite: '0/0' }, async (queries) => {
    runs += 1;
    await sql`set local statement_timeout = 50`.execute(queries);
    await sql`select pg_sleep(60)`.execute(queries);
  });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect(runs).toBe(1);
});

test('opening a record still reads from the replica', async () => {
  const before = await lastWriteOf(manager.user.id);
  const { status } = await manager.client.get(`/api-user/v1/records/job/${program.rows.job}`, { token: manager.token });
  expect(status).toBe(200);
  const { rows } = await sql<{ watched: boolean }>`
    select exists (select from record_watches where user_id = ${manager.user.id} and record_id = ${program.rows.job}) as watched`.execute(
    program.owner,
  );
  expect([rows[0]?.watched, await lastWriteOf(manager.user.id)]).toEqual([true, before]);
});

test('a user whose write is not replicated yet reads from the primary, on any node', async () => {
  const second = await openDatabase(program.server.options);
  const config = readConfig({ PORT: '0', PASSWORD_HASHING: 'quick', LOG_LEVEL: 'silent' });
  const other = await serve(config, second, deriveKeys('a secret for tests only, long enough to be one'));
  await until(() => second.replica?.isIn === true, 'the second node reads from the replica');
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await pause();
      await saveSearch(`Search ${round}`);
      const mine = Array.from({ length: round }, (_, index) => `Search ${index + 1}`);
      expect(await searchNames()).toEqual(mine);
      expect(await searchNames(other.url)).toEqual(mine);
      expect(await isReadThere(await lastWriteOf(manager.user.id))).toBe(false);
      await resume();
      await isIn(true);
      await until(async () => (await isReadThere(await lastWriteOf(manager.user.id))) === true, 'it has replayed it');
      expect(await searchNames()).toEqual(mine);
    }
  } finally {
    await resume();
    await other.stop();
    await second.close();
  }
});

test('a replica that hangs blocks no request permanently, and is used again when it answers', async () => {
  pair.line.freeze();
  expect(await isReadThere('0/0')).toBe(false);
  await isIn(false);
  expect(await leftOut()).toBe('1');
  pair.line.thaw();
  await isIn(true);
  expect(await leftOut()).toBe('0');
  expect(await isReadThere('0/0')).toBe(true);
});

test('a replica killed during reads is skipped until it is back, and no read fails', async () => {
  let isOver = false;
  const answered = { there: 0, here: 0 };
  const read = async (): Promise<void> => {
    while (!isOver) answered[(await isReadThere('0/0')) === true ? 'there' : 'here'] += 1;
  };
  const reading = Promise.all([read(), read(), read(), read()]);
  await until(() => answered.there > 20, 'some that the replica answers');
  await pair.replica.kill();
  await isIn(false);
  const before = answered.here;
  await until(() => answered.here > before + 20, 'some that the primary answers');
  await pair.replica.startAgain();
  const thereBefore = answered.there;
  await until(() => answered.there > thereBefore + 20, 'some that the replica answers again');
  isOver = true;
  await reading;
});

test('a replica that falls behind is skipped until it has caught up', async () => {
  await pause();
  await sql`select access_note_write(${manager.user.id}::uuid)`.execute(database().queries);
  await isIn(false);
  await resume();
  await isIn(true);
});

test('after a crash, when writers are unknown, all earlier writes count as the reader’s own', async () => {
  const [before] = await pair.query(pair.primary, 'select pg_current_wal_lsn()::text as position');
  const emptied = await program.owner.transaction().execute(async (queries) => {
    await sql`delete from last_writes`.execute(queries);
    const { rows } = await sql<{ position: string }>`
      select access_last_write(${manager.user.id}::uuid)::text as position`.execute(queries);
    await sql`select access_log_position()`.execute(queries);
    return rows[0]?.position;
  });
  expect(emptied).toBe('FFFFFFFF/FFFFFFFF');
  const { rows } = await sql<{ later: boolean }>`
    select access_last_write(${manager.user.id}::uuid) >= ${before?.['position']}::pg_lsn as later`.execute(
    database().queries,
  );
  expect(rows).toEqual([{ later: true }]);
});

describe('a wrong DATABASE_READ_URL', () => {
  const doctor = (url: string, more: Environment = {}) =>
    vmsOn(program.server)(['doctor'], { ...more, DATABASE_READ_URL: url }).then(({ code, out }) => ({
      code,
      replica: out.split('\n').find((line) => line.includes('replica: ')),
    }));
  const failure = (databaseReadUrl: string, options = program.server.options) =>
    openDatabase({ ...options, databaseReadUrl }).then(
      async (opened) => opened.close().then(() => 'it started'),
      describeStartFailure,
    );

  test('of another database aborts the start with one line, and doctor reports it', async () => {
    const other = await pair.stranger();
    const url = `postgres://127.0.0.1:${other.port}/vms`;
    const wrong = [url, `${pair.readUrl}/nothing`];
    try {
      for (const address of wrong) {
        expect(await failure(address)).toMatch(/^DATABASE_READ_URL cannot be used \([^\n]+\)\. It must be [^\n]+$/);
        expect(await doctor(address)).toEqual({
          code: 1,
          replica: expect.stringMatching(/^WRONG replica: DATABASE_READ_URL cannot be used/),
        });
      }
    } finally {
      await other.kill();
    }
  });

  test('of another database of the same server aborts the start, and doctor reports it; restore and migrate do not use it', async () => {
    await pair.query(pair.primary, 'create database vms_restored owner vms');
    const restored = { DATABASE_URL: pair.primaryUrl.replace(/vms$/, 'vms_restored') };
    const url = `${pair.readUrl}/vms`;
    const folder = mkdtempSync(path.join(tmpdir(), 'vms-replica-'));
    const archive = path.join(folder, 'vms.backup');
    try {
      const vms = vmsOn(program.server);
      expect(await vms(['backup', archive])).toMatchObject({ code: 0, errors: '' });
      const env = { ...restored, DATABASE_READ_URL: url };
      for (const command of [['restore', archive], ['migrate']])
        expect(await vms(command, env)).toMatchObject({ code: 0, errors: '' });
      const other = { ...program.server.options, databaseUrl: restored.DATABASE_URL };
      expect(await failure(url, other)).toBe(
        'DATABASE_READ_URL cannot be used (it is another database of that server, vms instead of vms_restored). It must be a streaming replica of DATABASE_URL that runs and lets the same roles in.',
      );
      expect(await doctor(url, restored)).toEqual({
        code: 1,
        replica: expect.stringContaining('it is another database of that server, vms instead of vms_restored'),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('of another database of the same server is not used either if the replica was away at the start', async () => {
    await pair.query(pair.primary, 'create database vms_other owner vms');
    const lines: string[] = [];
    const logLine = (facts: object) => void lines.push(JSON.stringify(facts));
    let opened: Database | undefined;
    pair.line.freeze();
    try {
      opened = await openDatabase({
        ...program.server.options,
        databaseUrl: pair.primaryUrl.replace(/vms$/, 'vms_other'),
        databaseReadUrl: `${pair.readUrl}/vms`,
        log: { info: logLine, warn: logLine, error: logLine },
      });
      pair.line.thaw();
      const refusal = 'it is another database of that server, vms instead of vms_other';
      await until(() => lines.some((line) => line.includes(refusal)), 'it is refused');
      expect(opened.replica?.isIn).toBe(false);
    } finally {
      pair.line.thaw();
      await opened?.close();
    }
  });

  test.each(['nothing', 'the primary'])(
    'of %s: the server starts, reports it in one line, and reads from the primary',
    async (what) => {
      const port = what === 'nothing' ? await freePort() : pair.primary.port;
      const url = `postgres://127.0.0.1:${port}/vms`;
      const lines: string[] = [];
      const logLine = (_facts: object, message: string) => void lines.push(message);
      const opened = await openDatabase({
        ...program.server.options,
        databaseReadUrl: url,
        log: { info: logLine, warn: logLine, error: logLine },
      });
      const own = await opened.reading({ ...program.scope(), lastWrite: '0/0' }, (queries) =>
        sql<{ there: boolean }>`select pg_is_in_recovery() as there`.execute(queries),
      );
      await opened.close();
      expect(own.rows).toEqual([{ there: false }]);
      expect(lines).toEqual(['the replica is left out: reads go to the primary until it is back']);
      expect((await doctor(url)).replica).toMatch(/^WRONG replica: DATABASE_READ_URL cannot be used \(/);
    },
  );

  test('is refused without DATABASE_URL, and if it is not a PostgreSQL address', () => {
    const read = 'postgres://db2/vms';
    expect(() => readConfig({ DATABASE_READ_URL: read })).toThrow('DATABASE_READ_URL is set without DATABASE_URL');
    expect(() => readConfig({ DATABASE_URL: read, DATABASE_READ_URL: 'mysql://db2/vms' })).toThrow(
      'DATABASE_READ_URL must be an address that starts with postgres:// or postgresql://.',
    );
  });

  test('doctor accepts a right one', async () => {
    expect((await doctor(pair.readUrl)).replica).toMatch(/^ok {4}replica: \d\.\d s behind the primary$/);
  });
});

test('a promoted replica is no longer used', async () => {
  await isIn(true);
  await pair.query(pair.replica, 'select pg_promote()');
  expect(await isReadThere('0/0')).toBe(false);
  await isIn(false);
  expect(await isReadThere('0/0')).toBe(false);
});
