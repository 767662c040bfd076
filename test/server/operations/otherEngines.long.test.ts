/** From the embedded PostgreSQL to the system's, another major version, and back. `npm run test:long` installs it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { openDatabase, type Schema } from '../../../server/database';
import { childUser } from '../../../server/database/embedded/systemUser';
import { contents, guards, sequences } from '../support/contents';
import { openDemoDatabase, openTestDatabase, type TestDatabase } from '../support/database';
import { vmsOn } from '../support/vms';
import { freePort, until } from '../database/support/processes';

const PASSWORD = 'only-on-loopback';
let folder: string;
let postgres: ChildProcess;
let url: string;
let version: string;

beforeAll(async () => {
  const bin = process.env['POSTGRES_BIN'];
  if (bin === undefined) throw new Error('POSTGRES_BIN is not set: run it with `npm run test:long -- otherEngines`.');
  // PostgreSQL does not run as root.
  const user = childUser();
  folder = mkdtempSync(path.join(tmpdir(), 'vms-engine-'));
  const cluster = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, PASSWORD);
  if (user !== undefined) for (const owned of [folder, cluster, passwordFile]) chownSync(owned, user.uid, user.gid);
  const quiet = { ...user, cwd: folder, stdio: 'ignore' as const };
  const access = ['--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
  execFileSync(path.join(bin, 'initdb'), ['-D', cluster, '--encoding', 'UTF8', ...access], quiet);
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  postgres = spawn(path.join(bin, 'postgres'), ['-D', cluster, ...given], quiet);
  const address = (who: string, name: string) => `postgres://${who}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const superuser = async (): Promise<Client> => {
    const client = new Client(address('postgres', 'postgres'));
    await client.connect();
    return client;
  };
  await until(
    () =>
      superuser().then(
        (client) => client.end().then(() => true),
        () => false,
      ),
    'PostgreSQL answers',
  );
  const client = await superuser();
  await client.query(`create role vms login createrole createdb password '${PASSWORD}'`);
  await client.query('create database vms owner vms');
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  version = rows[0]?.server_version ?? '';
  await client.end();
  url = address('vms', 'vms');
});
afterAll(async () => {
  const ended = once(postgres, 'exit');
  postgres.kill('SIGINT');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

test('the demo moves from the embedded PostgreSQL to another major version and back, equal table by table', async () => {
  const options: TestDatabase['options'] = { dataDir: folder, databaseUrl: url };
  const [there, back] = ['there', 'back'].map((name) => path.join(folder, `${name}.backup`));
  const [demo, target] = await Promise.all([openDemoDatabase(), openTestDatabase()]);
  const pool = new Pool({ connectionString: url, max: 2 });
  const other = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    expect(version).not.toMatch(/^18/);
    expect(await vmsOn(demo)(['backup', there!])).toMatchObject({ code: 0, errors: '' });
    expect(await vmsOn({ options })(['restore', there!])).toMatchObject({ code: 0, errors: '' });
    expect(await contents(other)).toEqual(await contents(demo.owner));
    expect(await guards(other)).toEqual(await guards(demo.owner));
    expect(await sequences(other)).toEqual(await sequences(demo.owner));
    // As a server opens it, with its own roles.
    await (await openDatabase(options)).close();
    expect(await vmsOn({ options })(['backup', back!])).toMatchObject({ code: 0, errors: '' });
    expect(await vmsOn({ options })(['check-backup', '--restore', back!])).toMatchObject({ code: 0, errors: '' });
    expect(await vmsOn(target)(['restore', back!])).toMatchObject({ code: 0, errors: '' });
    expect(await contents(target.owner)).toEqual(await contents(demo.owner));
    expect(await guards(target.owner)).toEqual(await guards(demo.owner));
  } finally {
    await other.destroy();
    await Promise.all([demo.close(), target.close()]);
  }
});
