/** Writes many rows in few statements: they travel as one JSON text, which PostgreSQL turns back into typed rows. */
import { escapeIdentifier, type Client } from 'pg';
import type { Insertable } from 'kysely';
import type { Schema } from '../../database';

const ROWS_PER_STATEMENT = 4_000;

/** All rows must have the same keys. */
export async function insertRows<T extends keyof Schema & string>(
  client: Client,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const name = escapeIdentifier(table);
  const columns = Object.keys(first).map(escapeIdentifier).join(', ');
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT));
    await client.query(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [part],
    );
  }
}
