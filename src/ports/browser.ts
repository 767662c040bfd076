/** Browsers read the object URL of a download only after the click has returned. */
const REVOKE_AFTER_MS = 10_000;

/** Hands bytes to the browser's downloads. */
export function download(blob: Blob, fileName: string): void {
  // As opaque bytes, so that a browser that shows the file instead of saving it runs nothing.
  const url = URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream'));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/**
 * @returns whether the text is on the clipboard; browsers refuse it on insecure pages, and if the person has forbidden
 * it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** An address of this app with its origin, for other people. */
export const fullAddress = (path: string): string => window.location.origin + path;

/** Whether the browser allows full screen. */
export const canFillScreen = (): boolean => document.fullscreenEnabled === true;

/** Browsers allow it only while handling a press. A refusal changes nothing. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // Refused: the board still fills the window.
  }
}

/** Milliseconds of a monotonic clock, for durations. */
export const elapsedMs = (): number => performance.now();
