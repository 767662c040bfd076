/** The database: embedded, or any PostgreSQL by DATABASE_URL. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { inTransaction } from './afterCommit';
import { EmbeddedPostgres, type SharedPostgres } from './embedded';
import { SUPERUSER, type Role } from './embedded/superuser';
import { DatabaseAwayError } from './errors';
import { useExternal } from './external';
import { migrate, requireCurrent } from './migrate';
import { NO_LOG, onlyConnection, openPool, readers, type DatabaseLog } from './pool';
import { Replica, replicaAddress, secondsBehind, withRecordedWrites } from './replica';
import { APP_ROLE, OWNER_ROLE } from './roles';
import type { Queries, Schema } from './schema';
import { withReadScope, withScope, type Scope } from './scope';
import { withTemporaryDatabase, type TemporaryDatabaseRoles } from './temporaryDatabase';

export { afterCommit, inTransaction } from './afterCommit';
export { alphabetical, alphabeticalOrder } from './alphabetical';
export { isUnavailable, sqlState } from './errors';
export { DatabaseAwayError, DatabaseStartError } from './errors';
export { CreateDatabaseDenied } from './temporaryDatabase';
export { prepared } from './pool';
export { withRetry } from './scope';
export { enterScope, todayOf, withScope, type Scope } from './scope';
export { isZoneOfDatabase } from './timeZones';
export type { Queries, Schema } from './schema';

export interface DatabaseOptions {
  readonly dataDir: string;
  /**
   * Any PostgreSQL from 15 on; without it the embedded one runs in `dataDir`. See external.ts for the rights it needs.
   */
  readonly databaseUrl?: string | undefined;
  /** The address of the app role, when `databaseUrl`'s user may not create roles. */
  readonly databaseAppUrl?: string | undefined;
  /** A streaming replica of `databaseUrl` to read from; see replica.ts. */
  readonly databaseReadUrl?: string | undefined;
  readonly log?: DatabaseLog | undefined;
  /** For commands: joins the database of a running server, creates none, and leaves the schema as it is. */
  readonly forCommand?: boolean;
  /** With `forCommand`: never starts the embedded database, but throws DatabaseAwayError while no server runs it. */
  readonly onlyJoins?: boolean;
  /** 1 by default. Multiplies the time limits of connections, locks and statements: tests run on busy machines. */
  readonly timeoutFactor?: number;
}

