/** A database of the newest schema for each test, and a way to run other migrations in it. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { migrate } from '../../../../server/database/migrate';
import type { Migration } from '../../../../server/database/migrations';
import { openTestDatabase, type TestDatabase } from '../../support/database';

export const ORGANIZATION = '00000000-0000-4000-8000-000000000001';

/** Registers the setup and the cleanup. `run` returns the names of the migrations that it applied. */
export function useMigratedDatabase() {
  let db: TestDatabase;
  let role: string;
  beforeEach(async () => {
    db = await openTestDatabase();
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db.database.queries);
    role = rows[0]?.name ?? '';
  });
  afterEach(() => db.close());
  return {
    get db() {
      return db;
    },
    async run(...migrations: Migration[]): Promise<string[]> {
      const client = new Client({ connectionString: db.options.databaseUrl });
      await client.connect();
      try {
        return await migrate(client, role, migrations);
      } finally {
        await client.end();
      }
    },
  };
}
