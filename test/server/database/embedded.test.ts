/** The embedded PostgreSQL through starts, stops and every kind of crash. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../../server/database/embedded';
import { findPackage } from '../../../server/database/embedded/binaries';
import { NO_LOG } from '../../../server/database/pool';
import { hold, kill9, removeTemporaryFolders, temporaryFolder, until } from './support/processes';
import { cases } from '../../support/cases';

const CRASHES = cases('times a database is killed while rows are written', { usual: 4, long: 50 });
const NOBODY = '65534';
const isRoot = process.getuid?.() === 0;
afterAll(removeTemporaryFolders);

let initialized: Promise<string> | undefined;

/** A copy of a folder after a first start, because most tests are about later starts. */
async function initializedFolder(): Promise<string> {
  initialized ??= (async () => {
    const dataDir = temporaryFolder();
    await (await EmbeddedPostgres.start(dataDir, NO_LOG)).stop();
    return dataDir;
  })();
  const copy = temporaryFolder();
  // With its owner, who is another user if root runs the tests.
  execFileSync('cp', ['-a', `${await initialized}/.`, copy]);
  return copy;
}

async function one<T>(postgres: EmbeddedPostgres, sql: string): Promise<T> {
  const client = new Client(postgres.connection('vms_owner'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: T }>(sql);
    return rows[0]?.value as T;
  } finally {
    await client.end();
  }
}

test('starts on an empty folder, not as root, stops, and starts again on the same database', async () => {
  const dataDir = temporaryFolder();
  const version = path.join(dataDir, 'postgres/cluster/PG_VERSION');
  const first = await hold(dataDir);
  if (isRoot) expect(lstatSync(`/proc/${first.postgres}`).uid).not.toBe(0);
  await first.close();
  const made = lstatSync(version);
  const later = await hold(dataDir);
  await later.close();
  expect([first.error, later.error]).toEqual([undefined, undefined]);
  const kept = lstatSync(version);
  expect([kept.ino, kept.mtimeMs]).toEqual([made.ino, made.mtimeMs]);
  expect(existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
});

test('is durable, closed to the network and to a wrong password, and limited as configured', async () => {
  const postgres = await EmbeddedPostgres.start(await initializedFolder(), NO_LOG);
  try {
    const setting = (name: string) => one<string>(postgres, `select current_setting('${name}') as value`);
    expect(await setting('fsync')).toBe('on');
    expect(await setting('synchronous_commit')).toBe('on');
    expect(await setting('data_checksums')).toBe('on');
    expect(await setting('listen_addresses')).toBe('');
    expect(await setting('ssl')).toBe('off');
    expect(await setting('shared_buffers')).toBe('64MB');
    expect((await setting('server_version')).split('.')[0]).toBe('18');
    const { host = '' } = postgres.connection('vms_app');
    expect(lstatSync(host).mode & 0o777).toBe(0o700);
    // A process that can reach the socket still needs a password.
    const client = new Client({ ...postgres.connection('vms_app'), password: 'guess' });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  } finally {
    await postgres.stop();
  }
});

test('loses no acknowledged row over repeated kill -9 of the database, and restarts automatically each time', async () => {
  const postgres = await EmbeddedPostgres.start(await initializedFolder(), NO_LOG);
  try {
    await one(postgres, 'create table ledger (n integer primary key)');
    let acknowledged = 0;
    let attempted = 0;
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const pid = postgres.processId;
      const writing = write(
        postgres,
        () => (attempted += 1),
        (n) => (acknowledged = n),
      );
      const before = acknowledged;
      await until(() => acknowledged >= before + 15 + crash * 7, 'some rows are written');
      process.kill(pid, 'SIGKILL');
      await writing;
      await until(
        async () => postgres.processId !== pid && (await one(postgres, 'select 1 as value')) === 1,
        'the database is back',
      );
      const rows = await one<number>(
        postgres,
        `select count(*)::integer as value from ledger where n <= ${acknowledged}`,
      );
      expect({ crash, rows }).toEqual({ crash, rows: acknowledged });
      attempted = await one<number>(postgres, 'select coalesce(max(n), 0) as value from ledger');
    }
  } finally {
    await postgres.stop();
  }
});

/** Inserts one row per transaction until the connection breaks. */
async function write(postgres: EmbeddedPostgres, next: () => number, acknowledge: (n: number) => void): Promise<void> {
  const client = new Client(postgres.connection('vms_owner'));
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (;;) {
      const n = next();
      await client.query('insert into ledger values ($1)', [n]);
      acknowledge(n);
    }
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('23')) throw error;
  }
}

