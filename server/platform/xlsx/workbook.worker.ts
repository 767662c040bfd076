/**
 * Writes one workbook beside the server and exits. It receives the sheets without their rows, which follow in parts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { workbookOf, type Sheet, type SheetValue } from './workbook';

/** More rows of a sheet, counted from 0, or null after the last. */
export type WorkbookPart = { readonly sheet: number; readonly rows: readonly (readonly SheetValue[])[] } | null;

const sheets = (workerData as readonly Omit<Sheet, 'rows'>[]).map((sheet) => ({
  ...sheet,
  rows: [] as (readonly SheetValue[])[],
}));

parentPort?.on('message', (part: WorkbookPart) => {
  if (part !== null) {
    for (const row of part.rows) sheets[part.sheet]?.rows.push(row);
    return;
  }
  void workbookOf(sheets).then((file) => {
    parentPort?.postMessage(file);
    parentPort?.close();
  });
});
