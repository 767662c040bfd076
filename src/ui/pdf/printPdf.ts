/** Prints a document: each page on a sheet of its own, drawn for paper. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { drawPage, release } from './drawPage';

/** Longer documents must be downloaded and printed: as pictures they would not fit into memory. */
export const PRINTED_PAGES = 60;
/** CSS pixels across a sheet; about 190 dots to the inch. */
const SHEET_PX = 1_600;

/**
 * Resolves when the dialog of the browser is closed, with the pages that could not be drawn, which are left out; without
 * a dialog if none could be, or the signal was aborted.
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
      const look = { page, zoom: 1, fit: true, rotation, width: SHEET_PX };
      const drawn = await drawPage(pdf, look, signal).catch(() => null);
      if (signal.aborted) return [];
      if (drawn === null) missing.push(page);
      else sheets.append(drawn.element);
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
