/** Backups: a restore equals the original; an invalid restore is refused in one line, with nothing written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../../server/database/migrations';
import { contents, guards, sequences } from '../support/contents';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures } from '../support/fixtures';
import { vmsEnvironment, vmsOn } from '../support/vms';
import { openDatabase } from '../../../server/database';
import { migratedFolder, removeTemporaryFolders, temporaryFolder, until } from '../database/support/processes';

let source: TestDatabase;
/** Stays empty: a refused restore writes nothing. */
let empty: TestDatabase;
let folder: string;
let file: string;
/** The content of the file. */
let backedUp: Record<string, unknown>;
const inFolder = (name: string) => path.join(folder, name);

beforeAll(async () => {
  source = await openTestDatabase();
  empty = await openTestDatabase();
  const fixtures = new Fixtures(source.owner);
  for (const code of ['NORTH', 'SOUTH']) for (let n = 0; n < 3; n += 1) await fixtures.user(code);
  backedUp = await contents(source.owner);
  folder = mkdtempSync(path.join(tmpdir(), 'vms-backup-'));
  file = inFolder('whole.backup');
  expect(await vmsOn(source)(['backup', file])).toMatchObject({ code: 0, errors: '' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  removeTemporaryFolders();
  await Promise.all([source.close(), empty.close()]);
});

async function inAnother<T>(work: (target: TestDatabase) => Promise<T>): Promise<T> {
  const target = await openTestDatabase();
  try {
    return await work(target);
  } finally {
    await target.close();
  }
}

test('a restored database is the same, table by table, with its constraints, triggers and sequences', async () => {
  await inAnother(async (target) => {
    const expected = await guards(target.owner);
    expect(await vmsOn(target)(['restore', file])).toMatchObject({ code: 0, errors: '' });
    expect(await contents(target.owner)).toEqual(await contents(source.owner));
    expect(await guards(target.owner)).toEqual(expected);
    expect(await sequences(target.owner)).toEqual(await sequences(source.owner));
    // A second time it is no longer empty.
    const again = await vmsOn(target)(['restore', file]);
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('is not empty')]);
  });
});