export interface Database {
  /** Unscoped, as the app role: sees no row of any organization, only what the lookup functions return. */
  readonly queries: Queries;
  /** For a dedicated connection as the app role, which LISTEN needs. */
  readonly listenerConnection: () => ClientConfig;
  /** One transaction in the scope of one caller; see scope.ts. */
  withScope<T>(scope: Scope, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** As `withScope`, for writes that their author does not read back: later reads still go to the replica. */
  withUnreadWrites<T>(scope: Scope, work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * As `withScope` but read only: on the replica if there is one that has the caller's own writes, otherwise on the
   * primary. Writes of others in the last seconds may be missing.
   */
  reading<T>(scope: Scope, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** The replica at `databaseReadUrl`. */
  readonly replica: Replica | undefined;
  /** As the owner, to seed the demo. Never for a request. */
  withOwner<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /**
   * One transaction as the owner, who sees the rows of every organization: to set up the first one, and for the
   * operator's command line. Never for a request of a signed-in user.
   */
  asOperator<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * As the owner of an empty database beside this one, which is dropped afterwards; see temporaryDatabase.ts. Throws
   * CreateDatabaseDenied where the user may not create databases.
   */
  withTemporaryDatabase<T>(work: (owner: Client) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /** Waits for running queries, then stops the embedded database, unless another command still uses it. */
  close(): Promise<void>;
}

/** Throws DatabaseStartError with one line for the operator. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log = NO_LOG, timeoutFactor = 1, forCommand = false, onlyJoins = false } = options;
  if (options.databaseUrl !== undefined) {
    const { owner, app, appRole } = await useExternal(options.databaseUrl, options.databaseAppUrl);
    const connection = (name: string) => ({ ...owner, connectionString: withDatabase(owner.connectionString, name) });
    const temporaryDatabase = { maker: owner, appRole, connection };
    const readUrl = forCommand ? undefined : options.databaseReadUrl;
    const read = readUrl === undefined ? {} : { read: replicaConnection(readUrl, app) };
    return connect({
      owner,
      app,
      ...read,
      appRole,
      temporaryDatabase,
      forCommand,
      log,
      timeoutFactor,
      stop: async () => undefined,
    });
  }
  if (forCommand) {
    const { connection, leave } = onlyJoins
      ? joinServer(options.dataDir)
      : await EmbeddedPostgres.share(options.dataDir, log);
    return connect({ ...embeddedRoles(connection), forCommand, log, timeoutFactor, stop: leave });
  }
  const postgres = await EmbeddedPostgres.start(options.dataDir, log);
  const roles = embeddedRoles((role, name) => postgres.connection(role, name));
  return connect({ ...roles, forCommand, log, timeoutFactor, stop: () => postgres.stop() });
}

/** For a command that waits for a server, and needs no database of another command. */
function joinServer(dataDir: string): SharedPostgres {
  const connection = EmbeddedPostgres.runningAt(dataDir);
  if (connection === undefined) throw new DatabaseAwayError(`No server runs on ${dataDir}. Start the server.`);
  return { connection, leave: async () => undefined };
}

const replicaConnection = (readUrl: string, app: ClientConfig): ClientConfig => ({
  ...app,
  connectionString: replicaAddress(readUrl, app.connectionString ?? ''),
});

/** How many seconds the replica is behind the primary. Throws DatabaseStartError if it may not be read from. */
export const replicaLagSeconds = (readUrl: string, database: Database): Promise<number> =>
  secondsBehind({ connection: replicaConnection(readUrl, database.listenerConnection()), primary: database.queries });

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

/** Its owner may not create databases, so the superuser does. */
const embeddedRoles = (connection: (role: Role, database?: string) => ClientConfig) => ({
  owner: connection(OWNER_ROLE),
  app: connection(APP_ROLE),
  appRole: APP_ROLE,
  temporaryDatabase: {
    maker: connection(SUPERUSER),
    ownerRole: OWNER_ROLE,
    appRole: APP_ROLE,
    connection: (name: string) => connection(OWNER_ROLE, name),
  },
});

interface Connecting {
  readonly owner: ClientConfig;
  readonly app: ClientConfig;
  readonly read?: ClientConfig;
  readonly appRole: string;
  readonly temporaryDatabase: TemporaryDatabaseRoles;
  readonly forCommand: boolean;
  readonly log: DatabaseLog;
  readonly timeoutFactor: number;
  readonly stop: () => Promise<void>;
}

async function connect(connecting: Connecting): Promise<Database> {
  const { owner, app, read, appRole, temporaryDatabase, forCommand, log, timeoutFactor, stop } = connecting;
  try {
    const applied = await asOwner(owner, async (client) => {
      if (!forCommand) return migrate(client, appRole, { log, withObserver: (work) => asOwner(owner, work) });
      await requireCurrent(client);
      return [];
    });
    if (applied.length > 0) log.info({ applied }, 'applied migrations: the database schema is up to date');
  } catch (error) {
    await stop();
    throw error;
  }
  const queries = openPool(app, log, timeoutFactor);
  const replica = read && new Replica({ connection: read, primary: queries, log, timeoutFactor });
  try {
    await replica?.start();
  } catch (error) {
    await queries.destroy();
    await stop();
    throw error;
  }
  return {
    queries,
    replica,
    listenerConnection: () => app,
    withScope: (scope, work) =>
      replica === undefined ? withScope(queries, scope, work) : withRecordedWrites(queries, scope, work, log),
    withUnreadWrites: (scope, work) => withScope(queries, scope, work),
    reading: async (scope, work) => {
      const read = await replica?.read(scope, work);
      return read === undefined ? withReadScope(queries, scope, work) : read.result;
    },
    withOwner: (work) => asOwner(owner, work),
    asOperator: (work) =>
      asOwner({ ...owner, types: readers }, (client) =>
        inTransaction(new Kysely<Schema>({ dialect: new PostgresDialect({ pool: onlyConnection(client) }) }), work),
      ),
    withTemporaryDatabase: (work, signal) => withTemporaryDatabase(temporaryDatabase, work, signal),
    ping: async () => void (await sql`select 1`.execute(queries)),
    close: async () => {
      await replica?.close();
      await queries.destroy();
      await stop();
    },
  };
}

async function asOwner<T>(owner: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...owner, application_name: 'vms-owner' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
