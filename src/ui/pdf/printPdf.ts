/** Prints a document: each page on a sheet of its own, drawn for paper. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { drawPage, release } from './drawPage';

/** Longer documents must be downloaded and printed: as pictures they would not fit into memory. */
export const PRINTED_PAGES = 60;
/** CSS pixels across a sheet; about 190 dots to the inch. */
const SHEET_PX = 1_600;

/** Resolves when the dialog of the browser is closed. Pages that cannot be drawn are left out. */
export async function printPdf(pdf: PDFDocumentProxy, rotation: number): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = 'pdf-print';
  const { signal } = new AbortController();
  try {
    for (let page = 1; page <= Math.min(pdf.numPages, PRINTED_PAGES); page += 1) {
      const look = { page, zoom: 1, fit: true, rotation, width: SHEET_PX };
      const drawn = await drawPage(pdf, look, signal).catch(() => null);
      if (drawn !== null) sheets.append(drawn.element);
    }
    document.body.append(sheets);
    window.print();
  } finally {
    for (const sheet of [...sheets.children]) release(sheet);
    sheets.remove();
  }
}
