/**
 * The connection pool, with prepared statements: repeated queries are parsed and planned once per connection, which is
 * much of the cost of a small query. The plan does not depend on the caller: policies read the scope from the
 * transaction.
 */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient, type RawBuilder } from 'kysely';
import { Pool, TypeOverrides, types, type Client, type ClientConfig, type PoolClient } from 'pg';
import { traced } from '../base/tracing';
import type { Schema } from './schema';

/** The part of the server's logger that the database uses. */
type Line = (facts: object, message: string) => void;

export interface DatabaseLog {
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}

/** For commands and tests. */
export const NO_LOG: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** How long the server lets one statement run. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** `timeoutFactor` multiplies every wait. */
const limits = (timeoutFactor: number) => ({
  max: 10,
  /** Callers who would wait longer are answered 'service unavailable'. */
  connectionTimeoutMillis: 3_000 * timeoutFactor,
  statement_timeout: STATEMENT_TIMEOUT_MS * timeoutFactor,
  lock_timeout: 2_000 * timeoutFactor,
  idle_in_transaction_session_timeout: 10_000 * timeoutFactor,
  /** For a server that accepts connections but does not answer. */
  query_timeout: 7_000 * timeoutFactor,
  keepAlive: true,
});

/**
 * Bigints as numbers, because they stay below 2^53. Dates as 'YYYY-MM-DD', because a Date would shift them by the zone.
 */
export const readers = new TypeOverrides();
readers.setTypeParser(types.builtins.INT8, Number);
readers.setTypeParser(types.builtins.DATE, String);

/** A pool of connections; one that is lost is logged and replaced. */
export function openPool(connection: ClientConfig, log: DatabaseLog, timeoutFactor: number): Kysely<Schema> {
  const pool = new Pool({ ...connection, ...limits(timeoutFactor), types: readers, application_name: 'vms' });
  const lost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  // The pool only listens on idle connections; an error between two statements would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

/** A pool of this one connection, which its caller closes. */
export function onlyConnection(client: Client): PostgresPool {
  const query = (text: string, values: unknown[]) => client.query(text, values);
  // Kysely's other signature takes a cursor, which is not used here.
  const one = { query: query as unknown as PostgresPoolClient['query'], release: () => undefined };
  return { connect: async () => one, end: async () => undefined };
}

const MARK = '/* prepared */';

/** Only for a limited set of statement texts: what varies must be a parameter. */
export const prepared = <T>(statement: RawBuilder<T>): RawBuilder<T> => sql<T>`${sql.raw(MARK)} ${statement}`;

/** Adapts the pool to Kysely's interface, which has no prepared statements. */
function preparing(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await traced(
        'connection',
        () => ({}),
        () => pool.connect(),
      );
      const known = clients.get(client) ?? preparingClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

const preparingClient = (client: PoolClient): PostgresPoolClient => {
  const run = (text: string, values: unknown[]) =>
    text.startsWith(MARK) ? client.query({ name: nameOf(text), text, values }) : client.query(text, values);
  const query = (text: string, values: unknown[]) => traced(verbOf(text), statement(text), () => run(text, values));
  // Kysely's other signature takes a cursor, which is not used here.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
};

const LONGEST_STATEMENT = 4_000;
/** The statement with placeholders; its values must not leak. */
const statement = (text: string) => () => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.replace(/\s+/g, ' ').slice(0, LONGEST_STATEMENT),
});
const verbOf = (text: string): string => /[a-z]+/i.exec(text.replace(MARK, ''))?.[0]?.toLowerCase() ?? 'statement';

const nameOf = (text: string): string => createHash('sha1').update(text).digest('hex');
