import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTape, type Tape } from '../read';
import { readLines } from './lines';
import { UsageError } from './args';
import type { FlowsConfig } from './config';

const ENDING = '.tape.jsonl';

export const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

/** The name of a tape in the folder, or the path of a file. */
export function fileOf({ folder }: FlowsConfig, name: string): string {
  const file = [join(folder, name + ENDING), name].find((one) => existsSync(one));
  if (file === undefined) throw new UsageError(`There is no tape "${name}" in ${folder}. See: flows ls`);
  return file;
}

export const openTape = (config: FlowsConfig, name: string): Tape =>
  readTape(basename(name, ENDING), readLines(fileOf(config, name)));

/** Written into the folder under this name, or to this path. */
export function saveTape({ folder }: FlowsConfig, name: string, text: string): string {
  const file = basename(name) === name ? join(folder, name + ENDING) : name;
  writeOut(file, text);
  return file;
}

export function writeOut(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
