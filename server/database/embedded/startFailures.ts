/** Why the database could not be created or started, in one line, from what its programs wrote. */
import { DatabaseStartError } from '../errors';
import type { DatabaseFolders } from './folders';

export function couldNotBeCreated({ home }: DatabaseFolders, output: string): DatabaseStartError {
  return failure(
    home,
    output,
    (reason) =>
      `The database could not be created in ${home}: ${reason}. Remove the cause and start again, choose another folder with DATA_DIR, or set DATABASE_URL.`,
  );
}

export function doesNotStart({ home, logFile }: DatabaseFolders, output: string): DatabaseStartError {
  return failure(
    home,
    output,
    (reason) =>
      `The database in ${home} does not start: ${reason}. If its files are damaged, restore a backup into a fresh DATA_DIR; see ${logFile} for details.`,
  );
}

function failure(home: string, output: string, describe: (reason: string) => string): DatabaseStartError {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.flatMap((line) => /(?:error|FATAL|PANIC): +(.*)$/.exec(line)?.[1] ?? [])[0] ?? lines.at(-1) ?? '';
  const isDiskFull = reason.includes('No space left on device');
  return new DatabaseStartError(
    isDiskFull ? `The disk of ${home} is full: free some space, and start again.` : describe(reason),
  );
}
