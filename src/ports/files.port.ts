import { buffers, eventChannel } from 'redux-saga';
import type { FileRef, FilesPort } from '../../sagas/base/ports/network';
import { download } from './browser';

/** Holds fetched and chosen files in memory, each behind a reference. */
export interface FileStore extends FilesPort {
  readonly keep: (blob: Blob) => FileRef;
  /** The bytes behind a reference; undefined once released. */
  readonly open: (file: FileRef) => Blob | undefined;
  /** Upload progress of a file, from 0 to 1. */
  readonly reportSent: (file: FileRef, share: number) => void;
  /** How many files are held, for tests that look for leaks. */
  readonly count: () => number;
}

/** Keeps files in memory, behind references, until they are released. */
export function createFileStore(): FileStore {
  const blobs = new Map<FileRef, Blob>();
  const listeners = new Map<FileRef, (share: number) => void>();
  let held = 0;
  return {
    keep(blob) {
      const ref = `<file:${++held}>` as FileRef;
      blobs.set(ref, blob);
      return ref;
    },
    open: (file) => blobs.get(file),
    reportSent: (file, share) => listeners.get(file)?.(share),
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
