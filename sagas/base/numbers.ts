const MEGABYTE = 1024 * 1024;

/** The size of a file in bytes as text: '12 KB', '3.4 MB'. */
export const sizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
