/**
 * Writes many rows together, all of a table with the same keys. COPY is fastest, but not allowed into tables with
 * row-level security, so rows go through a temporary table.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Insertable } from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Schema } from '../../database';

const ROWS_PER_CHUNK = 500;

/** Timestamps whose date at the facility has a column of its own. */
const DATED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  jobs: { created_at: 'created_on', posted_at: 'posted_on', closed_at: 'closed_on' },
  submissions: {
    submitted_at: 'submitted_on',
    status_since: 'status_on',
    offered_at: 'offered_on',
    accepted_at: 'accepted_on',
    booked_at: 'booked_on',
  },
  assignments: { booked_at: 'booked_on', files_completed_at: 'files_completed_on' },
  compliance_documents: { uploaded_at: 'uploaded_on', reviewed_at: 'reviewed_on' },
  timesheets: { submitted_at: 'submitted_on', approved_at: 'approved_on' },
};

export class BulkWriter {
  private failure: Error | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly signal?: AbortSignal,
  ) {}

  /** Returns when the rows are on their way; PostgreSQL writes them while the next ones are generated. */
  async insert<T extends keyof Schema & string>(table: T, rows: readonly Insertable<Schema[T]>[]): Promise<void> {
    if (rows[0] === undefined) return;
    this.signal?.throwIfAborted();
    const columns = Object.keys(rows[0]) as (keyof Insertable<Schema[T]>)[];
    const names = columns.map((column) => escapeIdentifier(String(column))).join(', ');
    const target = escapeIdentifier(table);
    const stage = escapeIdentifier(`new_${table}`);
    this.send(`create temporary table ${stage} on commit drop as select ${names} from ${target} with no data`);
    await this.finish();
    const copying = this.client.query(copyFrom(`copy ${stage} from stdin`));
    await pipeline(Readable.from(chunks(rows, columns), { objectMode: false }), copying);
    this.send(copied(table, columns.map(String)));
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

/**
 * From the temporary table. Triggers may be off, so the dates of moments are written here, as the triggers would
 * (0030_business_dates).
 */
function copied(table: string, columns: readonly string[]): string {
  const [target, stage] = [escapeIdentifier(table), escapeIdentifier(`new_${table}`)];
  const dates = Object.entries(DATED[table] ?? {}).filter(([moment]) => columns.includes(moment));
  const into = [...columns, ...dates.map(([, date]) => date)].map(escapeIdentifier);
  const from = [
    ...columns.map((column) => `s.${escapeIdentifier(column)}`),
    ...dates.map(([moment]) => `(s.${escapeIdentifier(moment)} at time zone f.time_zone)::date`),
  ];
  const facility = dates.length === 0 ? '' : 'join facilities f on f.id = s.client_id';
  return `insert into ${target} (${into.join(', ')}) select ${from.join(', ')} from ${stage} s ${facility}`;
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
/** Few values have any, and to test takes half the time of replacing. */
const HAS_SPECIAL = /[\\\t\n\r]/;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const escaped = (text: string): string => text.replace(SPECIAL, (character) => ESCAPED[character] ?? character);

/** A value in COPY's text format. Array elements need no quoting here. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  if (typeof value === 'string') return HAS_SPECIAL.test(value) ? escaped(value) : value;
  return String(value);
}