test('rows written during the backup are in it completely or not at all, and rows acknowledged before are in it', async () => {
  const other = inFolder('meanwhile.backup');
  let isWriting = true;
  let acknowledged = 0;
  const writing = (async () => {
    for (let n = 0; isWriting; n += 1) {
      await source.owner.transaction().execute(async (queries) => {
        for (const half of ['a', 'b'])
          await sql`insert into demo_seeds (batch, seed, today) values (${5_000 + 2 * n + (half === 'a' ? 0 : 1)}, 1, '2026-01-01')`.execute(
            queries,
          );
      });
      acknowledged += 2;
    }
  })();
  await until(async () => acknowledged >= 20, 'some have been written');
  const before = acknowledged;
  const backup = await vmsOn(source)(['backup', other]);
  isWriting = false;
  await writing;
  expect(backup.code).toBe(0);
  await inAnother(async (target) => {
    expect((await vmsOn(target)(['restore', other])).code).toBe(0);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from demo_seeds where batch >= 5000`.execute(
      target.owner,
    );
    const n = rows[0]?.n ?? -1;
    expect(n % 2).toBe(0);
    expect(n).toBeGreaterThanOrEqual(before);
  });
});

/** The frames of the backup: a letter, four bytes of length, the payload. */
function changedFrames(change: (kind: string, payload: Buffer) => Buffer): Buffer {
  const bytes = gunzipSync(readFileSync(file));
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at + 1);
    const payload = change(bytes.toString('latin1', at, at + 1), Buffer.from(bytes.subarray(at + 5, at + 5 + length)));
    const head = Buffer.from(bytes.subarray(at, at + 5));
    head.writeUInt32BE(payload.length, 1);
    out.push(head, payload);
    at += 5 + length;
  }
  return gzipSync(Buffer.concat(out), { level: 1 });
}
const withHeader = (changed: object) => () =>
  changedFrames((kind, payload) =>
    kind === 'H' ? Buffer.from(JSON.stringify({ ...(JSON.parse(payload.toString()) as object), ...changed })) : payload,
  );

test.each<[string, () => Buffer, string]>([
  ['a file that was cut', () => readFileSync(file).subarray(0, -200), 'cut off'],
  [
    'a file without its last frame',
    () => gzipSync(gunzipSync(readFileSync(file)).subarray(0, -20), { level: 1 }),
    'cut off',
  ],
  [
    'one changed letter of a row',
    () => {
      let done = false;
      return changedFrames((kind, payload) => {
        if (kind === 'D' && !done) payload[payload.length - 3] = (payload[payload.length - 3] ?? 0) ^ 1;
        done ||= kind === 'D';
        return payload;
      });
    },
    'damaged',
  ],
  ['a file of something else', () => Buffer.from('PK\u0003\u0004 not ours'), 'not a backup of this product'],
  ['another product', withHeader({ product: 'other' }), 'not a backup of this product'],
  ['a newer format', withHeader({ format: 2 }), 'newer version'],
  ['a newer schema', withHeader({ migrations: ['9999_later'] }), 'newer version'],
  ['an older schema', withHeader({ migrations: ['0001_foundation'] }), 'older version'],
  ['another secret', withHeader({ secretCheck: 'x' }), 'another SERVER_SECRET'],
])('%s is refused in one line, and nothing is written', async (what, bytes, sentence) => {
  const bad = inFolder(`${what}.backup`);
  writeFileSync(bad, bytes());
  const refused = await vmsOn(empty)(['restore', bad]);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(sentence)]);
  expect(refused.errors).not.toContain('\n');
  const counts = Object.values(await contents(empty.owner)) as { rows: number }[];
  expect(counts.filter(({ rows }) => rows > 0)).toEqual([]);
});

/** The command line as a process of its own; `stop` sends the signal and resolves to its exit code and its message. */
function vmsProcess(on: TestDatabase, args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/vms.ts', ...args], {
    cwd: path.resolve(__dirname, '../../..'),
    env: { ...process.env, ...vmsEnvironment(on) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const errors = text(child.stderr);
  return {
    async stop(...signals: readonly NodeJS.Signals[]) {
      for (const signal of signals) child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, errors: (await errors).trim() };
    },
  };
}
const STOPPED = 'The command was stopped and nothing was changed. You can run it again.';

/** Waits until a session of this database waits for a lock in a statement that begins like this; null if none is. */
async function waitsIn(on: TestDatabase, statement: string): Promise<boolean | null> {
  const { rows } = await sql<{ waits: boolean | null }>`
    select bool_or(wait_event_type = 'Lock') as waits from pg_stat_activity
    where datname = current_database() and query like ${`${statement}%`}`.execute(on.owner);
  return rows[0]?.waits ?? null;
}

test('a kill -9 and Ctrl+C in the middle of a restore leave an empty database, into which it can be restored again', async () => {
  await inAnother(async (target) => {
    // Writers of this table wait, after other tables were written.
    await sql`create function wait_here() returns boolean language plpgsql as $$
      begin perform pg_advisory_xact_lock(99); return true; end $$`.execute(target.owner);
    const isRestoring = () => waitsIn(target, 'copy "user_credentials"');
    for (const [signal, end] of [
      ['SIGKILL', { code: null, errors: '' }],
      ['SIGINT', { code: 1, errors: STOPPED }],
    ] as const) {
      await sql`alter table user_credentials add constraint waits check (wait_here())`.execute(target.owner);
      await target.database.withOwner(async (holder) => {
        await holder.query('select pg_advisory_lock(99)');
        const restoring = vmsProcess(target, ['restore', file]);
        await until(async () => (await isRestoring()) === true, 'the restore is in the middle');
        expect(await restoring.stop(signal)).toEqual(end);
      });
      await until(async () => (await isRestoring()) === null, 'the database has noticed');
      await sql`alter table user_credentials drop constraint waits`.execute(target.owner);
      const counts = Object.entries(await contents(target.owner)) as [string, { rows: number }][];
      expect({ signal, left: counts.filter(([, { rows }]) => rows > 0) }).toEqual({ signal, left: [] });
    }
    expect(await vmsOn(target)(['restore', file])).toMatchObject({ code: 0, errors: '' });
    expect(await contents(target.owner)).toEqual(backedUp);
  });
});

test('Ctrl+C, which a terminal and npm both send, ends a backup and leaves no file', async () => {
  const stopped = inFolder('stopped-in-the-middle.backup');
  await source.owner.transaction().execute(async (holder) => {
    await sql`lock table user_credentials in access exclusive mode`.execute(holder);
    const backup = vmsProcess(source, ['backup', stopped]);
    await until(async () => (await waitsIn(source, 'copy (select')) === true, 'the backup is in the middle');
    expect(existsSync(`${stopped}.part`)).toBe(true);
    expect(await backup.stop('SIGINT', 'SIGINT')).toEqual({ code: 1, errors: STOPPED });
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped-in'))).toEqual([]);
});

test('stopping a check that waits for another one ends it', async () => {
  await source.database.withOwner(async (other) => {
    // As a check holds it.
    await other.query('select pg_advisory_lock($1)', [7_201_321]);
    const check = vmsProcess(source, ['check-backup', '--restore', file]);
    const asks = async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and query like 'select pg_try_advisory_lock%' and application_name = 'vms-backup'`.execute(source.owner);
      return rows.length > 0;
    };
    await until(asks, 'the check waits');
    expect(await check.stop('SIGTERM')).toEqual({ code: 1, errors: STOPPED });
  });
});

