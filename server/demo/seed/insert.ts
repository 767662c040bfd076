/**
 * Writes many rows at once, all of a table with the same keys. COPY is fastest, but not allowed into tables with
 * row-level security, so rows go through a temporary table.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Insertable } from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Schema } from '../../database';

const ROWS_PER_CHUNK = 500;

export class BulkWriter {
  private failure: Error | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: Client) {}

  /** Returns when the rows are on their way; PostgreSQL writes them while the next ones are generated. */
  async insert<T extends keyof Schema & string>(table: T, rows: readonly Insertable<Schema[T]>[]): Promise<void> {
    if (rows[0] === undefined) return;
    const columns = Object.keys(rows[0]) as (keyof Insertable<Schema[T]>)[];
    const names = columns.map((column) => escapeIdentifier(String(column))).join(', ');
    const target = escapeIdentifier(table);
    const stage = escapeIdentifier(`new_${table}`);
    this.send(`create temporary table ${stage} on commit drop as select ${names} from ${target} with no data`);
    await this.finish();
    const copying = this.client.query(copyFrom(`copy ${stage} from stdin`));
    await pipeline(Readable.from(chunks(rows, columns), { objectMode: false }), copying);
    this.send(`insert into ${target} (${names}) select ${names} from ${stage}`);
    this.send(`drop table ${stage}`);
  }

  /** Waits until everything is written; throws the first error. */
  async finish(): Promise<void> {
    await this.last;
    if (this.failure) throw this.failure;
  }

  private send(statement: string): void {
    this.last = this.last
      .then(() => (this.failure ? undefined : this.client.query(statement)))
      .catch((error: Error) => {
        this.failure = error;
      });
  }
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

/** A value in COPY's text format. Array elements need no quoting here. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  if (typeof value === 'string') return value.replace(SPECIAL, (character) => ESCAPED[character] ?? character);
  return String(value);
}