describe('a damaged folder is refused in one line with instructions', () => {
  const inCluster = (dataDir: string, name: string) => path.join(dataDir, 'postgres/cluster', name);
  test.each<[string, (dataDir: string) => void, RegExp]>([
    ['an empty pg_control', (dir) => truncateSync(inCluster(dir, 'global/pg_control'), 0), /pg_control is empty/],
    ['half a pg_control', (dir) => truncateSync(inCluster(dir, 'global/pg_control'), 4_000), /pg_control is cut off/],
    ['no PG_VERSION', (dir) => rmSync(inCluster(dir, 'PG_VERSION')), /PG_VERSION is missing/],
    [
      'what only PostgreSQL itself notices, with a log that names a folder in another script',
      (dir) => {
        writeFileSync(inCluster(dir, 'postgresql.conf'), 'nonsense');
        writeFileSync(path.join(dir, 'postgres/server.log'), '数据'.repeat(1_000));
      },
      /does not start: configuration file .* contains errors/,
    ],
    [
      'the secret of another one',
      (dir) => writeFileSync(path.join(dir, 'postgres/secret'), 'something else'),
      /does not accept the password of .*secret/,
    ],
  ])('%s', async (_what, damage, says) => {
    const dataDir = await initializedFolder();
    damage(dataDir);
    const error = await EmbeddedPostgres.start(dataDir, NO_LOG).then(
      () => undefined,
      (fault: Error) => fault,
    );
    expect(error?.message).toMatch(says);
    expect(error?.message).toMatch(/restore a backup|made while the server was stopped/);
    expect(error?.message).not.toContain('\n');
    expect(error?.name).toBe('DatabaseStartError');
  });
});

test("a second server on a folder names the process that holds it; one that follows a killed server adopts its database, or recovers it if that was killed too, even if its lock file names another user's process", async () => {
  const dataDir = await initializedFolder();
  const note = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  const killed = await hold(dataDir);
  const second = await hold(dataDir);
  await second.close();
  expect(second.error).toContain(`process ${killed.pid}`);
  process.kill(killed.postgres, 0);
  await kill9(killed.pid);
  await kill9(killed.postgres);

  const recovered = await hold(dataDir);
  expect(recovered.error).toBeUndefined();
  expect(recovered.postgres).not.toBe(killed.postgres);
  await kill9(recovered.pid);
  const text = readFileSync(note, 'utf8');
  await kill9(recovered.postgres);
  writeFileSync(note, text.replace(String(recovered.postgres), '1'));

  const notFooled = await hold(dataDir);
  expect(notFooled.error).toBeUndefined();
  await kill9(notFooled.pid);

  const adopting = await hold(dataDir);
  expect({ error: adopting.error, postgres: adopting.postgres }).toEqual({
    error: undefined,
    postgres: notFooled.postgres,
  });
  await adopting.close();
  expect(existsSync(note)).toBe(false);
});

test('starts after a kill although the process id of its database is now that of another process of its user', async () => {
  const dataDir = await initializedFolder();
  const killed = await hold(dataDir);
  const notes = [path.join(dataDir, 'postgres/cluster/postmaster.pid'), path.join(killed.socket, '.s.PGSQL.5432.lock')];
  await kill9(killed.pid);
  const texts = notes.map((note) => readFileSync(note, 'utf8'));
  await kill9(killed.postgres);
  const { uid, gid } = lstatSync(path.join(dataDir, 'postgres/cluster'));
  const other = spawn('sleep', ['600'], { ...(isRoot && { uid, gid }), stdio: 'ignore' });
  try {
    for (const [index, note] of notes.entries()) {
      writeFileSync(note, texts[index]?.replace(/^\d+/, String(other.pid)) ?? '');
    }
    const holder = await hold(dataDir);
    await holder.close();
    expect(holder.error).toBeUndefined();
    expect(other.exitCode ?? other.signalCode).toBeNull();
  } finally {
    other.kill();
  }
});

test('of two servers that start simultaneously on an empty folder, one wins and the other reports it', async () => {
  const dataDir = temporaryFolder();
  const both = await Promise.all([hold(dataDir), hold(dataDir)]);
  const [winner, loser] = both[0]?.error ? [both[1], both[0]] : [both[0], both[1]];
  expect(winner?.error).toBeUndefined();
  expect(loser?.error).toContain(`process ${winner?.pid}`);
  await Promise.all(both.map((holder) => holder.close()));
});

test('a folder too deep for a Unix socket still works, and leaves nothing outside it', async () => {
  const dataDir = path.join(temporaryFolder(), ...Array.from({ length: 4 }, () => 'd'.repeat(60)));
  const holder = await hold(dataDir);
  expect(holder.error).toBeUndefined();
  expect(holder.socket.startsWith(dataDir)).toBe(false);
  await holder.close();
  expect(existsSync(holder.socket)).toBe(false);
});

let copiedPackage: string | undefined;

/**
 * A copy of the package as installed without install scripts: without its library links. The tests that use it are in
 * the order of what they change in it.
 */
function packageWithoutLinks(): string {
  if (copiedPackage !== undefined) return copiedPackage;
  // Not in memory, where programs may not be allowed to run.
  const copy = path.join(temporaryFolder(tmpdir()), 'package');
  const isLink = (file: string) => lstatSync(file).isSymbolicLink();
  cpSync(findPackage(), copy, { recursive: true, filter: (file) => !file.endsWith('.a') && !isLink(file) });
  copiedPackage = copy;
  return copy;
}

