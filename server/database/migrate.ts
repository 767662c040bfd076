/**
 * Brings the schema up to date: all that is missing in one transaction, one server at a time. A migration whose text
 * has changed since it was applied, or one this version does not know, stops the start.
 */
import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { MIGRATIONS, type Migration } from './migrations';
import { DatabaseStartError } from './startError';

const MIGRATION_LOCK = 7_201_312;
/** Tables of the owner alone: no row of them belongs to an organisation. */
export const OWNER_TABLES = ['schema_migrations', 'demo_seeds'];

/** Returns the names of what was applied. */
export async function migrate(owner: Client, appRole: string, migrations = MIGRATIONS): Promise<string[]> {
  const texts = await Promise.all(migrations.map(textOf));
  await owner.query('begin');
  try {
    await owner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await owner.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const missing = await findMissing(owner, texts);
    for (const { name, checksum, statements } of missing) {
      for (const { sql, parameters } of statements) await owner.query(sql, [...parameters]);
      await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
    await grantTables(owner, appRole);
    await owner.query('commit');
    return missing.map(({ name }) => name);
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}

interface MigrationText {
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly CompiledQuery[];
}

/** A dry run tells what a migration would do, which is both what is executed and what the checksum is of. */
async function textOf({ name, up }: Migration): Promise<MigrationText> {
  const statements: CompiledQuery[] = [];
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query),
  });
  await up(recorder);
  const hash = createHash('sha256');
  for (const { sql, parameters } of statements) hash.update(sql).update(JSON.stringify(parameters));
  return { name, checksum: hash.digest('hex'), statements };
}

async function findMissing(owner: Client, texts: readonly MigrationText[]): Promise<MigrationText[]> {
  const { rows } = await owner.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const unknown = rows.map(({ name }) => name).filter((name) => !texts.some((text) => text.name === name));
  if (unknown.length > 0) {
    throw new DatabaseStartError(
      `The database was written by a newer version (it holds ${unknown.sort().join(', ')}, which this version does not know). Start the newer version.`,
    );
  }
  const changed = texts.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed[0]) {
    throw new DatabaseStartError(
      `The database was made by another text of the migration ${changed[0].name}. Start the version that made it, or begin with a fresh database.`,
    );
  }
  return texts.filter(({ name }) => !applied.has(name));
}

/** Always, and not as defaults: the app role may have been made, or replaced, after the tables. */
async function grantTables(owner: Client, appRole: string): Promise<void> {
  const role = escapeIdentifier(appRole);
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and pg_get_userbyid(c.relowner) = current_user and c.relname <> all ($2)
       and not has_table_privilege($1, c.oid, 'select')`,
    [appRole, OWNER_TABLES],
  );
  for (const { name } of rows) {
    await owner.query(`grant select, insert, update, delete on ${escapeIdentifier(name)} to ${role}`);
  }
}
