/**
 * A primary and its streaming replica, as processes of the test that can be killed and restarted. They are the bundled
 * PostgreSQL, or that of POSTGRES_BIN.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { openDatabase, type DatabaseOptions, type Schema } from '../../../server/database';
import { findBinaries } from '../../../server/database/embedded/binaries';
import { chooseFolders } from '../../../server/database/embedded/folders';
import { SERVER_ENVIRONMENT } from '../../../server/database/embedded/settings';
import { childUser } from '../../../server/database/embedded/systemUser';
import { parentOfTemporaryFolders } from '../../support/temporaryFolders';
import { freePort, until } from '../database/support/processes';
import type { TestDatabase } from './database';

const PASSWORD = 'only-on-loopback';
const TIMEOUT_FACTOR = 20;

export interface PostgresProcess {
  readonly port: number;
  /** kill -9 of all its processes; resolves once they are gone. */
  kill(): Promise<void>;
  /** After `kill`; resolves once it answers. */
  startAgain(): Promise<void>;
}

export interface StreamingPair {
  readonly primary: PostgresProcess;
  readonly replica: PostgresProcess;
  /** Of the owner. */
  readonly primaryUrl: string;
  /** Of the replica, through a connection that can be cut or paused. */
  readonly readUrl: string;
  readonly line: Line;
  /** As the superuser, of the primary or of the replica. */
  query(where: PostgresProcess, statement: string): Promise<readonly Record<string, unknown>[]>;
  /** A migrated database that reads from the replica, for `startTestServer`. */
  open(): Promise<TestDatabase>;
  /** An unrelated cluster with the same roles and a migrated database. */
  stranger(): Promise<PostgresProcess>;
  stop(): Promise<void>;
}

