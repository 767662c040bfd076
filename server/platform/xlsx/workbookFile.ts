/**
 * Writes workbooks in a worker, one at a time: the library works on all rows at the same time, which would block every
 * other answer. Without the built worker, as in tests, it writes them here. A file whose reader has disconnected is not
 * written.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { workbookOf, type Sheet, type SheetValue } from './workbook';
import type { WorkbookPart } from './workbook.worker';
import { WriterTurns } from './writerTurns';

/** A sheet whose rows are read while they are written. */
export interface SheetSource extends Omit<Sheet, 'rows'> {
  readonly rows: AsyncIterable<readonly (readonly SheetValue[])[]>;
}

/** The build puts it beside the server. */
const WORKER = join(dirname(process.argv[1] ?? '.'), 'workbook.js');
const MEMORY_MB = 1_024;

/** Who waits for a file, and until when. */
export interface Reader {
  readonly userId: string;
  /** Aborted when they have gone. */
  readonly signal: AbortSignal;
}

const turns = new WriterTurns();

/**
 * Returns the file of these sheets. Rejects if a row cannot be read or the file does not fit into memory, and with the
 * signal's reason if the reader has gone.
 */
export async function workbookFile(sheets: readonly SheetSource[], { userId, signal }: Reader): Promise<Buffer> {
  const end = await turns.wait(userId, signal);
  try {
    return await (existsSync(WORKER) ? inWorker(sheets, signal) : inThisThread(sheets, signal));
  } finally {
    end();
  }
}

async function inWorker(sheets: readonly SheetSource[], signal: AbortSignal): Promise<Buffer> {
  const worker = new Worker(WORKER, {
    workerData: sheets.map(({ rows: _rows, ...sheet }) => sheet),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const written = new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The worker ended without a workbook.')));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  const send = (part: WorkbookPart) => worker.postMessage(part);
  try {
    await Promise.race([written, sendRows(sheets, send, signal)]);
    return await written;
  } finally {
    await worker.terminate();
  }
}

async function sendRows(
  sheets: readonly SheetSource[],
  send: (part: WorkbookPart) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const [sheet, { rows }] of sheets.entries()) {
    for await (const part of rows) {
      signal.throwIfAborted();
      send({ sheet, rows: part });
    }
  }
  send(null);
}

async function inThisThread(sheets: readonly SheetSource[], signal: AbortSignal): Promise<Buffer> {
  const whole: Sheet[] = [];
  for (const { rows, ...sheet } of sheets) {
    const all: (readonly SheetValue[])[] = [];
    for await (const part of rows) {
      signal.throwIfAborted();
      all.push(...part);
    }
    whole.push({ ...sheet, rows: all });
  }
  return workbookOf(whole);
}
