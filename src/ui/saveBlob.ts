/** Hands bytes made in this page to the browser's downloads. */
export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken hold of it by the next turn.
  queueMicrotask(() => URL.revokeObjectURL(url));
}
