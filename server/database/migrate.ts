/**
 * Brings the schema up to date with Kysely's Migrator: everything missing in one transaction, one server at a time.
 * Refuses to start when a recorded migration has changed, or is unknown to this version.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DummyDriver,
  Kysely,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { DatabaseStartError, isConflict, sqlState } from './errors';
import { MIGRATIONS, type Migration } from './migrations';
import { onlyConnection, type DatabaseLog } from './pool';
import { ADVISORY_LOCKS } from './advisoryLocks';

const RECORDS = 'schema_migrations';
const MIGRATOR_LOCK = 'schema_migrations_lock';
/** Tables of the owner only: their rows belong to no organization. */
export const OWNER_TABLES = [
  RECORDS,
  MIGRATOR_LOCK,
  'demo_seeds',
  'sign_in_tries',
  'setup_links',
  'backup_runs',
  'last_writes',
  'record_watches',
];

/**
 * Longer than PostgreSQL's `deadlock_timeout` of 1 s, at which an autovacuum makes way, but shorter than the requests'
 * own limit in pool.ts, because the requests of other nodes wait behind a migration that waits.
 */
const LOCK_WAIT_MS = 1_500;
const PAUSE_MS = 4_000;
/** Several times while it waits for one lock. */
const WATCH_MS = 400;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  readonly log?: Pick<DatabaseLog, 'info' | 'warn'>;
  /** Lends a second session of the owner, to see what the first one waits for. Without it, no wait is logged. */
  readonly withObserver?: (work: (observer: Client) => Promise<void>) => Promise<void>;
  readonly pauseMs?: number;
  readonly watchMs?: number;
}

/**
 * Returns the names of the applied migrations. While another transaction, such as a backup, holds a lock that a
 * migration needs, it tries again, so that others are not kept waiting. Throws DatabaseStartError, or the error of the
 * failed statement.
 */
