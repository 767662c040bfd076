/**
 * Writes many rows at once. COPY is the quickest way in, but PostgreSQL allows none into a table behind row-level
 * security: they go through a temporary one.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Insertable } from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Schema } from '../../database';

const ROWS_PER_CHUNK = 500;

/** All rows must have the same keys. */
export async function insertRows<T extends keyof Schema & string>(
  client: Client,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  if (rows[0] === undefined) return;
  const columns = Object.keys(rows[0]) as (keyof Insertable<Schema[T]>)[];
  const names = columns.map((column) => escapeIdentifier(String(column))).join(', ');
  const target = escapeIdentifier(table);
  const stage = escapeIdentifier(`new_${table}`);
  await client.query(`create temporary table ${stage} on commit drop as select ${names} from ${target} with no data`);
  await pipeline(
    Readable.from(chunks(rows, columns), { objectMode: false }),
    client.query(copyFrom(`copy ${stage} from stdin`)),
  );
  await client.query(`insert into ${target} (${names}) select ${names} from ${stage}`);
  await client.query(`drop table ${stage}`);
}

function* chunks<R extends object>(rows: readonly R[], columns: readonly (keyof R)[]): Generator<string> {
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) {
    let text = '';
    for (const row of rows.slice(from, from + ROWS_PER_CHUNK)) {
      text += `${columns.map((column) => field(row[column])).join('\t')}\n`;
    }
    yield text;
  }
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in COPY's text format. Lists are of plain words, as networks are. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  if (typeof value === 'string') return value.replace(SPECIAL, (character) => ESCAPED[character] ?? character);
  return String(value);
}
