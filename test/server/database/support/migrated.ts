/** Databases of the newest or an earlier schema, and a way to run migrations in them. */
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import type { Schema } from '../../../../server/database';
import { migrate, type MigrateOptions } from '../../../../server/database/migrate';
import { MIGRATIONS, type Migration } from '../../../../server/database/migrations';
import { APP_ROLE } from '../../../../server/database/roles';
import { cluster, maintain, optionsFor } from '../../support/cluster';
import { openTestDatabase, type TestDatabase } from '../../support/database';

export const ORGANIZATION = '00000000-0000-4000-8000-000000000001';

/** Returns the names of the migrations that it applied. */
async function run(
  connectionString: string | undefined,
  migrations: readonly Migration[],
  log?: MigrateOptions['log'],
): Promise<string[]> {
  const { appUrl } = cluster();
  const appRole = appUrl === undefined ? APP_ROLE : decodeURIComponent(new URL(appUrl).username);
  const withSession = async <T>(work: (session: Client) => Promise<T>): Promise<T> => {
    const session = new Client({ connectionString });
    await session.connect();
    return work(session).finally(() => session.end());
  };
  return withSession((client) =>
    migrate(client, appRole, {
      migrations,
      withObserver: withSession,
      ...{ pauseMs: 10, watchMs: 10 },
      ...(log && { log }),
    }),
  );
}

/** A database of the newest schema for each test. Registers the setup and the cleanup. */
export function useMigratedDatabase() {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await openTestDatabase();
  });
  afterEach(() => db.close());
  return {
    get db() {
      return db;
    },
    run: (...migrations: Migration[]) => run(db.options.databaseUrl, migrations),
    runLogged: (log: MigrateOptions['log'], ...migrations: Migration[]) => run(db.options.databaseUrl, migrations, log),
  };
}

/**
 * An empty database of an earlier schema for each test. They are copies of one that is only migrated further, so the
 * tests of a file must be in the order of their schemas. Registers the setup and the cleanup.
 */
export function useEarlierDatabase() {
  const base = `${cluster().prefix}${process.pid}_earlier`;
  const copy = `${base}_copy`;
  const { databaseUrl } = optionsFor(copy);
  let owner: Kysely<Schema>;
  beforeAll(() => maintain((client) => client.query(`create database ${base}`)));
  afterAll(() => maintain((client) => client.query(`drop database ${base} with (force)`)));
  afterEach(async () => {
    await owner.destroy();
    await maintain((client) => client.query(`drop database ${copy} with (force)`));
  });
  return {
    get owner() {
      return owner;
    },
    /** Makes the database of this test: its schema is the one before the migration of this name. */
    async before(migration: string): Promise<void> {
      await run(
        optionsFor(base).databaseUrl,
        MIGRATIONS.filter(({ name }) => name < migration),
      );
      await maintain((client) => client.query(`create database ${copy} template ${base} strategy file_copy`));
      owner = new Kysely({
        dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl, max: 4 }) }),
      });
    },
    run: (...migrations: Migration[]) => run(databaseUrl, migrations),
  };
}
