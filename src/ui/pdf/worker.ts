/**
 * Each document has its own worker, from our own origin, so that a harmful document affects only its worker. One may be
 * started while the document is still loading.
 */
let spare: Worker | null = null;

/** A separate constant, so that the build copies the file unchanged. */
const FILE = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url);

const start = () => new Worker(FILE, { type: 'module', name: 'pdf' });

/** Starts a worker ahead of the next document. */
export function prepareWorker(): void {
  if (spare !== null) return;
  const started = start();
  spare = started;
  // The script failed to load: the next document tries again.
  started.addEventListener('error', () => void (spare = spare === started ? null : spare), { once: true });
}

/** The spare worker, or a new one. */
export function takeWorker(): Worker {
  const taken = spare ?? start();
  spare = null;
  return taken;
}

/** Ends the spare worker. */
export function dropSpareWorker(): void {
  spare?.terminate();
  spare = null;
}
