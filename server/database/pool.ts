import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides, types, type ClientConfig } from 'pg';
import type { DatabaseLog } from './log';
import { preparing } from './prepared';
import type { Schema } from './schema';

const LIMITS = {
  max: 10,
  /** A caller who would wait longer is told to come back. */
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  /** For a server that is there but does not answer at all. */
  query_timeout: 7_000,
  keepAlive: true,
};

/** Counts as numbers: none of ours comes near 2^53. Calendar dates as they are, 'YYYY-MM-DD': a Date would shift them. */
const readers = new TypeOverrides();
readers.setTypeParser(types.builtins.INT8, Number);
readers.setTypeParser(types.builtins.DATE, String);

export function openPool(connection: ClientConfig, log: DatabaseLog): Kysely<Schema> {
  const pool = new Pool({ ...connection, ...LIMITS, types: readers, application_name: 'vms' });
  const lost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  // The pool listens to idle connections only: one that breaks between two statements would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}
