/** Where databases that are thrown away are written: copying them is most of what the tests ask of a disk. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what a run holds at once. */
const ROOM_BYTES = 8 * 1024 ** 3;

/** A folder in memory where there is plenty of it, otherwise that of temporary files. */
export function scratchFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
