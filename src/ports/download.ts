/** Browsers read the object URL of a download after the click has returned. */
const REVOKE_AFTER_MS = 10_000;

/** Hands bytes to the browser's downloads. */
export function download(blob: Blob, fileName: string): void {
  // Opaque bytes: should a browser ever show instead of save, it finds nothing that it would run.
  const url = URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream'));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
