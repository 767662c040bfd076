/** The server's own backups: one per night, each verified by a restore, whatever happens in the meantime. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { BackupPlan } from '../../../server/base/config';
import { deriveKeys } from '../../../server/base/keys';
import { CreateDatabaseDenied, openDatabase, type Database } from '../../../server/database';
import { backupIfDue, startBackups, type BackupServices } from '../../../server/platform/backups/schedule';
import { readHistory } from '../../../server/platform/backups/runs';
import { maintain } from '../support/cluster';
import { contents } from '../support/contents';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures } from '../support/fixtures';
import { vmsOn } from '../support/vms';

const SECRET = 'a secret for tests only, long enough to be one';
let db: TestDatabase;
let plan: BackupPlan;
let log: { level: number; msg: string; problem?: string; verified?: string }[];

beforeAll(async () => {
  db = await openTestDatabase();
  await new Fixtures(db.owner).user('NIGHT');
});
afterAll(() => db.close());
beforeEach(() => {
  log = [];
  plan = { folder: fs.mkdtempSync(path.join(tmpdir(), 'vms-nightly-')), minuteOfDay: 150, keep: 2 };
});
afterEach(async () => {
  fs.rmSync(plan.folder, { recursive: true, force: true });
  await db.database.withOwner((owner) => owner.query('delete from backup_runs'));
});

/** Restores into a copy of the migrated template. The real method runs all migrations, so only one test uses it. */
const quickly = (database: Database): BackupServices['database'] => ({
  ...database,
  withTemporaryDatabase: async (work) => {
    const target = await openTestDatabase();
    try {
      return await target.database.withOwner(work);
    } finally {
      await target.close();
    }
  },
});
const services = (database = quickly(db.database)) => ({
  database,
  keys: deriveKeys(SECRET),
  log: pino({ level: 'trace' }, { write: (line: string) => void log.push(JSON.parse(line) as (typeof log)[0]) }),
});
const at = (time: string, database?: Database) => backupIfDue(services(database), plan, () => new Date(time));
const history = () => db.database.withOwner((owner) => readHistory(owner, new Date()));
const files = () => fs.readdirSync(plan.folder).sort();
/** Those beside this file's own database: other files check backups at the same time. */
const databases = () =>
  maintain(async (client) => {
    const own = new URL(db.options.databaseUrl ?? '').pathname.slice(1);
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1) and datname like '%backup_check'`,
      [own],
    );
    return rows;
  });
const doctor = async () => {
  const { out } = await vmsOn(db)(['doctor'], { BACKUP_DIR: plan.folder, DATA_DIR: '/' });
  return /^.* backups: .*$/m.exec(out)?.[0];
};

test('one is made per night and verified by a restore; of its own files the oldest are deleted', async () => {
  fs.writeFileSync(path.join(plan.folder, 'notes.backup'), 'not ours');
  await at('2026-03-01T20:00:00Z');
  await at('2026-03-01T23:59:00Z');
  await at('2026-03-02T02:29:00Z');
  expect(files()).toEqual(['notes.backup', 'vms-2026-03-01T20-00-00Z.backup']);
  await at('2026-03-02T02:30:00Z');
  const { lastGood } = await at('2026-03-03T02:31:00Z', db.database);
  expect(files()).toEqual(['notes.backup', 'vms-2026-03-02T02-30-00Z.backup', 'vms-2026-03-03T02-31-00Z.backup']);
  expect(lastGood).toMatchObject({ verified: 'restored', problem: null });
  expect(log.map(({ msg, verified }) => [msg, verified])).toEqual(
    Array.from({ length: 3 }, () => ['a backup was made', 'restored']),
  );
  expect(await databases()).toEqual([]);
  const target = await openTestDatabase();
  try {
    const file = path.join(plan.folder, 'vms-2026-03-03T02-31-00Z.backup');
    expect(await vmsOn(target)(['restore', file])).toMatchObject({ code: 0, errors: '' });
    const { backup_runs: ours, ...restored } = await contents(target.owner);
    const { backup_runs: theirs, ...expected } = await contents(db.owner);
    expect(restored).toEqual(expected);
    expect([ours, theirs]).toEqual([expect.objectContaining({ rows: 0 }), expect.objectContaining({ rows: 3 })]);
  } finally {
    await target.close();
  }
});

test('of several nodes one makes it', async () => {
  const second = await openDatabase(db.options);
  try {
    const now = () => new Date('2026-03-02T02:30:00Z');
    await Promise.all([backupIfDue(services(), plan, now), backupIfDue(services(quickly(second)), plan, now)]);
    expect(log.map(({ msg }) => msg)).toEqual(['a backup was made']);
    expect(files()).toHaveLength(1);
  } finally {
    await second.close();
  }
});

test('a full disk leaves nothing behind, is reported once in the log and by the doctor, and is retried after an hour', async () => {
  const write = fs.createWriteStream;
  const full = jest.spyOn(fs, 'createWriteStream').mockImplementation(() => write('/dev/full'));
  const { last } = await at('2026-03-02T02:30:00Z');
  expect(files()).toEqual([]);
  expect(last?.problem).toMatch(
    /^The disk is full, and nothing was kept of .*Free some space, or choose another folder\.$/,
  );
  expect(log.map(({ level, problem }) => [level, problem])).toEqual([[50, last?.problem]]);
  expect(await doctor()).toMatch(/^WRONG backups: The backup of Mar 2, 2026, 2:30\sAM UTC failed: The disk is full/);
  const manual = await vmsOn(db)(['backup', path.join(plan.folder, 'mine.backup')]);
  expect([manual.code, manual.errors]).toEqual([1, expect.stringMatching(/^The disk is full, [^\n]*$/)]);
  expect(files()).toEqual([]);
  full.mockRestore();
  await at('2026-03-02T03:29:00Z');
  expect(files()).toEqual([]);
  await at('2026-03-02T03:30:00Z');
  expect(files()).toEqual(['vms-2026-03-02T03-30-00Z.backup']);
});

test('a backup that cannot be restored does not count as good, and no good one is deleted', async () => {
  await at('2026-03-01T02:30:00Z');
  const database = {
    ...db.database,
    withTemporaryDatabase: () => Promise.reject(new Error('The backup is damaged.')),
  };
  const { last, lastGood } = await backupIfDue(
    services(database),
    { ...plan, keep: 1 },
    () => new Date('2026-03-02T02:30:00Z'),
  );
  expect(files()).toEqual(['vms-2026-03-01T02-30-00Z.backup', 'vms-2026-03-02T02-30-00Z.backup.unverified']);
  expect([last?.problem, lastGood?.startedAt.toISOString()]).toEqual([
    'The backup is damaged.',
    '2026-03-01T02:30:00.000Z',
  ]);
  await at('2026-03-03T02:30:00Z');
  expect(files()).toEqual(['vms-2026-03-01T02-30-00Z.backup', 'vms-2026-03-03T02-30-00Z.backup']);
});

test('a running server makes one at its start and shows it in its metrics; one that stops aborts it without traces', async () => {
  const registry = new Registry();
  const start = (folder: string) =>
    startBackups({
      ...{ ...services(), config: { backups: { ...plan, folder } }, metrics: { registry } },
      clock: { now: Date.now },
    });
  await start(plan.folder)();
  expect([files(), await history()]).toEqual([[], { last: undefined, lastGood: undefined }]);
  registry.clear();
  const stop = start(plan.folder);
  while (!/timestamp_seconds\{verified="restored"\} \d/.test(await registry.metrics()))
    await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  expect(await registry.metrics()).toMatch(/^vms_backup_failed 0$/m);
  expect(await doctor()).toMatch(/^ok {4}backups: .*\.backup of .*, restored to check it$/);
});

test.each([
  [
    'restored',
    (work: Parameters<Database['withTemporaryDatabase']>[0]) => quickly(db.database).withTemporaryDatabase(work),
  ],
  ['read', () => Promise.reject(new CreateDatabaseDenied('no right to create databases'))],
])(
  'a server that stops while its backup is %s to check it does not wait for the end, and records no run',
  async (_, check) => {
    const stopping = new AbortController();
    const database: BackupServices['database'] = {
      ...db.database,
      withTemporaryDatabase: (work) => {
        stopping.abort(new Error('the server stops'));
        return check(work) as never;
      },
    };
    const { last } = await backupIfDue(
      services(database),
      plan,
      () => new Date('2026-03-02T02:30:00Z'),
      stopping.signal,
    );
    expect([last, files().filter((name) => name.endsWith('.backup'))]).toEqual([undefined, []]);
  },
);

test('a backup dated in the future, by a wrong clock, replaces none: nightly ones go on, and the doctor reports it until then', async () => {
  const now = Date.now();
  const night = new Date(now).toISOString();
  const inThreeWeeks = new Date(now + 21 * 86_400_000).toISOString();
  await at(inThreeWeeks);
  const [fromFuture = ''] = files();
  expect(await doctor()).toMatch(
    /^WRONG backups: The backup of .* is dated in the future, because a clock was wrong\. Synchronize the clocks \(NTP\)/,
  );
  const { lastGood } = await backupIfDue(services(), { ...plan, keep: 1 }, () => new Date(night));
  expect(lastGood?.startedAt.toISOString()).toBe(night);
  // The only one that is kept is the new one, although its name is the earlier one.
  expect([files().length, files().includes(fromFuture)]).toEqual([1, false]);
  expect(await doctor()).toMatch(/^ok {4}backups: /);
});

test('the doctor reports a last good backup that is not in BACKUP_DIR, and names another node that made it', async () => {
  await at(new Date().toISOString());
  expect(await doctor()).toMatch(/^ok {4}backups: /);
  const [name = ''] = files();
  const elsewhere = fs.mkdtempSync(path.join(tmpdir(), 'vms-elsewhere-'));
  try {
    fs.renameSync(path.join(plan.folder, name), path.join(elsewhere, name));
    expect(await doctor()).toMatch(
      /^WRONG backups: The last good backup, .*\.backup of .*, is not in .*\. Put it back, or run "vms backup" now/,
    );
    await db.database.withOwner((owner) => owner.query(`update backup_runs set node = 'second.example'`));
    expect(await doctor()).toMatch(
      /^WRONG backups: .* was made by the node second\.example and is not in .*\. Make BACKUP_DIR one folder that all nodes share\.$/,
    );
    plan = { ...plan, folder: elsewhere };
    expect(await doctor()).toMatch(/^ok {4}backups: .*, restored to check it$/);
  } finally {
    fs.rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('a failure dated in the future does not delay the next backup', async () => {
  const broken = { ...db.database, withTemporaryDatabase: () => Promise.reject(new Error('The backup is damaged.')) };
  await backupIfDue(services(broken), plan, () => new Date('2026-04-01T02:30:00Z'));
  await at('2026-03-02T02:30:00Z');
  expect(files()).toEqual(['vms-2026-03-02T02-30-00Z.backup']);
});

test('the time is that of the database, whatever the clock of the machine shows', async () => {
  const registry = new Registry();
  const stop = startBackups({
    ...{ ...services(), config: { backups: plan }, metrics: { registry } },
    clock: { now: () => Date.parse('2026-03-02T02:30:00Z') },
  });
  while (files().every((name) => !name.endsWith('.backup'))) await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  expect(files()).toEqual(['vms-2026-03-02T02-30-00Z.backup']);
});