test('a backup does not replace a file, and a failed one leaves none', async () => {
  const twice = await vmsOn(source)(['backup', file]);
  expect([twice.code, twice.errors]).toEqual([1, expect.stringContaining('already exists')]);
  const nowhere = await vmsOn(source)(['backup', '/nowhere/at/all.backup']);
  expect([nowhere.code, existsSync('/nowhere')]).toEqual([1, false]);
  expect((await vmsOn(source)(['check-backup', file])).out).toMatch(/is complete\. It was made at \d{4}-/);
});

test('two processes that check a backup at the same time both succeed', async () => {
  const drills = await Promise.all([1, 2].map(() => vmsOn(source)(['check-backup', '--restore', file])));
  const good = { code: 0, errors: '', out: expect.stringMatching(/can be restored: \d+ rows of \d+ tables/) as string };
  expect(drills).toEqual([good, good]);
});

describe('without a server that runs,', () => {
  const embedded = (DATA_DIR: string) => (args: readonly string[]) =>
    vmsOn(source)(args, { DATABASE_URL: undefined, DATABASE_APP_URL: undefined, DATA_DIR });

  test('the embedded database is backed up, unless it is older than the commands: they leave it as it is', async () => {
    const dataDir = await migratedFolder();
    const vms = embedded(dataDir);
    expect(await vms(['backup', inFolder('stopped.backup')])).toMatchObject({ code: 0, errors: '' });

    const older = await openDatabase({ dataDir });
    await older.withOwner((owner) =>
      owner.query('delete from schema_migrations where name = $1', [MIGRATIONS.at(-1)?.name]),
    );
    await older.close();
    const files = readdirSync(folder);
    for (const command of [
      ['backup', inFolder('older.backup')],
      ['audit', 'export'],
      ['check-backup', '--restore', file],
    ])
      expect([command, await vms(command)]).toEqual([
        command,
        {
          code: 1,
          out: '',
          errors: expect.stringMatching(/^The database was made by an older version\..*migrate/) as string,
        },
      ]);
    expect((await vms(['doctor'])).out).toMatch(/^WRONG database: The database was made by an older version/m);
    expect(readdirSync(folder)).toEqual(files);
  });

  test('a command creates no database: a wrong folder is reported, and stays as it is', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    const vms = embedded(dataDir);
    const sentence = `There is no database in ${dataDir}. Set DATA_DIR to the folder of the server`;
    const missed = await vms(['backup', inFolder('missed.backup')]);
    expect([missed.code, missed.errors]).toEqual([1, expect.stringContaining(sentence)]);
    expect((await vms(['doctor'])).out).toContain(`WRONG database: ${sentence}`);
    expect([existsSync(dataDir), existsSync(inFolder('missed.backup'))]).toEqual([false, false]);
  });
});
