/** Prints a document: each page on a sheet of its own, drawn for paper. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { drawPage, release } from './drawPage';

/** Longer documents must be downloaded and printed: as pictures they would not fit into memory. */
export const PRINTED_PAGES = 60;
/** CSS pixels across a sheet; about 190 dots to the inch. */
const SHEET_PX = 1_600;

/**
 * Resolves when the dialog of the browser is closed, with the pages that could not be drawn, which are left out;
 * without a dialog if none could be, or the signal was aborted.
 */
export async function printPdf(
  pdf: PDFDocumentProxy,
  rotation: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const missing: number[] = [];
  const sheets = document.createElement('div');
  sheets.className = 'pdf-print';
  try {
    for (let page = 1; page <= pdf.numPages; page += 1) {
      // Whatever the screen is: twice the dots of a sheet take four times the memory.
      const look = { page, zoom: 1, fit: true, rotation, width: SHEET_PX, density: 1 };
      const drawn = await drawPage(pdf, look, signal).catch(() => null);
      if (drawn !== null) sheets.append(drawn.element);
      // The values of a form are printed with it.
      if (drawn !== null && !signal.aborted) await Promise.race([drawn.extras, abortOf(signal)]);
      if (signal.aborted) return [];
      if (drawn === null) missing.push(page);
    }
    if (missing.length === pdf.numPages) return missing;
    document.body.append(sheets);
    window.print();
    return missing;
  } finally {
    for (const sheet of [...sheets.children]) release(sheet);
    sheets.remove();
  }
}

/** A document that was closed never answers. */
const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
