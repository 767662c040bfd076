/**
 * The PostgreSQL under all server tests, started once a run: an embedded one, or the one TEST_DATABASE_URL names (its
 * user must be allowed to create databases and roles, and be a member of pg_signal_backend). The workers get its
 * settings through the environment.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { openDatabase } from '../../../server/database';
import { EmbeddedPostgres } from '../../../server/database/embedded';
import { SUPERUSER } from '../../../server/database/embedded/superuser';
import { NO_LOG } from '../../../server/database/pool';
import { APP_ROLE, OWNER_ROLE } from '../../../server/database/roles';
import { parentOfTemporaryFolders } from '../../support/temporaryFolders';

interface Cluster {
  /** Addresses of the maintenance database. */
  readonly ownerUrl: string;
  /** Undefined if the owner creates the app role itself. */
  readonly appUrl?: string | undefined;
  /** The prefix of the name of every database of this run. */
  readonly prefix: string;
  /** For files that the tests of this run share. */
  readonly folder: string;
}

/**
 * Data lost in a crash of the machine does not matter. Several servers, each on a copy of the demo, run at the same
 * time.
 */
const THROWN_AWAY = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  ...{ shared_buffers: '512MB', max_connections: 200 },
  // Both cores are busy with other tests, and no database lives long enough to need cleaning.
  ...{ max_parallel_workers: 0, autovacuum: 'off' },
};
const VARIABLE = 'TEST_CLUSTER';

export function cluster(): Cluster {
  const value = process.env[VARIABLE];
  if (value === undefined)
    throw new Error('Run server tests through the project "server" of jest.config.mjs: it starts their database.');
  return JSON.parse(value) as Cluster;
}

export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Runs statements in the maintenance database. */
export async function maintain<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: cluster().ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function startCluster(): Promise<() => Promise<void>> {
  const prefix = `vms_test_${process.pid}_`;
  const folder = await mkdtemp(path.join(parentOfTemporaryFolders(), 'vms-test-'));
  // If root runs the tests, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  const external = process.env['TEST_DATABASE_URL'];
  const embedded = external === undefined ? await startEmbedded(prefix, folder) : undefined;
  process.env[VARIABLE] = JSON.stringify(embedded?.cluster ?? { ownerUrl: external, prefix, folder });
  const stop = async (): Promise<void> => {
    await dropAll(prefix);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await createTemplate();
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEmbedded(prefix: string, folder: string): Promise<{ cluster: Cluster; stop: () => Promise<void> }> {
  const postgres = await EmbeddedPostgres.start(path.join(folder, 'data'), NO_LOG, { settings: THROWN_AWAY });
  const superuser = new Client(postgres.connection(SUPERUSER, 'postgres'));
  await superuser.connect();
  // The same roles as in the product, except that the owner may create databases: none is a superuser.
  await superuser.query(`alter role ${OWNER_ROLE} createdb`);
  // Dropping a database ends its open connections.
  await superuser.query(`grant pg_signal_backend to ${OWNER_ROLE}`);
  await superuser.end();
  return {
    cluster: {
      ...{ prefix, folder },
      ownerUrl: asUrl(postgres.connection(OWNER_ROLE)),
      appUrl: asUrl(postgres.connection(APP_ROLE)),
    },
    stop: () => postgres.stop(),
  };
}

function asUrl({ host, user, password, database }: ClientConfig): string {
  return `postgres://${user}:${String(password)}@${encodeURIComponent(host ?? '')}/${database}`;
}

export const template = (): string => `${cluster().prefix}template`;

async function createTemplate(): Promise<void> {
  await maintain((client) => client.query(`create database ${template()}`));
  const database = await openDatabase(optionsFor(template()));
  await database.close();
}

/** A busy machine must not cause refusals. */
const TIMEOUT_FACTOR = 20;

export function optionsFor(name: string): Parameters<typeof openDatabase>[0] {
  const { ownerUrl, appUrl } = cluster();
  return {
    dataDir: tmpdir(),
    databaseUrl: databaseUrl(ownerUrl, name),
    databaseAppUrl: appUrl && databaseUrl(appUrl, name),
    timeoutFactor: TIMEOUT_FACTOR,
  };
}

async function dropAll(prefix: string): Promise<void> {
  await maintain(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}
