import { buffers, eventChannel } from 'redux-saga';
import type { FileRef, FilesPort } from '../../sagas/ports';
import { download } from './download';

/** The one place where fetched and chosen files are held, in memory, each behind a reference. */
export interface FileVault extends FilesPort {
  readonly hold: (blob: Blob) => FileRef;
  /** The bytes behind a reference, for whoever shows them; undefined once released. */
  readonly open: (file: FileRef) => Blob | undefined;
  /** For whoever sends a file: how much of it has left, from 0 to 1. */
  readonly tellSent: (file: FileRef, share: number) => void;
  /** How many are held now; for the tests that look for leftovers. */
  readonly count: () => number;
}

export function createFileVault(): FileVault {
  const blobs = new Map<FileRef, Blob>();
  const listeners = new Map<FileRef, (share: number) => void>();
  let held = 0;
  return {
    hold(blob) {
      const ref = `<file:${++held}>` as FileRef;
      blobs.set(ref, blob);
      return ref;
    },
    open: (file) => blobs.get(file),
    tellSent: (file, share) => listeners.get(file)?.(share),
    sent: (file) =>
      eventChannel<number>((emit) => {
        listeners.set(file, emit);
        return () => void (listeners.get(file) === emit && listeners.delete(file));
      }, buffers.sliding(1)),
    count: () => blobs.size,
    save(file, fileName) {
      const blob = blobs.get(file);
      if (blob !== undefined) download(blob, fileName);
      return blob !== undefined;
    },
    release(files) {
      for (const file of files) blobs.delete(file);
    },
  };
}