test('runs as an ordinary user from an installation that the user cannot write to', async () => {
  const packageDir = packageWithoutLinks();
  const dataDir = path.join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  if (isRoot) chownSync(dataDir, Number(NOBODY), Number(NOBODY));
  else chmodSync(path.join(packageDir, 'native/lib'), 0o555);
  const holder = await hold(dataDir, packageDir, isRoot ? NOBODY : '');
  await holder.close();
  // The next test writes to it.
  chmodSync(path.join(packageDir, 'native/lib'), 0o755);
  expect(holder.error).toBeUndefined();
  const expected = isRoot ? Number(NOBODY) : process.getuid?.();
  expect(lstatSync(path.join(dataDir, 'postgres/cluster')).uid).toBe(expected);
  expect(existsSync(path.join(packageDir, 'native/lib/libicuuc.so.60'))).toBe(false);
});

test('creates the library links that blocked install scripts would have created', async () => {
  const packageDir = packageWithoutLinks();
  const holder = await hold(await initializedFolder(), packageDir);
  await holder.close();
  expect(holder.error).toBeUndefined();
  expect(existsSync(path.join(packageDir, 'native/lib/libicuuc.so.60'))).toBe(true);
});

// Only root can start as root; an ordinary user's run of this file covers the other half.
if (isRoot) {
  test('started by root in a folder that only root can enter, it is stored where its user can reach it', async () => {
    const dataDir = path.join(temporaryFolder(homedir()), 'data');
    const first = await hold(dataDir);
    await first.close();
    const home = readFileSync(path.join(dataDir, 'postgres.place'), 'utf8');
    const again = await hold(dataDir);
    await again.close();
    const owner = lstatSync(path.join(home, 'cluster')).uid;
    rmSync(home, { recursive: true });
    expect([first.error, again.error]).toEqual([undefined, undefined]);
    expect(owner).not.toBe(0);
  });
}

test('a platform without an embedded database gets one line that names DATABASE_URL', () => {
  expect(() => findPackage('linux-mips')).toThrow(
    /^There is no embedded database for linux-mips .*DATABASE_URL[^\n]*$/,
  );
});

test('programs that cannot run here get the same line', async () => {
  const packageDir = packageWithoutLinks();
  // The head of a program for another processor (big-endian MIPS).
  const foreign = Buffer.from('7f454c4602020100000000000000000000020008000000010000000000000000', 'hex');
  writeFileSync(path.join(packageDir, 'native/bin/initdb'), foreign);
  const start = EmbeddedPostgres.start(temporaryFolder(), NO_LOG, { packageDir });
  await expect(start).rejects.toThrow(/^There is no embedded database for .*DATABASE_URL[^\n]*$/);
});

describe('a database that cannot be created is refused in one line with instructions', () => {
  /** A package whose initdb writes this and fails. */
  function packageThatFails(...lines: readonly string[]): string {
    const packageDir = path.join(temporaryFolder(tmpdir()), 'package');
    const programs = path.join(packageDir, 'native/bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(path.join(packageDir, 'package.json'), JSON.stringify({ version: '18.1.0' }));
    const script = [
      '#!/bin/sh',
      'if [ "$1" = --version ]; then echo "initdb (PostgreSQL) 18.1"; exit; fi',
      ...lines.map((line) => `echo '${line}' >&2`),
      'exit 1',
    ];
    writeFileSync(path.join(programs, 'initdb'), script.join('\n'), { mode: 0o755 });
    return packageDir;
  }

  test.each<[string, readonly string[], RegExp]>([
    [
      'by initdb',
      [
        'initdb: error: could not access directory "/x": Permission denied',
        'initdb: hint: Choose another one.',
        'initdb: removing contents of data directory "/x"',
      ],
      /^The database could not be created in .*: could not access directory "\/x": Permission denied\. .*DATA_DIR[^\n]*$/,
    ],
    [
      'by PostgreSQL',
      [
        '2026-12-01 03:00:00.000 UTC [7] FATAL:  could not create shared memory segment: Function not implemented',
        '2026-12-01 03:00:00.000 UTC [7] DETAIL:  Failed system call was shmget.',
        'child process exited with exit code 1',
      ],
      /^The database could not be created in .*: could not create shared memory segment: Function not implemented\. .*DATA_DIR[^\n]*$/,
    ],
    [
      'on a full disk',
      [
        'initdb: error: could not write file "/x/pg_hba.conf": No space left on device',
        'initdb: removing contents of data directory "/x"',
      ],
      /^The disk of .* is full: free some space, and start again\.$/,
    ],
    ['without a message', [], /^The database could not be created in .*: initdb ended with 1\. .*DATA_DIR[^\n]*$/],
  ])('%s', async (_by, lines, says) => {
    const start = EmbeddedPostgres.start(temporaryFolder(), NO_LOG, { packageDir: packageThatFails(...lines) });
    await expect(start).rejects.toMatchObject({ name: 'DatabaseStartError', message: expect.stringMatching(says) });
  });
});