/** `settings` are PostgreSQL's, of both; `parent` is where their files are. */
export async function startStreamingPair(
  settings: Readonly<Record<string, string>> = {},
  parent = parentOfTemporaryFolders(),
): Promise<StreamingPair> {
  const folder = mkdtempSync(path.join(parent, 'vms-pair-'));
  chmodSync(folder, 0o755);
  const [bin, user] = [programs(folder), childUser()];
  const own = (name: string): string => {
    if (user !== undefined) chownSync(name, user.uid, user.gid);
    return name;
  };
  const home = path.join(folder, 'clusters');
  mkdirSync(home);
  own(home);
  const [first, second] = [path.join(home, 'primary'), path.join(home, 'replica')];
  const passwordFile = path.join(home, 'password');
  writeFileSync(passwordFile, PASSWORD);
  own(passwordFile);
  const create = (cluster: string): void => {
    const access = ['--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
    const options = ['--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
    execFileSync(path.join(bin, 'initdb'), ['-D', cluster, ...options, ...access], {
      ...user,
      cwd: home,
      env: SERVER_ENVIRONMENT,
      stdio: 'ignore',
    });
    writeFileSync(path.join(cluster, 'pg_hba.conf'), 'host all,replication all 127.0.0.1/32 scram-sha-256\n');
  };
  create(first);
  // Stopped in order, so that a copy of its files is a backup of it.
  cpSync(first, second, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', '--reference', first, second]);
  chmodSync(second, 0o700);
  writeFileSync(path.join(second, 'standby.signal'), '');
  own(path.join(second, 'standby.signal'));
  const start = (cluster: string, port: number, more: Readonly<Record<string, string>>) =>
    startPostgres(path.join(bin, 'postgres'), cluster, port, { ...settings, ...more });
  const primary = await start(first, await freePort(), { wal_keep_size: '1GB' });
  const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`;
  const replica = await start(second, await freePort(), {
    primary_conninfo: from,
    hot_standby: 'on',
    wal_retrieve_retry_interval: '200ms',
  });
  const query: StreamingPair['query'] = async ({ port }, statement) => {
    const client = new Client({ connectionString: addressOf('postgres', port, 'postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const addDatabase = async (where: PostgresProcess): Promise<void> => {
    await query(where, `create role vms login createrole createdb password '${PASSWORD}'`);
    await query(where, 'create database vms owner vms');
  };
  await addDatabase(primary);
  const line = await Line.to(replica.port);
  const primaryUrl = addressOf('vms', primary.port, 'vms');
  const readUrl = `postgres://127.0.0.1:${line.port}`;
  const caughtUp = () =>
    until(async () => {
      const [here] = await query(primary, 'select pg_current_wal_flush_lsn()::text as at');
      const [there] = await query(
        replica,
        `select pg_last_wal_replay_lsn() >= '${String(here?.['at'])}'::pg_lsn as yes`,
      );
      return there?.['yes'] === true;
    }, 'the replica has everything');
  return {
    primary,
    replica,
    primaryUrl,
    readUrl,
    line,
    query,
    async open() {
      await (await openDatabase({ dataDir: folder, databaseUrl: primaryUrl })).close();
      await caughtUp();
      const options: DatabaseOptions = {
        dataDir: folder,
        databaseUrl: primaryUrl,
        databaseReadUrl: readUrl,
        timeoutFactor: TIMEOUT_FACTOR,
      };
      const database = await openDatabase(options);
      const pool = new Pool({ connectionString: primaryUrl, max: 4 });
      pool.on('error', () => undefined);
      const owner = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
      return {
        database,
        owner,
        options,
        close: async () => {
          await owner.destroy();
          await database.close();
        },
      };
    },
    async stranger() {
      const cluster = path.join(home, 'stranger');
      create(cluster);
      const stranger = await start(cluster, await freePort(), {});
      await addDatabase(stranger);
      const databaseUrl = addressOf('vms', stranger.port, 'vms');
      await (await openDatabase({ dataDir: folder, databaseUrl })).close();
      return stranger;
    },
    async stop() {
      line.close();
      await Promise.all([primary.kill(), replica.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const addressOf = (who: string, port: number, database: string): string =>
  `postgres://${who}:${PASSWORD}@127.0.0.1:${port}/${database}`;

function programs(folder: string): string {
  const named = process.env['POSTGRES_BIN'];
  return named ?? path.dirname(findBinaries(chooseFolders(path.join(folder, 'programs'))).postgres);
}

async function startPostgres(
  program: string,
  cluster: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresProcess> {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    ...settings,
  };
  const given = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    await until(async () => {
      child = spawn(program, ['-D', cluster, ...given], {
        ...childUser(),
        cwd: cluster,
        env: SERVER_ENVIRONMENT,
        stdio: 'ignore',
      });
      // After a kill the previous processes may still be ending; then the start must be repeated.
      while (child.exitCode === null && child.signalCode === null) {
        if (await answers(port)) return true;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return false;
    }, `PostgreSQL at ${port} answers`);
  };
  await start();
  return {
    port,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    startAgain: start,
  };
}

async function answers(port: number): Promise<boolean> {
  const client = new Client({
    connectionString: addressOf('postgres', port, 'postgres'),
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** A proxy between two programs: passes everything on until paused. */
export class Line {
  private readonly sockets = new Set<Socket>();
  private isStopped = false;

  /** @param target a port of this machine, or the path of a socket */
  static async to(target: number | string): Promise<Line> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Line(server, target);
  }

  private constructor(
    private readonly server: Server,
    to: number | string,
  ) {
    server.on('connection', (near) => {
      const far = typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(one);
        one.on('data', (piece) => other.write(piece));
        one.on('close', () => other.destroy());
        one.on('error', () => undefined);
        if (this.isStopped) one.pause();
        else one.resume();
      }
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections stay open, but nothing passes. */
  freeze(): void {
    this.isStopped = true;
    for (const socket of this.sockets) socket.pause();
  }

  thaw(): void {
    this.isStopped = false;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
