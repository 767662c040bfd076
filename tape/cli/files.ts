import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readTape, type Tape } from '../read';
import { readLines } from './lines';
import { UsageError, type Args } from './args';
import type { FlowsConfig } from './config';

const ENDING = '.tape.jsonl';

/** The name of a tape that is given by its name or its path. */
export const tapeName = (name: string): string => basename(name, ENDING);

/** What a user without any tape does next. */
export const RECORD_FIRST = 'Record a flow first (README, Record).';

const kindOf = (path: string) => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return found.isDirectory() ? 'folder' : 'file';
};

/** The names of the tapes in a folder, sorted. Throws UsageError if there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  if (kindOf(folder) !== 'folder') throw new UsageError(`There is no folder ${folder}. ${RECORD_FIRST}`);
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map(tapeName)
    .sort();
}

/** The sorted paths of the tapes in a folder; null if it is not a folder. */
export const filesIn = (path: string): readonly string[] | null =>
  kindOf(path) === 'folder' ? namesIn(path).map((name) => join(path, name + ENDING)) : null;

/** The name of a tape in the folder, or the path of a file. Throws UsageError if there is neither. */
function fileOf({ folder }: FlowsConfig, name: string): string {
  const file = [join(folder, name + ENDING), name].find((one) => kindOf(one) === 'file');
  if (file === undefined) throw new UsageError(`There is no tape "${name}" in ${folder}. The command ls lists all.`);
  return file;
}

/** Reads the header immediately and the entries when they are needed. Throws UsageError or TapeError. */
export const openTape = (config: FlowsConfig, name: string): Tape =>
  readTape(tapeName(name), readLines(fileOf(config, name)));

/** The name that writes no file. */
export const NO_FILE = '-';

const FAILING = '.failing';

/** Whether a tape, by name or path, is one that `explore` kept. */
export const isFailing = (name: string): boolean => tapeName(name).endsWith(FAILING);

/** For `saveTape`: the failing order of a tape, beside it. Throws UsageError if there is no such tape. */
export function failingFile(config: FlowsConfig, name: string): string {
  const file = fileOf(config, name);
  return join(dirname(file), tapeName(file) + FAILING + ENDING);
}

/** Written to this path, or under this name into the folder. Returns the path. Throws UsageError. */
export function saveTape({ folder }: FlowsConfig, name: string, text: string): string {
  if (name === NO_FILE) return name;
  const isPath = name.endsWith(ENDING) || basename(name) !== name;
  const file = isPath ? name : join(folder, name + ENDING);
  writeOut(file, text);
  return file;
}

/** Written to `--out` if it is given, otherwise over the tape itself. Returns the path. Throws UsageError. */
export function saveChanged(config: FlowsConfig, { values }: Args, name: string, text: string): string {
  const out = values.get('out')?.at(-1);
  if (out !== undefined) return saveTape(config, out, text);
  const file = fileOf(config, name);
  writeOut(file, text);
  return file;
}

/** Throws UsageError with the reason if a file cannot be read. */
export const readIn = (file: string): string => trying(`${file} cannot be read`, () => readFileSync(file, 'utf8'));

/** Throws UsageError with the reason if a file cannot be written. Its content stays as it is. */
export const checkWritable = (file: string): void =>
  trying(`${file} cannot be written`, () => closeSync(openSync(file, 'a')));

/** Writes a file. Throws UsageError with the reason if that fails. */
export const writeOut = (file: string, text: string): void =>
  trying(`${file} cannot be written`, () => writeFileSync(file, text));

function trying<T>(failure: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${failure}: ${(error as Error).message}`);
  }
}
