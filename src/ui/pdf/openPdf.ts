/** Opens an untrusted PDF: its scripts are not run, its links not followed, and no other resources fetched. */
import { getDocument, PDFWorker, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist';
import { PdfRefused } from '../../../machines/pdfViewer/pdfViewer.machine';
import { GuardedCanvasFactory } from './canvasGuard';
import { takeWorker } from './worker';

/** Fonts, character maps and decoders, copied there by the build. */
const PARTS = '/pdf';
/** Limits: pixels of one image, and bytes the worker may use for painting. */
const IMAGE_MAX_PIXELS = 32 * 1024 * 1024;
const CANVAS_MAX_BYTES = 64 * 1024 * 1024;

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Terminates the worker and releases the document's memory. */
  readonly close: () => void;
}

/** Rejects with PdfRefused; aborting terminates the worker. `password` is that of the document, if it was given. */
export async function openPdf(data: Blob, password: string | null, signal: AbortSignal): Promise<OpenPdf> {
  const bytes = new Uint8Array(await data.arrayBuffer());
  signal.throwIfAborted();
  const port = takeWorker();
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({ ...SAFELY, data: bytes, worker, ...(password !== null && { password }) });
  const close = () => {
    void task.destroy();
    port.terminate();
    worker.destroy();
    removeFonts(task.docId);
  };
  try {
    const document = await Promise.race([task.promise, failureOf(port), abortOf(signal)]);
    return { document, close };
  } catch (error) {
    close();
    if (error instanceof PdfRefused) throw error;
    const isEncrypted = error instanceof Error && error.name === 'PasswordException';
    throw new PdfRefused(!isEncrypted ? 'damaged' : password === null ? 'encrypted' : 'wrongPassword');
  }
}

const SAFELY = {
  verbosity: VerbosityLevel.ERRORS,
  isEvalSupported: false,
  enableXfa: false,
  maxImageSize: IMAGE_MAX_PIXELS,
  canvasMaxAreaInBytes: CANVAS_MAX_BYTES,
  CanvasFactory: GuardedCanvasFactory,
  cMapUrl: `${PARTS}/cmaps/`,
  standardFontDataUrl: `${PARTS}/standard_fonts/`,
  wasmUrl: `${PARTS}/wasm/`,
  iccUrl: `${PARTS}/iccs/`,
} as const;

/** An error event without a message means that the worker's script did not load; a failing document has one. */
const failureOf = (port: Worker): Promise<never> =>
  new Promise((_, reject) =>
    port.addEventListener(
      'error',
      (event) => reject(new PdfRefused(event instanceof ErrorEvent && event.message ? 'damaged' : 'notLoaded')),
      { once: true },
    ),
  );

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new PdfRefused('timedOut')), { once: true }),
  );

/** pdf.js removes a document's fonts only when its worker ends by itself, not when it is terminated. */
function removeFonts(docId: string): void {
  for (const face of [...document.fonts]) {
    if (face.family.replace(/["']/g, '').startsWith(`g_${docId}_`)) document.fonts.delete(face);
  }
}
