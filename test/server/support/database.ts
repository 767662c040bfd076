/** A database for one test file, cloned from a migrated template in some 50 ms. */
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { openDatabase, type Database, type Schema } from '../../../server/database';
import { maintain, optionsFor, template, cluster } from './cluster';

export interface TestDatabase {
  readonly database: Database;
  /** Sees and changes every row. */
  readonly owner: Kysely<Schema>;
  /** For a second server on the same database. */
  readonly options: Parameters<typeof openDatabase>[0];
  close(): Promise<void>;
}

let counter = 0;

export async function openTestDatabase(): Promise<TestDatabase> {
  const name = `${cluster().prefix}${process.pid}_${Date.now()}_${(counter += 1)}`;
  await maintain((client) => client.query(`create database ${name} template ${template()}`));
  const options = optionsFor(name);
  const database = await openDatabase(options);
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
