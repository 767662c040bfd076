/** Writes a backup: all rows as of one moment, also while others write. */
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { frame, newDigest, type ArchiveEnd, type ArchiveHeader, type TableEnd, type TableHeader } from './frames';
import { appliedMigrations, archivedTables, sequenceValues } from './tables';

export interface BackupResult {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes to `FILE.part` first, which is renamed when it is complete and removed when something goes wrong. Throws the error
 * of the file system or the database.
 *
 * @param secretCheck see ArchiveHeader
 * @param onTable called when a table has been written
 */
export async function writeBackup(
  owner: Client,
  file: string,
  secretCheck: string,
  onTable: (table: string, rows: number) => void = () => undefined,
): Promise<BackupResult> {
  const part = `${file}.part`;
  // Fails if the file exists: a backup never replaces one.
  await (await open(file, 'wx', 0o600)).close();
  const result = { tables: 0, rows: 0 };
  try {
    await owner.query('begin isolation level repeatable read read only');
    const frames = Readable.from(framesOf(owner, secretCheck, result, onTable), { objectMode: false });
    await pipeline(frames, createGzip(), createWriteStream(part, { mode: 0o600 }));
    await flushed(part);
    await rename(part, file);
  } catch (error) {
    await Promise.all([rm(part, { force: true }), rm(file, { force: true })]);
    throw error;
  } finally {
    await owner.query('rollback').catch(() => undefined);
  }
  return result;
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

/** A backup counts only once the disk has it. */
async function flushed(file: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r+');
    await handle.sync();
  } finally {
    await handle?.close();
  }
}