export async function migrate(owner: Client, appRole: string, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = MIGRATIONS, pauseMs = PAUSE_MS } = options;
  const { rows } = await owner.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('lock_timeout', '${LOCK_WAIT_MS}', false)`,
  );
  const ended = new AbortController();
  const watching = watch(rows[0]?.pid, options, ended.signal);
  try {
    const applied = await migrateWithRetry(owner, appRole, { ...options, migrations, pauseMs });
    await owner.query('reset lock_timeout');
    return applied;
  } finally {
    ended.abort();
    await watching;
  }
}

async function migrateWithRetry(
  owner: Client,
  appRole: string,
  { migrations, log, pauseMs }: MigrateOptions & { readonly migrations: readonly Migration[] },
): Promise<string[]> {
  const checksums = new Map<string, string>();
  for (const migration of migrations) checksums.set(migration.name, await checksumOf(migration));
  let isAnnounced = false;
  for (;;) {
    try {
      return await tryToMigrate(owner, appRole, migrations, checksums, (missing) => {
        if (!isAnnounced) log?.info({ migrations: missing }, 'updating the database schema');
        isAnnounced = true;
      });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE && !isConflict(error)) throw error;
      await delay(pauseMs);
    }
  }
}

/** Logs what the session `pid` waits for, once for each set of transactions, until the signal. Never throws. */
async function watch(
  pid: number | undefined,
  { log, withObserver, watchMs = WATCH_MS }: MigrateOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    // Most starts end before this and need no second connection.
    await delay(watchMs, undefined, { signal });
    await withObserver?.(async (observer) => {
      let logged = '';
      for (;;) {
        const transactions = await blocking(observer, pid);
        const pids = transactions.map((transaction) => transaction.pid).join();
        if (pids !== '' && pids !== logged) {
          log?.warn({ transactions }, 'the update of the database schema waits until these transactions have ended');
          logged = pids;
        }
        await delay(watchMs, undefined, { signal });
      }
    });
  } catch (error) {
    // The update itself goes on without its observer.
    if (!signal.aborted) log?.warn({ err: error }, 'what the update of the database schema waits for is unknown');
  }
}

interface Blocking {
  readonly pid: number;
  readonly user: string | null;
  readonly application: string | null;
  /** Null if it belongs to another user and the owner may not read it. */
  readonly since: Date | null;
}

async function blocking(observer: Client, pid: number | undefined): Promise<readonly Blocking[]> {
  const { rows } = await observer.query<Blocking>(
    `select distinct pid, usename as "user", application_name as application, xact_start as since
     from unnest(pg_blocking_pids($1)) as pid left join pg_stat_activity using (pid) order by pid`,
    [pid],
  );
  return rows;
}

async function tryToMigrate(
  owner: Client,
  appRole: string,
  migrations: readonly Migration[],
  checksums: ReadonlyMap<string, string>,
  onMissing: (count: number) => void,
): Promise<string[]> {
  await locked(owner, async () => {
    await prepareRecords(owner);
    const missing = await missingAfterCheck(owner, checksums);
    if (missing > 0) onMissing(missing);
  });
  const applied = await run(owner, migrations);
  await locked(owner, async () => {
    await recordChecksums(owner, checksums);
    await grantTables(owner, appRole);
  });
  return applied;
}

/** Throws DatabaseStartError unless the schema is that of this version. Changes nothing. */
export async function requireCurrent(owner: Client): Promise<void> {
  const { rows: tables } = await owner.query(`select to_regclass('${RECORDS}') as name`);
  const names = new Set<string>();
  if (tables[0]?.name !== null) {
    const { rows } = await owner.query<{ name: string }>(`select name from ${RECORDS}`);
    for (const { name } of rows) names.add(name);
  }
  const known = MIGRATIONS.map(({ name }) => name);
  if (known.some((name) => !names.has(name))) {
    throw new DatabaseStartError(
      'The database was made by an older version. Make a backup with that version; then start this version of the server, or run "npm run vms -- migrate".',
    );
  }
  if (names.size > known.length) {
    throw new DatabaseStartError('The database was made by a newer version. Use the command line of that version.');
  }
}

async function run(owner: Client, migrations: readonly Migration[]): Promise<string[]> {
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool: onlyConnection(owner) }) }),
    provider: { getMigrations: async () => Object.fromEntries(migrations.map(({ name, up }) => [name, { up }])) },
    migrationTableName: RECORDS,
    migrationLockTableName: MIGRATOR_LOCK,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
  return results.map(({ migrationName }) => migrationName);
}

/** A transaction that other starting servers wait for. */
async function locked(owner: Client, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  try {
    await owner.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
    await work();
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * The Migrator's table, with a checksum for each migration. Databases of earlier versions lack its `timestamp`. Only
 * then is it altered, because that would wait for a running backup.
 */
async function prepareRecords(owner: Client): Promise<void> {
  const { rows } = await owner.query(
    `select from pg_attribute where attrelid = to_regclass('${RECORDS}') and attname = 'timestamp' and not attisdropped`,
  );
  if (rows.length > 0) return;
  await owner.query(
    `create table if not exists ${RECORDS} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  await owner.query(`alter table ${RECORDS} alter column checksum set default ''`);
  await owner.query(
    `alter table ${RECORDS} add column if not exists "timestamp" text not null
       default to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  );
}

/** How many have not been applied. Throws DatabaseStartError if what was applied is not what this version knows. */
async function missingAfterCheck(owner: Client, checksums: ReadonlyMap<string, string>): Promise<number> {
  const { rows } = await owner.query<{ name: string; checksum: string }>(`select name, checksum from ${RECORDS}`);
  const unknown = rows.map(({ name }) => name).filter((name) => !checksums.has(name));
  if (unknown.length > 0) {
    throw new DatabaseStartError(
      `The database was written by a newer version (it holds ${unknown.sort().join(', ')}, which this version does not know). Start the newer version.`,
    );
  }
  const changed = rows.filter(({ name, checksum }) => checksum !== '' && checksum !== checksums.get(name));
  if (changed[0]) {
    throw new DatabaseStartError(
      `The database was made with a different text of the migration ${changed[0].name}. Start the version that made it, or begin with a fresh database.`,
    );
  }
  return checksums.size - rows.length;
}

/** The Migrator writes the names; a checksum that a crash left empty is written by the next start. */
async function recordChecksums(owner: Client, checksums: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, checksum] of checksums) {
    await owner.query(`update ${RECORDS} set checksum = $2 where name = $1 and checksum = ''`, [name, checksum]);
  }
}

/** The checksum of the statements that the migration executes, collected in a dry run. */
async function checksumOf({ up }: Migration): Promise<string> {
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
  return hash.digest('hex');
}

/** Granted on every start, not as default privileges: the app role may have been created or replaced later. */
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
