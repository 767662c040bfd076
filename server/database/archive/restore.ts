/** Restores a backup into an empty database: in one transaction, after the whole file has been checked. */
import { createReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { createGunzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MIGRATIONS } from '../migrations';
import {
  ArchiveError,
  framesOf,
  newDigest,
  parsed,
  type ArchiveEnd,
  type ArchiveHeader,
  type Frame,
  type TableEnd,
  type TableHeader,
} from './frames';
import { archivedTables } from './tables';

export interface RestoreResult {
  readonly tables: number;
  readonly rows: number;
  /** ISO instant of the backup. */
  readonly createdAt: string;
}

/** The frames of a file. Throws ArchiveError if it is not a gzip file, or damaged. */
async function* read(file: string): AsyncGenerator<Frame> {
  const bytes = createReadStream(file);
  const unzipped = createGunzip();
  bytes.on('error', (error) => unzipped.destroy(error));
  bytes.pipe(unzipped);
  try {
    yield* framesOf(unzipped);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new ArchiveError('The backup is cut off: its end is missing.');
    if (code?.startsWith('Z_')) throw new ArchiveError('This file is not a backup of this product, or it is damaged.');
    throw error;
  } finally {
    bytes.destroy();
  }
}

/**
 * Reads the whole file. Throws ArchiveError with a sentence if it is incomplete or damaged, and the reason of `signal`.
 */
export async function checkBackup(file: string, signal?: AbortSignal): Promise<ArchiveHeader> {
  let header: ArchiveHeader | undefined;
  let digest = newDigest();
  let tables = 0;
  let isComplete = false;
  for await (const each of read(file)) {
    signal?.throwIfAborted();
    if (header === undefined && each.kind !== 'H') throw new ArchiveError('This file is not a backup of this product.');
    if (each.kind === 'H') header = headerOf(each);
    else if (each.kind === 'T') digest = newDigest();
    else if (each.kind === 'D') digest.update(each.payload);
    else if (each.kind === 'E') {
      tables += 1;
      if (parsed<TableEnd>(each).sha256 !== digest.digest('hex'))
        throw new ArchiveError('The backup is damaged: the rows of a table have changed since it was written.');
    } else isComplete = parsed<ArchiveEnd>(each).tables === tables;
  }
  if (header === undefined || !isComplete) throw new ArchiveError('The backup is cut off: its end is missing.');
  return header;
}

function headerOf(first: Frame): ArchiveHeader {
  let header: Partial<ArchiveHeader>;
  try {
    header = parsed<Partial<ArchiveHeader>>(first);
  } catch {
    throw new ArchiveError('This file is not a backup of this product.');
  }
  if (header.product !== 'staffing-vms') throw new ArchiveError('This file is not a backup of this product.');
  if (header.format !== 1) throw new ArchiveError('The backup was made by a newer version. Use that version.');
  return header as ArchiveHeader;
}

/**
 * `owner` is connected to a database of this version's schema without a row. Throws ArchiveError with a sentence; then
 * nothing was written. Until everything is written, `signal` ends the connection, which rolls back.
 */
export async function restoreBackup(
  owner: Client,
  file: string,
  secretCheck: string,
  signal?: AbortSignal,
): Promise<RestoreResult> {
  const header = await checkBackup(file, signal);
  refuseOther(header, secretCheck);
  const end = (): void => void owner.end().catch(() => undefined);
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    await owner.query('begin');
    const known = new Map((await archivedTables(owner)).map(({ table, columns }) => [table, columns]));
    await refuseUsed(owner, [...known.keys()]);
    const forced = await forcedTables(owner);
    for (const table of known.keys()) await open(owner, table);
    const result = await copyAll(owner, file, known);
    for (const table of known.keys()) await close(owner, table, forced.has(table));
    for (const [name, value] of Object.entries(header.sequences))
      await owner.query('select setval($1::regclass, $2)', [escapeIdentifier(name), value]);
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
    await owner.query('commit');
    await owner.query('analyze');
    return { ...result, createdAt: header.createdAt };
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

function refuseOther({ migrations, secretCheck }: ArchiveHeader, expected: string): void {
  const ours = MIGRATIONS.map(({ name }) => name);
  if (migrations.some((name) => !ours.includes(name)))
    throw new ArchiveError('The backup was made by a newer version. Restore it with that version.');
  if (migrations.length < ours.length)
    throw new ArchiveError(
      'The backup was made by an older version. Restore it with that version, then start this one, which brings it up to date.',
    );
  if (secretCheck !== expected)
    throw new ArchiveError(
      'The backup was made with another SERVER_SECRET, which its encrypted values need. Set SERVER_SECRET to that one.',
    );
}

async function refuseUsed(owner: Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rowCount } = await owner.query(`select from ${escapeIdentifier(table)} limit 1`);
    if (rowCount !== 0 && table !== 'setup_links')
      throw new ArchiveError(`The database is not empty (${table} has rows). Restore into a new one.`);
  }
  await owner.query('delete from setup_links');
}

/** Tables whose row-level security also binds the owner: COPY into them is not allowed. */
async function forcedTables(owner: Client): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Writes rows as they were, without the triggers that would count them again. Undone by `close`, or by the rollback.
 */
async function open(owner: Client, table: string): Promise<void> {
  await owner.query(`alter table ${escapeIdentifier(table)} disable trigger user, no force row level security`);
}

async function close(owner: Client, table: string, isForced: boolean): Promise<void> {
  const force = isForced ? ', force row level security' : '';
  await owner.query(`alter table ${escapeIdentifier(table)} enable trigger user${force}`);
}

async function copyAll(owner: Client, file: string, known: ReadonlyMap<string, readonly string[]>) {
  const result = { tables: 0, rows: 0 };
  let copying: { readonly input: PassThrough; readonly done: Promise<number> } | undefined;
  for await (const each of read(file)) {
    if (each.kind === 'T') copying = beginCopy(owner, parsed<TableHeader>(each), known);
    else if (each.kind === 'D' && copying !== undefined) {
      if (!copying.input.write(each.payload)) await Promise.race([once(copying.input, 'drain'), copying.done]);
    } else if (each.kind === 'E' && copying !== undefined) {
      copying.input.end();
      const { rows } = parsed<TableEnd>(each);
      if ((await copying.done) !== rows)
        throw new ArchiveError('The backup is damaged: a table has not as many rows as were written.');
      result.tables += 1;
      result.rows += rows;
    }
  }
  return result;
}

function beginCopy(owner: Client, { table, columns }: TableHeader, known: ReadonlyMap<string, readonly string[]>) {
  const ours = known.get(table);
  if (ours === undefined || columns.some((column) => !ours.includes(column)))
    throw new ArchiveError(`The backup holds a table that this version does not have (${table}).`);
  const names = columns.map(escapeIdentifier).join(', ');
  const target = owner.query(copyFrom(`copy ${escapeIdentifier(table)} (${names}) from stdin`));
  const input = new PassThrough();
  const done = new Promise<number>((resolve, reject) => {
    target.on('finish', () => resolve(target.rowCount));
    target.on('error', reject);
  });
  // Awaited at the end of the table, or by the next write.
  done.catch(() => undefined);
  input.pipe(target);
  return { input, done };
}
