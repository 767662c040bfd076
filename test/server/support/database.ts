/** A database for one test file, cloned in some 50 ms from a migrated template, or from one with the demo. */
import { hash } from '@node-rs/argon2';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { openDatabase, type Database, type Schema } from '../../../server/database';
import { seed } from '../../support/cases';
import { demoShare } from '../../support/demoShare';
import { maintain, optionsFor, template, cluster } from './cluster';
import { PASSWORD } from './fixtures';

export interface TestDatabase {
  readonly database: Database;
  /** Sees and changes every row. */
  readonly owner: Kysely<Schema>;
  /** For a second server on the same database. */
  readonly options: Parameters<typeof openDatabase>[0];
  close(): Promise<void>;
}

let counter = 0;

export const openTestDatabase = (): Promise<TestDatabase> => copyOf(template());

/**
 * Today's demo, whose users have the PASSWORD of the fixtures: a part of it, except on long runs, so rare states may be
 * missing. The first request of a run seeds it.
 */
export async function openDemoDatabase(): Promise<TestDatabase> {
  return copyOf(await demoTemplate());
}

/** Held by the test that fills the demo. */
const FILLING = 4_711;

async function demoTemplate(): Promise<string> {
  const name = `${cluster().prefix}demo`;
  await maintain(async (client) => {
    // Until the connection is closed: the others wait here.
    await client.query('select pg_advisory_lock($1)', [FILLING]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const filling = `${name}_filling`;
    await client.query(`drop database if exists ${filling} with (force)`);
    await client.query(`create database ${filling} template ${template()}`);
    const { seedDemo } = await import('../../../server/demo/seed');
    const database = await openDatabase(optionsFor(filling));
    const quick = await hash(PASSWORD, { algorithm: 2, memoryCost: 1_024, timeCost: 1, parallelism: 1 });
    const options = { share: demoShare(), seed: seed(2_026), hashPassword: () => Promise.resolve(quick) };
    await seedDemo(database, options).finally(() => database.close());
    await vacuum(filling);
    await client.query(`alter database ${filling} rename to ${name}`);
  });
  return name;
}

/** Once for all copies: otherwise the first reader of each row of a copy writes its hint bits. */
async function vacuum(name: string): Promise<void> {
  const client = new Client({ connectionString: optionsFor(name).databaseUrl });
  await client.connect();
  await client.query('vacuum').finally(() => client.end());
}

async function copyOf(original: string): Promise<TestDatabase> {
  const name = `${cluster().prefix}${process.pid}_${Date.now()}_${(counter += 1)}`;
  await maintain((client) => client.query(`create database ${name} template ${original} strategy file_copy`));
  const options = optionsFor(name);
  // The template has been migrated.
  const database = await openDatabase({ ...options, forCommand: true });
  const pool = new Pool({ connectionString: options.databaseUrl, max: 4 });
  // Databases are dropped under their last idle connections.
  pool.on('error', () => undefined);
  const owner = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    database,
    owner,
    options,
    close: async () => {
      await owner.destroy();
      await database.close();
      await maintain((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
