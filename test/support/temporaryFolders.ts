/** Where tests create their temporary folders: copying databases is most of their disk work. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what one run needs at the same time. */
const ROOM_BYTES = 8 * 1024 ** 3;

/** A folder in memory if that has enough room, otherwise in the folder for temporary files. */
export function parentOfTemporaryFolders(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
