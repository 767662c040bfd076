import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTape, type Tape } from '../read';
import { readLines } from './lines';
import { UsageError } from './args';
import type { FlowsConfig } from './config';

const ENDING = '.tape.jsonl';

/** The names of the tapes in a folder, sorted. Throws if the folder cannot be read. */
export const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

/** The sorted paths of the tapes in a folder; null if it is not a folder. Throws if the folder cannot be read. */
export const filesIn = (path: string): readonly string[] | null =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? namesIn(path).map((name) => join(path, name + ENDING))
    : null;

/** The name of a tape in the folder, or the path of a file. Throws UsageError if there is neither. */
function fileOf({ folder }: FlowsConfig, name: string): string {
  const file = [join(folder, name + ENDING), name].find((one) => existsSync(one));
  if (file === undefined) throw new UsageError(`There is no tape "${name}" in ${folder}. The command ls lists all.`);
  return file;
}

/** Reads the header immediately and the entries when they are needed. Throws UsageError or TapeError. */
export const openTape = (config: FlowsConfig, name: string): Tape =>
  readTape(basename(name, ENDING), readLines(fileOf(config, name)));

/** The name that writes no file. */
export const NO_FILE = '-';

const FAILING = '.failing';

/** Whether a tape, by name or path, is one that `explore` kept. */
export const isFailing = (name: string): boolean => basename(name, ENDING).endsWith(FAILING);

/** For `saveTape`: the failing order of a tape, beside it. */
export function failingName(name: string): string {
  const stem = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : name;
  return basename(name) === name ? stem + FAILING : stem + FAILING + ENDING;
}

/** Written into the folder under this name, or to this path. Returns the path. Throws UsageError. */
export function saveTape({ folder }: FlowsConfig, name: string, text: string): string {
  if (name === NO_FILE) return name;
  const file = basename(name) === name ? join(folder, name + ENDING) : name;
  writeOut(file, text);
  return file;
}

/** Writes a file. Throws UsageError with the reason if that fails. */
export function writeOut(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
