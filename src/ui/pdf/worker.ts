/**
 * Each document is read by a worker of its own, from our own origin: whatever it does to its worker ends with it.
 * One may be started while the document is still on its way.
 */
let spare: Worker | null = null;

/** Named apart from where it is used, so that the build copies the file as it is, beside the app's own. */
const FILE = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url);

const start = () => new Worker(FILE, { type: 'module', name: 'pdf' });

export function prepareWorker(): void {
  if (spare !== null) return;
  const started = start();
  spare = started;
  // Its file did not come: the next one asks again.
  started.addEventListener('error', () => void (spare = spare === started ? null : spare), { once: true });
}

export function takeWorker(): Worker {
  const taken = spare ?? start();
  spare = null;
  return taken;
}

export function dropSpareWorker(): void {
  spare?.terminate();
  spare = null;
}
