import { sql } from 'kysely';
import { Client } from 'pg';
import { openDatabase } from '../../../server/database';
import { migrate } from '../../../server/database/migrate';
import { MIGRATIONS, type Migration } from '../../../server/database/migrations';
import { openTestDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
let role: string;

beforeEach(async () => {
  db = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db.database.queries);
  role = rows[0]?.name ?? '';
});
afterEach(() => db.close());

async function run(...migrations: Migration[]): Promise<string[]> {
  const client = new Client({ connectionString: db.options.databaseUrl });
  await client.connect();
  try {
    return await migrate(client, role, migrations);
  } finally {
    await client.end();
  }
}

const statement = (name: string, text: string): Migration => ({
  name,
  up: async (q) => void (await sql.raw(text).execute(q)),
});
const tables = async (prefix: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and starts_with(relname, ${prefix}) order by 1`.execute(
    db.owner,
  );
  return rows.map(({ name }) => name);
};

test('a second start finds nothing left to do', async () => {
  expect(await run(...MIGRATIONS)).toEqual([]);
});

test('refuses, in one line, a database that a newer version has written', async () => {
  await sql`insert into schema_migrations (name, checksum) values ('9999_future', 'x')`.execute(db.owner);
  await expect(openDatabase(db.options)).rejects.toThrow(
    /^The database was written by a newer version .*9999_future[^\n]*$/,
  );
});

test('refuses a migration whose text has changed since it was applied', async () => {
  await sql`update schema_migrations set checksum = 'x' where name = '0002_access'`.execute(db.owner);
  await expect(openDatabase(db.options)).rejects.toThrow(/another text of the migration 0002_access/);
});

test('a migration that fails half-way leaves nothing of itself or of those before it', async () => {
  const good = statement('0100_good', 'create table trial_good (n integer)');
  const bad: Migration = {
    name: '0101_bad',
    up: async (q) => {
      await sql`create table trial_bad (n integer)`.execute(q);
      await sql`select no_such_function()`.execute(q);
    },
  };
  await expect(run(...MIGRATIONS, good, bad)).rejects.toMatchObject({ code: '42883' });
  expect(await tables('trial_')).toEqual([]);
  expect(await run(...MIGRATIONS, good)).toEqual(['0100_good']);
  expect(await tables('trial_')).toEqual(['trial_good']);
});

test('five servers that start at once apply a migration once', async () => {
  const next = statement('0100_once', 'create table trial_once (n integer)');
  const applied = await Promise.all(Array.from({ length: 5 }, () => run(...MIGRATIONS, next)));
  expect(applied.flat()).toEqual(['0100_once']);
});

test('the app role may use what a later migration adds', async () => {
  await run(...MIGRATIONS, statement('0100_later', 'create table trial_later (n integer)'));
  await sql`insert into trial_later values (1)`.execute(db.database.queries);
});
