/** Writes a backup: all rows as of one moment, also while others write. */
import { link, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { once } from 'node:events';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  ArchiveError,
  frame,
  newDigest,
  type ArchiveEnd,
  type ArchiveHeader,
  type TableEnd,
  type TableHeader,
} from './frames';
import { appliedMigrations, archivedTables, sequenceValues } from './tables';

/** How many tables and rows were written. */
export interface BackupResult {
  readonly tables: number;
  readonly rows: number;
}

export interface BackupOptions {
  /** Aborts it. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a table has been written. */
  readonly onTable?: (table: string, rows: number) => void;
}

/**
 * Writes to `FILE.part` first, which is renamed when it is complete and removed after a failure. Throws
 * ArchiveError with a sentence, or the error of the database; then the connection can no longer be used.
 *
 * @param secretCheck see ArchiveHeader
 */
export async function writeBackup(
  owner: Client,
  file: string,
  secretCheck: string,
  { signal, onTable = () => undefined }: BackupOptions = {},
): Promise<BackupResult> {
  if (existsSync(file)) throw new ArchiveError(`${file} already exists. Please choose another name.`);
  const part = `${file}.part`;
  const result = { tables: 0, rows: 0 };
  let output: WriteStream | undefined;
  try {
    await owner.query('begin isolation level repeatable read read only');
    const frames = Readable.from(framesOf(owner, secretCheck, result, onTable), { objectMode: false });
    signal?.throwIfAborted();
    output = createWriteStream(part, { flags: 'wx', mode: 0o600 });
    // An eighth larger than at the usual level, in less than two thirds of the time.
    await pipeline([frames, createGzip({ level: constants.Z_BEST_SPEED }), output], { signal });
    await flushed(part);
    await moveIntoPlace(part, file);
    await flushed(dirname(file));
    await owner.query('rollback');
  } catch (error) {
    // It may have been aborted while the file was opened. A rollback would wait for rows that are no longer read.
    if (output?.closed === false) await once(output, 'close');
    // An existing part file is not touched.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true });
    throw asSentence(error, file);
  }
  return result;
}

/** Never replaces a file, not even one that was created in the meantime. */
async function moveIntoPlace(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
    await rm(part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new ArchiveError(`${file} already exists. Please choose another name.`);
    // A file system without links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await rename(part, file);
  }
}

function asSentence(error: unknown, file: string): unknown {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  // Errors of the network to the database have a `syscall` as well.
  if (syscall === undefined || ['connect', 'read', 'getaddrinfo'].includes(syscall)) return error;
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new ArchiveError(
      `The disk is full, and nothing was kept of ${file}. Free some space, or choose another folder.`,
    );
  }
  if (code === 'EEXIST') {
    return new ArchiveError(
      `${file}.part exists: another backup is being written, or one was interrupted. Remove it if none is.`,
    );
  }
  return new ArchiveError(`${file} cannot be written (${message}).`);
}

async function* framesOf(
  owner: Client,
  secretCheck: string,
  result: { tables: number; rows: number },
  onTable: (table: string, rows: number) => void,
): AsyncGenerator<Buffer> {
  const header: ArchiveHeader = {
    product: 'staffing-vms',
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: await appliedMigrations(owner),
    secretCheck,
    sequences: await sequenceValues(owner),
  };
  yield frame('H', header);
  for (const { table, columns } of await archivedTables(owner)) {
    yield frame('T', { table, columns } satisfies TableHeader);
    const names = columns.map(escapeIdentifier).join(', ');
    // As a query, because COPY of a table itself is not allowed under row-level security.
    const rows = owner.query(copyTo(`copy (select ${names} from ${escapeIdentifier(table)}) to stdout`));
    const digest = newDigest();
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      digest.update(chunk);
      yield frame('D', chunk);
    }
    const end: TableEnd = { rows: rows.rowCount ?? 0, sha256: digest.digest('hex') };
    yield frame('E', end);
    result.tables += 1;
    result.rows += end.rows;
    onTable(table, end.rows);
  }
  yield frame('Z', { tables: result.tables } satisfies ArchiveEnd);
}

/** A backup is complete only when it is on disk. */
async function flushed(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    await handle.sync();
  } finally {
    await handle?.close();
  }
}
