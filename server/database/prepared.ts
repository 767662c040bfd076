/**
 * Statements that are asked again and again the same are parsed and planned once for each connection, which of a small
 * one is much of the work. Who asks is not part of a plan: policies read it from the transaction whenever it runs.
 */
import { createHash } from 'node:crypto';
import { sql, type PostgresPool, type PostgresPoolClient, type RawBuilder } from 'kysely';
import type { Pool, PoolClient } from 'pg';

const MARK = '/* prepared */';

/** For statements of which there are few: what differs from one time to the next must be a parameter. */
export const prepared = <T>(statement: RawBuilder<T>): RawBuilder<T> => sql<T>`${sql.raw(MARK)} ${statement}`;

/** The pool as Kysely knows it, which has no word for this. */
export function preparing(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

const preparingClient = (client: PoolClient): PostgresPoolClient => {
  const query = (text: string, values: unknown[]) =>
    text.startsWith(MARK) ? client.query({ name: nameOf(text), text, values }) : client.query(text, values);
  // Kysely's other way to ask is by cursors, which nobody uses here.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
};

const nameOf = (text: string): string => createHash('sha1').update(text).digest('hex');
